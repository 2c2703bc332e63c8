// A position: every colour's hand and whose turn it is.
#pragma once

#include <functional>

#include "hand.h"
#include "situation.h"

namespace cornerwise {

class Position final : public Situation {
public:
    /// The empty board, the first colour to play. The rules must outlive the position.
    explicit Position(const Rules& rules);

    const Hand& hand(int colour) const override { return hands_[colour]; }
    /// Whether a colour can place a piece on these cells at all: it holds it, and they are free.
    bool has_room(int colour, int placement) const;

    /// Lay a piece that there is room for, legal or not. The turn stays where it is unless that
    /// colour cannot move any more.
    void lay(int colour, int placement);
    /// Let a colour place nothing any more; if it was on turn, the next one is.
    void retire(int colour);
    /// Give the turn to the first colour from this one on that can move.
    void give_turn(int colour) { pass_to(colour); }
    /// Let this place of the rotation take the shared colour's next turn.
    void give_share(int place) { sharer_ = place; }
    void play(int placement) override;
    std::unique_ptr<Situation> copy() const override { return std::make_unique<Position>(*this); }
    void become(const Situation& other) override { *this = static_cast<const Position&>(other); }

    /// A hash of the position: equal for equal ones, whatever the order of moves.
    std::uint64_t key() const;

    std::uint64_t perft(int depth) const;
    /// Whether everything that is kept up to date equals what the placements give.
    bool is_consistent() const;

private:
    void put(int colour, int placement);
    void open_starts(int colour);
    bool far_enough(int colour, int field, int other) const;

    std::vector<Hand> hands_;
};

}  // namespace cornerwise
