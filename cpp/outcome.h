// What a game gives to each side.
#pragma once

#include "situation.h"

namespace cornerwise {

using Values = std::array<float, Rules::max_colours>;

/// The share of the win, 1 alone and 1/2 for two that share it; alone at the table, whether all is
/// placed.
Values shares(const Rules& rules, const Points& points);

/// By how much the first of two sides is ahead, and more than that ever is.
inline int margin(const Points& points) { return points[0] - points[1]; }
constexpr int most_margin = 1 << 20;

/// How a game ended, or is expected to end, for each side.
struct Expectation {
    Values share;
    Values points;
    float spread = 0;  // by how many points a margin is likely off

    Expectation() = default;
    /// Of a finished game.
    Expectation(const Rules& rules, const Points& points);

    /// Let another expectation count for so much.
    void add(const Expectation& other, float weight);
};

/// Values from 0 to 1 to search by: the share of the win and by how much a side is ahead. The
/// more sides there are the less one of them decides who wins: the win counts for one in so many.
Values worth(const Rules& rules, const Expectation& expected);

}  // namespace cornerwise
