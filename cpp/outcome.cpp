#include "outcome.h"

#include <algorithm>
#include <cmath>

namespace cornerwise {

namespace {

constexpr float usual_margin = 12;  // points by which a game is typically won or lost

/// The points of a side less the mean of the others'.
float margin(const Rules& rules, const Values& points, int side) {
    float others = 0;
    for (int other = 0; other < rules.side_count(); ++other)
        if (other != side) others += points[other];
    return points[side] - others / float(rules.side_count() - 1);
}

}  // namespace

Values shares(const Rules& rules, const Points& points) {
    Values found{};
    const int sides = rules.side_count();
    if (sides == 1) {
        // No bonuses of the other colours make up for one that has a piece left.
        found[0] = points[0] >= rules.bonus * rules.colour_count();
        return found;
    }
    const int best = *std::max_element(points.begin(), points.begin() + sides);
    const auto winners = std::count(points.begin(), points.begin() + sides, best);
    for (int side = 0; side < sides; ++side)
        found[side] = points[side] == best ? 1 / float(winners) : 0;
    return found;
}

Expectation::Expectation(const Rules& rules, const Points& given)
    : share(shares(rules, given)), points{} {
    for (int side = 0; side < rules.side_count(); ++side) points[side] = float(given[side]);
}

void Expectation::add(const Expectation& other, float weight) {
    for (int side = 0; side < Rules::max_colours; ++side) {
        share[side] += weight * other.share[side];
        points[side] += weight * other.points[side];
    }
    spread += weight * other.spread;
}

Values utilities(const Rules& rules, const Expectation& expected) {
    Values found = expected.share;
    const int sides = rules.side_count();
    if (sides == 1) {
        found[0] = std::clamp(1 + expected.points[0] / float(rules.all_cells()), 0.0f, 1.0f);
        return found;
    }
    const float win = 1 / float(sides);
    for (int side = 0; side < sides; ++side) {
        const float ahead = margin(rules, expected.points, side) / (usual_margin + expected.spread);
        const float squashed = (1 + ahead / (1 + std::abs(ahead))) / 2;
        found[side] += (1 - win) * (squashed - found[side]);
    }
    return found;
}

}  // namespace cornerwise
