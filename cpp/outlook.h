// What every colour may still hope for in a position, as counts: the ground of the value function.
#pragma once

#include "position.h"

namespace cornerwise {

/// What is counted of a colour besides its pieces.
enum Prospect {
    anchors,     // cells where it may go on
    large,       // moves of the largest pieces, on a logarithmic scale
    moves,       // moves of any size, likewise
    near,        // free cells that it reaches in a few steps, and
    near_alone,  // those of them that no opponent reaches as soon
    wide,        // the same for more steps
    wide_alone,
    far,
    far_alone,
    prospect_count
};
inline constexpr std::array<const char*, prospect_count> prospect_names = {
    "anchors", "large", "moves", "near", "near_alone", "wide", "wide_alone", "far", "far_alone"};

struct Outlook {
    /// The pieces that fit somewhere now, as bits.
    std::array<std::uint32_t, Rules::max_colours> fitting;
    std::array<std::array<int, prospect_count>, Rules::max_colours> counts;

    explicit Outlook(const Position& position) { look(position); }

private:
    void look(const Position& position);
};

}  // namespace cornerwise
