// What playouts tell of a position on average, as training wants to know it.
#pragma once

#include <cstdint>
#include <vector>

#include "playout.h"
#include "value.h"

namespace cornerwise {

/// Some playouts, and after how many moves of each what is foretold is asked: rising numbers.
struct Trial {
    std::vector<int> horizons;
    int playouts;
    std::uint64_t seed;
    float reply;
};

/// For each horizon the points of each side that are foretold there.
std::vector<Values> tried(const Position& position, const ValueWeights& weights,
                          const Trial& trial);

}  // namespace cornerwise
