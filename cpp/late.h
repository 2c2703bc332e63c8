// A position late in the game, kept in a way that suits it: so few placements can still come about
// that every colour's are a short set of bits, whether it touches them yet or not.
#pragma once

#include "position.h"
#include "room.h"

namespace cornerwise {

/// A colour's moves as parts of its room. A placement leaves it when one of its cells is closed or
/// its piece is gone, and may be made once it covers an anchor.
class LateHand final : public Stock {
public:
    /// The room is that of the hand, and must outlive it.
    LateHand(const Hand& hand, const Room& room);
    LateHand(const LateHand& other) : Stock(other) { *this = other; }
    LateHand& operator=(const LateHand& other);

    /// Another colour covered cells.
    void block(const Tables& tables, int placement);
    /// This colour made a placement.
    void place(const Tables& tables, int placement);

    const Room& room() const { return *room_; }
    /// What may be placed now.
    const Room::Part& ready() const { return ready_; }

    bool can_move(const Tables&) const override { return can_move_; }
    int count_moves(const Tables& tables) const override { return moves_counted(tables); }
    void list_moves(const Tables& tables, std::vector<Option>& found) const override;
    Survey survey(const Tables& tables) const override { return surveyed(tables); }
    int count_traffic(const Tables& tables, Traffic& through) const override {
        return traffic_counted(tables, through);
    }

private:
    // What is compiled for several instruction sets cannot be virtual itself.
    int moves_counted(const Tables& tables) const;
    Survey surveyed(const Tables& tables) const;
    int traffic_counted(const Tables& tables, Traffic& through) const;

    const Room* room_;
    bool can_move_ = false;
    int anchor_count_ = 0;
    // Positions, the oldest first; one more is written before it is known whether it is new.
    std::array<std::uint16_t, Tables::max_cells + 1> anchors_;
    Room::Part ready_;
    Room::Part distant_;  // what covers no anchor yet
};

class LatePosition final : public Situation {
public:
    /// The same position, or null if it does not suit: too much can still come about, a colour has
    /// not begun, or moves depend on more than cells that are closed and pieces that are left.
    static std::unique_ptr<LatePosition> of(const Position& position);

    const LateHand& hand(int colour) const override { return hands_[colour]; }
    void play(int placement) override;
    std::unique_ptr<Situation> copy() const override {
        return std::make_unique<LatePosition>(*this);
    }
    void become(const Situation& other) override {
        *this = static_cast<const LatePosition&>(other);
    }

private:
    LatePosition(const Position& position, std::shared_ptr<const std::vector<Room>> rooms);

    std::shared_ptr<const std::vector<Room>> rooms_;
    std::vector<LateHand> hands_;
};

}  // namespace cornerwise
