// What a game gives to each side.
#pragma once

#include "situation.h"

namespace cornerwise {

using Values = std::array<float, Rules::max_colours>;

/// The share of the win: 1 alone, 1/2 for two that share it. With one player, whether all is
/// placed.
Values shares(const Rules& rules, const Points& points);

/// The lead of the first of two sides, and a bound that no lead reaches.
inline int margin(const Points& points) { return points[0] - points[1]; }
constexpr int most_margin = 1 << 20;

/// How a game ended, or is expected to end, for each side.
struct Expectation {
    Values share;
    Values points;
    float spread = 0;  // the standard error of a margin, in points

    Expectation() = default;
    /// Of a finished game.
    Expectation(const Rules& rules, const Points& points);

    /// Add another expectation with a weight.
    void add(const Expectation& other, float weight);
};

/// The utility of each side, 0 to 1: its share of the win mixed with its margin. With n sides the
/// win counts for 1/n, since one of many sides decides less who wins.
Values utilities(const Rules& rules, const Expectation& expected);

}  // namespace cornerwise
