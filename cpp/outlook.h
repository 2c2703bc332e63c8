// What every colour may still hope for in a position, as counts: the input of the value.
#pragma once

#include "situation.h"

namespace cornerwise {

/// What is counted of a colour besides its pieces.
enum Prospect {
    anchors,     // cells where it may go on
    large,       // moves of the largest pieces, on a logarithmic scale
    moves,       // moves of any size, likewise
    near,        // free cells that it reaches in a few steps, and
    near_alone,  // those of them that no opponent reaches as soon
    wide,        // the same for more and more steps
    wide_alone,
    far,
    far_alone,
    whole,
    whole_alone,
    needed,  // for each of these areas: as much of it as the pieces left could cover
    areas = needed - near,
    prospect_count = needed + areas
};
inline constexpr std::array<const char*, prospect_count> prospect_names = {"anchors",
                                                                           "large",
                                                                           "moves",
                                                                           "near",
                                                                           "near_alone",
                                                                           "wide",
                                                                           "wide_alone",
                                                                           "far",
                                                                           "far_alone",
                                                                           "whole",
                                                                           "whole_alone",
                                                                           "near_needed",
                                                                           "near_alone_needed",
                                                                           "wide_needed",
                                                                           "wide_alone_needed",
                                                                           "far_needed",
                                                                           "far_alone_needed",
                                                                           "whole_needed",
                                                                           "whole_alone_needed"};

struct Outlook {
    /// The pieces that fit somewhere now, as bits.
    std::array<std::uint32_t, Rules::max_colours> fitting;
    std::array<std::array<int, prospect_count>, Rules::max_colours> counts;

    /// How many distances areas are counted for, `near` being the first.
    static constexpr int strides = areas / 2;

    /// Look only so far, if areas beyond do not matter: those count 0.
    explicit Outlook(const Situation& position, int far_sight = strides) {
        look(position, far_sight);
    }

private:
    void look(const Situation& position, int far_sight);
    template <int Words>
    void look_within(const Situation& position, int far_sight);
};

}  // namespace cornerwise
