// Quick moves to the end of the game, or only so far.
#pragma once

#include <climits>

#include "late.h"
#include "random.h"

namespace cornerwise {

/// Plays games out. The policy: place the largest pieces that fit, and among them prefer those that
/// take away an open corner which an opponent's last move made.
class Playout {
public:
    /// How often a reply to the last moves is preferred, if nothing was learned.
    static constexpr float usual_reply = 0.7f;

    virtual ~Playout() = default;

    /// Play to the end, or only so many moves. Moves are sketched.
    virtual void run(Situation& position, Random& random, float reply, int moves = INT_MAX) = 0;

protected:
    /// Open corners that the opponents' last moves made, as positions.
    struct Targets {
        int count = 0;
        std::array<int, Rules::max_colours * Deltas::capacity> at;
    };
    template <typename Kind>
    static Targets targets(const Kind& position);
    template <typename Kind, typename Choice>
    static void play(Kind& position, Choice& choice, Random& random, float reply, int moves);
};

/// For positions of hands.
class WidePlayout final : public Playout {
public:
    void run(Situation& position, Random& random, float reply, int moves = INT_MAX) override;

private:
    /// Moves to choose from: at each anchor some of its shapes.
    struct Shapes {
        std::vector<ShapeSet> shapes = std::vector<ShapeSet>(Tables::max_cells);
        std::array<int, Tables::max_cells> count;  // of shapes at each anchor
        int total;

        void put(int anchor, const ShapeSet& here) {
            shapes[anchor] = here;
            total += count[anchor] = here.count();
        }
        int pick(const Position& position, Random& random) const;
    };
    struct Choice {
        Shapes moves, replies;

        /// Gather the moves of the largest pieces.
        void gather(const Position& position);
        /// Gather those of them that cover a target. False if there are none.
        bool gather_replies(const Position& position, const Targets& targets);
        /// Make one of the moves or of the replies, each as likely as the others.
        void make(Position& position, Random& random, bool replying) const;
    };

    Choice choice_;
};

/// For late positions.
class LatePlayout final : public Playout {
public:
    void run(Situation& position, Random& random, float reply, int moves = INT_MAX) override {
        play_late(static_cast<LatePosition&>(position), random, reply, moves);
    }

private:
    struct Choice {
        Potential::Range range;  // of the largest pieces
        int replies;
        Potential::Part replying;  // only kept within the range

        void gather(const LatePosition& position);
        bool gather_replies(const LatePosition& position, const Targets& targets);
        void make(LatePosition& position, Random& random, bool replying) const;
    };

    void play_late(LatePosition& position, Random& random, float reply, int moves);

    Choice choice_;
};

}  // namespace cornerwise
