// The rest of a game of which so little is left that all of it can be looked at.
#pragma once

#include "late.h"

namespace cornerwise {

/// Follows every game that can still come of a position, each side choosing what is worth most to
/// it. With two sides that leaves out what one of them would not let happen.
class Rest {
public:
    /// False, and nothing is found out, if so much may still happen that it takes long.
    bool follow(const LatePosition& from);

    /// How the game ends if all play as well as they can, and the placements by which it does.
    const Points& points() const { return points_; }
    std::vector<int> line() const;
    /// How many games were followed to their ends.
    int games() const { return games_; }

private:
    /// A position on the way to where it looks, and what came of it.
    struct Step {
        LatePosition position;
        std::vector<std::uint16_t> line;  // the numbers of the best moves from here
    };
    /// Margins outside of these will not come about: one of two sides has something better.
    struct Window {
        int low, high;
    };

    Step& step(std::size_t depth, const LatePosition& like);
    bool find(std::size_t depth, Window window, Points& best);

    std::vector<std::unique_ptr<Step>> steps_;
    int games_ = 0;
    Points points_{};
};

}  // namespace cornerwise
