// The rest of a game, where so little is left that all of it can be followed.
#pragma once

#include "late.h"

namespace cornerwise {

/// Follows every game that can still come of a position. Each side chooses what is best for itself.
/// With two sides it prunes what one of them would avoid (alpha-beta).
class Rest {
public:
    /// Whether it could be followed. False if too much may still happen; then nothing is known.
    bool follow(const LatePosition& from);

    /// The result when all play their best, and the placements that lead there.
    const Points& points() const { return points_; }
    std::vector<int> line() const;
    /// How many games were followed to their ends.
    int games() const { return games_; }

private:
    /// A position of the recursion, and what came of it.
    struct Step {
        LatePosition position;
        std::vector<std::uint16_t> line;  // the numbers of the best moves from here
    };
    /// The alpha-beta window: margins outside of it will not come about, as one side has something
    /// better.
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
