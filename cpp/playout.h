// Playing a position to its end quickly and not too badly.
#pragma once

#include "position.h"
#include "random.h"

namespace cornerwise {

/// Plays games out. The policy: the largest pieces that fit, and among them rather those that take
/// an opening away which an opponent's last move made.
class Playout {
public:
    /// How often a reply to the last moves is preferred to any other move.
    explicit Playout(float reply) : reply_(reply) {}

    /// Play so many moves, or to the end.
    void run(Position& position, Random& random, int moves);

private:
    int choose(const Position& position, Random& random);
    int largest_size(const Position& position) const;
    int count_of_size(const Position& position, int size);
    int count_replies(const Position& position);
    bool find_targets(const Position& position);
    int pick(const Position& position, const std::vector<ShapeSet>& sets, int rank) const;

    float reply_;
    CellSet targets_;                // openings of the opponents' last moves
    std::vector<ShapeSet> moves_;    // at each anchor: the shapes of the size chosen
    std::vector<ShapeSet> replies_;  // at each anchor: those of them that cover a target
};

}  // namespace cornerwise
