// What playouts forecast on average, for training.
#pragma once

#include <cstdint>
#include <vector>

#include "playout.h"
#include "value.h"

namespace cornerwise {

/// A number of playouts. `horizons`, ascending, say after how many moves of each the value is
/// asked.
struct Trial {
    std::vector<int> horizons;
    int playouts;
    std::uint64_t seed;
    float reply;
};

/// The forecast points of each side, for each horizon.
std::vector<Values> tried(const Position& position, const ValueWeights& weights,
                          const Trial& trial);

}  // namespace cornerwise
