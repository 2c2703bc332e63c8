// One colour, in either form in which its moves are kept.
#pragma once

#include <algorithm>

#include "tables.h"

namespace cornerwise {

/// A legal move, with what is needed to look it up.
struct Option {
    int placement;
    int base;  // the position of its first cell
    int orientation;
};

/// What can be seen of a colour's moves.
struct Survey {
    int moves = 0;
    int large = 0;  // of them those of the largest pieces that there are
    int anchors = 0;
    CellSet anchored{};         // where those are
    std::uint32_t fitting = 0;  // the pieces that fit somewhere
};

/// For every position below the board's span how many moves cover it.
using Traffic = std::array<std::uint16_t, CellSet::capacity>;

/// What a colour has laid and holds. The derived classes keep its moves.
class Stock {
public:
    virtual ~Stock() = default;

    virtual bool can_move(const Tables& tables) const = 0;
    virtual int count_moves(const Tables& tables) const = 0;
    virtual void list_moves(const Tables& tables, std::vector<Option>& found) const = 0;
    /// Whether a placement is one of its moves.
    virtual bool can_place(const Tables& tables, int placement) const {
        std::vector<Option> moves;
        list_moves(tables, moves);
        return std::any_of(moves.begin(), moves.end(),
                           [&](const Option& move) { return move.placement == placement; });
    }
    virtual Survey survey(const Tables& tables) const = 0;
    /// Count the moves, and for each position those that cover it.
    virtual int count_traffic(const Tables& tables, Traffic& through) const = 0;

    /// The placement made last, -1 before the first.
    int last() const { return last_; }

    CellSet closed;      // covered by anyone, beside an edge of this colour, or off the board
    CellSet anchored{};  // are or were anchors
    /// How many of a piece it holds.
    int count(int piece) const { return static_cast<int>(left >> piece & 1) + copies.of(piece); }
    bool holds(int piece) const { return left >> piece & 1; }

    std::uint32_t left = 0;  // the pieces that it holds, as bits
    Copies copies;           // of them beyond the first
    std::int16_t cells_left = 0;
    std::uint8_t placed = 0;

protected:
    explicit Stock(const CellSet& closed_from_the_start) : closed(closed_from_the_start) {}
    Stock(const Stock&) = default;
    Stock& operator=(const Stock&) = default;

    /// Take a piece from the hand, which this placement lays.
    void spend(const Tables& tables, int placement, int piece) {
        last_ = placement;
        ++placed;
        if (copies.of(piece) > 0)
            copies.take(piece);
        else
            left &= ~(std::uint32_t{1} << piece);
        cells_left = static_cast<std::int16_t>(cells_left - tables.sizes[piece]);
    }

    int last_ = -1;
};

}  // namespace cornerwise
