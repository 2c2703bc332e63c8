// A state of the game in either form: what the colours have, and whose turn it is.
#pragma once

#include <memory>

#include "rules.h"
#include "stock.h"

namespace cornerwise {

using Points = std::array<int, Rules::max_colours>;

class Situation {
public:
    static constexpr int nobody = -1;

    virtual ~Situation() = default;

    const Rules& rules() const { return *rules_; }
    const Tables& tables() const { return *tables_; }
    const CellSet& covered() const { return covered_; }
    virtual const Stock& hand(int colour) const = 0;

    /// The colour on turn, which can move, or `nobody` when the game is over.
    int turn() const { return turn_; }
    /// The side that decides the move of the colour on turn.
    int side_to_play() const;
    /// The place in the rotation that takes the next turn of a shared colour.
    int sharer() const { return sharer_; }
    /// How many pieces the colours have placed on average.
    int stage() const;
    bool is_legal(int colour, int placement) const;

    /// Make a legal move for the colour on turn.
    virtual void play(int placement) = 0;
    /// The same, but covered cells and `anchored` may wait for `catch_up`.
    virtual void sketch(int placement) { play(placement); }
    virtual void catch_up() {}
    virtual std::unique_ptr<Situation> copy() const = 0;
    /// Become a copy of another one of the same class.
    virtual void become(const Situation& other) = 0;

    /// A colour's points: higher is better under every scoring.
    int points(int colour) const;
    /// The points of each side.
    Points side_points() const;

protected:
    /// The rules must outlive it.
    explicit Situation(const Rules& rules) : rules_(&rules), tables_(rules.tables.get()) {}
    Situation(const Situation&) = default;
    Situation& operator=(const Situation&) = default;

    /// Give the turn to the first colour from this one on that can move. The game is over when no
    /// colour that counts for a side can. What a shared colour could still place changes nothing.
    void pass_to(int colour);
    /// Pass the next turn of the shared colour on to the next side still at the table.
    void hand_on();
    /// Let a side take no more of these turns.
    void leave_rotation(int side);
    /// Whether a colour has placed all its pieces, a single cell last.
    bool has_single_last(int colour) const;

    /// What a hash of a position is made of.
    enum class Mark : std::uint8_t { on_turn, placement, start, single, absent };
    static std::uint64_t scrambled(Mark mark, int colour, int number);
    /// The part of the sides that left in such a hash: 0 if all are there.
    std::uint64_t absence() const;

    const Rules* rules_;
    const Tables* tables_;
    CellSet covered_{};
    int turn_ = 0;
    int sharer_ = 0;            // whose turn it is in the rotation
    std::uint32_t absent_ = 0;  // those of the rotation who have left, as bits
};

}  // namespace cornerwise
