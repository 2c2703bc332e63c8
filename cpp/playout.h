// Playing on quickly and not too badly, to the end of the game or not.
#pragma once

#include <climits>

#include "late.h"
#include "random.h"

namespace cornerwise {

/// Plays games out. The policy: the largest pieces that fit, and among them rather those that take
/// an opening away which an opponent's last move made.
class Playout {
public:
    /// How often a reply to the last moves is preferred to any other move, if nothing is known.
    static constexpr float usual_reply = 0.7f;

    virtual ~Playout() = default;

    /// Play to the end, or only so many moves.
    void run(Situation& position, Random& random, float reply, int moves = INT_MAX);

private:
    bool find_targets(const Situation& position);

    /// Gather the moves of the largest pieces.
    virtual void gather(const Situation& position) = 0;
    /// Gather those of them that cover a target. False if there are none.
    virtual bool gather_replies(const Situation& position, const std::vector<int>& targets) = 0;
    /// One of the moves or of the replies that were gathered, each as likely as the others.
    virtual int pick_move(const Situation& position, Random& random) const = 0;
    virtual int pick_reply(const Situation& position, Random& random) const = 0;

    std::vector<int> targets_;  // openings of the opponents' last moves
};

/// For positions of hands.
class WidePlayout final : public Playout {
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
        int pick(const Position& position, Random& random) const;
    };

    void gather(const Situation& position) override { find_moves(position); }
    bool gather_replies(const Situation& position, const std::vector<int>& targets) override {
        return find_replies(position, targets);
    }
    int pick_move(const Situation& position, Random& random) const override;
    int pick_reply(const Situation& position, Random& random) const override;
    void find_moves(const Situation& position);
    bool find_replies(const Situation& position, const std::vector<int>& targets);

    Choice moves_;
    Choice replies_;
};

/// For late positions.
class LatePlayout final : public Playout {
private:
    void gather(const Situation& position) override { find_moves(position); }
    bool gather_replies(const Situation& position, const std::vector<int>& targets) override {
        return find_replies(position, targets);
    }
    int pick_move(const Situation& position, Random& random) const override;
    int pick_reply(const Situation& position, Random& random) const override;
    void find_moves(const Situation& position);
    bool find_replies(const Situation& position, const std::vector<int>& targets);

    Room::Range range_;  // of the largest pieces
    int moves_ = 0;
    int replies_ = 0;
    Room::Part replying_;  // only kept within the range
};

}  // namespace cornerwise
