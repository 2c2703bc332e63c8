// A position late in the game, kept in a way that suits it: so few placements can still come about
// that every colour's are a short set of bits, whether it touches them yet or not.
#pragma once

#include "rooms.h"

namespace cornerwise {

/// A colour's moves as parts of its room. A placement leaves it when one of its cells is closed or
/// its piece is gone, and may be made once it covers an anchor. Anchors and what is `anchored` are
/// not kept up to date with every move: playing on does not need them.
class LateHand final : public Stock {
public:
    /// The room is that of the hand, and must outlive it.
    LateHand(const Hand& hand, const Room& room);
    LateHand(const LateHand& other) : Stock(other) { *this = other; }
    LateHand& operator=(const LateHand& other);

    /// Another colour made a placement: it covers cells, and this is gone.
    void block(Rooms::Row cells, int cell_words, Rooms::Row gone);
    /// This colour made the placement of this number.
    void place(const Tables& tables, const Rooms& rooms, int colour, int number);
    /// Enter the anchors of the moves made meanwhile; each of them is visited.
    template <typename Visit>
    void catch_up(const Tables& tables, Visit visit);

    const Room& room() const { return *room_; }
    /// How many moves this colour has made since the room was made, and their numbers.
    int made_count() const { return made_count_; }
    int made(int index) const { return made_[index]; }
    /// What may be placed now.
    const Room::Part& ready() const { return ready_; }
    bool is_ready() const { return can_move_; }
    /// What could ever still be placed.
    Room::Part possible() const;

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
    void find_used(const Tables& tables, Survey& found) const;
    int traffic_counted(const Tables& tables, Traffic& through) const;
    /// Visit the cells that were anchors at some time, the oldest first; some come again.
    template <typename Visit>
    void for_each_anchor(const Tables& tables, Visit visit) const;
    void close(Rooms::Row cells, int cell_words);

    const Room* room_;
    bool can_move_ = false;
    std::uint8_t made_count_ = 0, entered_ = 0;
    std::array<std::uint16_t, Tables::max_pieces> made_;  // the numbers of the moves made
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
    void sketch(int placement) override { sketched(placement); }
    void catch_up() override;
    std::unique_ptr<Situation> copy() const override {
        return std::make_unique<LatePosition>(*this);
    }
    void become(const Situation& other) override;

    /// A number that tells positions with the same rooms apart, however they came about.
    std::uint64_t key() const;
    /// How much of what another colour could ever still place a move of that on turn takes away.
    int weigh(int placement, int other) const;

    /// Sketch the move of this number in the room of the colour on turn.
    void make(int number);

private:
    LatePosition(const Position& position, std::shared_ptr<const Rooms> rooms);

    void sketched(int placement);

    std::shared_ptr<const Rooms> rooms_;
    std::vector<LateHand> hands_;
};

// --- The parts that are compiled into whatever is hot ----------------------------------------

[[gnu::always_inline]] inline void LateHand::close(Rooms::Row cells, int cell_words) {
    for (int w = 0; w < cell_words; w += block_words) {
        Block here, more;
        load(here, &closed.word[w]);
        load(more, cells + w);
        store(&closed.word[w], here | more);
    }
}

[[gnu::always_inline]] inline void LateHand::block(Rooms::Row cells, int cell_words,
                                                   Rooms::Row gone) {
    close(cells, cell_words);
    Block left{};
    for (int w = 0; w < room_->words(); w += block_words) {
        Block ready, distant, strike;
        load(ready, &ready_.word[w]);
        load(distant, &distant_.word[w]);
        load(strike, gone + w);
        ready &= ~strike;
        distant &= ~strike;
        left |= ready;
        store(&ready_.word[w], ready);
        store(&distant_.word[w], distant);
    }
    can_move_ = any(left);
}

[[gnu::always_inline]] inline void LateHand::place(const Tables& tables, const Rooms& rooms,
                                                   int colour, int number) {
    const auto row = rooms.row(colour, number);
    const int piece = room_->piece(number);
    spend(tables, (*room_)[number].placement, piece);
    if (room_->has_several(piece) && !holds(piece)) {
        room_->spend(ready_, piece);
        room_->spend(distant_, piece);
    }
    made_[made_count_++] = static_cast<std::uint16_t>(number);
    close(rooms.claim(row), rooms.cell_words());
    const auto gone = rooms.gone(row), opened = rooms.opened(row, colour);
    Block left{};
    for (int w = 0; w < room_->words(); w += block_words) {
        Block ready, distant, strike, open;
        load(ready, &ready_.word[w]);
        load(distant, &distant_.word[w]);
        load(strike, gone + w);
        load(open, opened + w);
        ready = (ready | (distant & open)) & ~strike;
        distant &= ~(open | strike);
        left |= ready;
        store(&ready_.word[w], ready);
        store(&distant_.word[w], distant);
    }
    can_move_ = any(left);
}

[[gnu::always_inline]] inline void LatePosition::make(int number) {
    const auto& rooms = *rooms_;
    const int colour = turn_, colours = static_cast<int>(hands_.size());
    const auto row = rooms.row(colour, number);
    for (int other = 0; other < colours; ++other)
        if (other != colour)
            hands_[other].block(rooms.cells(row), rooms.cell_words(),
                                rooms.gone(row, colour, other));
    hands_[colour].place(*tables_, rooms, colour, number);
    if (rules_->sides[colour] < 0) hand_on();
    turn_ = nobody;
    int first = nobody;
    for (int step = 1; step <= colours; ++step) {
        const int next = colour + step < colours ? colour + step : colour + step - colours;
        if (!hands_[next].is_ready()) continue;
        if (first == nobody) first = next;
        if (rules_->sides[next] < 0) continue;
        turn_ = first;
        return;
    }
}

}  // namespace cornerwise
