// A position: every colour's hand and whose turn it is.
#pragma once

#include <functional>

#include "hand.h"
#include "rules.h"

namespace cornerwise {

using Points = std::array<int, Rules::max_colours>;

class Position {
public:
    static constexpr int nobody = -1;

    /// The empty board, the first colour to play. The rules must outlive the position.
    explicit Position(const Rules& rules);

    const Rules& rules() const { return *rules_; }
    const Tables& tables() const { return *tables_; }
    const Hand& hand(int colour) const { return hands_[colour]; }
    const CellSet& covered() const { return covered_; }

    /// The colour on turn, which can move, or `nobody` when the game is over.
    int turn() const { return turn_; }
    /// The side that decides the move of the colour on turn.
    int side_to_play() const;
    /// Whether a colour can place a piece on these cells at all: it holds it, and they are free.
    bool has_room(int colour, int placement) const;
    bool is_legal(int colour, int placement) const;

    /// Lay a piece that there is room for, legal or not. The turn stays where it is unless that
    /// colour cannot move any more.
    void lay(int colour, int placement);
    /// Let a colour place nothing any more; if it was on turn, the next one is.
    void retire(int colour);
    /// Give the turn to the first colour from this one on that can move.
    void give_turn(int colour);
    /// Make a legal move for the colour on turn.
    void play(int placement);

    /// A colour's points: higher is better under every scoring.
    int points(int colour) const;
    /// The points of each side.
    Points side_points() const;
    /// A number that tells positions apart, however they came about.
    std::uint64_t key() const;

    std::uint64_t perft(int depth) const;
    /// Whether everything kept up to date equals what follows from the placements laid.
    bool is_consistent() const;

private:
    void put(int colour, int placement);
    void open_starts(int colour);
    bool far_enough(int colour, int field, int other) const;

    const Rules* rules_;
    const Tables* tables_;
    std::vector<Hand> hands_;
    CellSet covered_{};
    int turn_ = 0;
};

}  // namespace cornerwise
