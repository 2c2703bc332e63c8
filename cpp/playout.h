// Playing on quickly and not too badly, to the end of the game or not.
#pragma once

#include <climits>

#include "position.h"
#include "random.h"

namespace cornerwise {

/// Plays games out. The policy: the largest pieces that fit, and among them rather those that take
/// an opening away which an opponent's last move made.
class Playout {
public:
    /// How often a reply to the last moves is preferred to any other move, if nothing is known.
    static constexpr float usual_reply = 0.7f;

    /// Play to the end, or only so many moves.
    void run(Position& position, Random& random, float reply, int moves = INT_MAX);

private:
    /// Moves to choose from: at each anchor some of its shapes.
    struct Choice {
        std::vector<ShapeSet> shapes = std::vector<ShapeSet>(Tables::max_cells);
        std::array<int, Tables::max_cells> count;  // of shapes at each anchor
        int total;

        void put(int anchor, const ShapeSet& here) {
            shapes[anchor] = here;
            total += count[anchor] = here.count();
        }
    };

    int choose(const Position& position, Random& random, float reply);
    int largest_size(const Position& position) const;
    void gather(const Position& position, int size);
    bool find_targets(const Position& position);
    void gather_replies(const Position& position);
    static int pick(const Position& position, const Choice& choice, Random& random);

    Choice moves_;              // of the largest size
    Choice replies_;            // those of them that cover a target
    std::vector<int> targets_;  // openings of the opponents' last moves
};

}  // namespace cornerwise
