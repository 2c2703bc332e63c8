#include "late.h"

#include <algorithm>

namespace cornerwise {

LateHand::LateHand(const Hand& hand, const Room& room) : Stock(hand), room_(&room) {
    room.fill(distant_);
    room.fill(ready_);
    Room::Part covering{};
    for (int anchor : room.anchors())
        for (int w = 0; w < room.words(); ++w) covering.word[w] |= room.covering(anchor)[w];
    for (int w = 0; w < room.words(); ++w) {
        ready_.word[w] &= covering.word[w];
        distant_.word[w] &= ~covering.word[w];
        can_move_ |= ready_.word[w] != 0;
    }
}

/// Copies what is in use.
LateHand& LateHand::operator=(const LateHand& other) {
    Stock::operator=(other);
    room_ = other.room_;
    can_move_ = other.can_move_;
    made_count_ = other.made_count_;
    entered_ = other.entered_;
    std::copy_n(other.made_.begin(), made_count_, made_.begin());
    room_->copy(ready_, other.ready_);
    room_->copy(distant_, other.distant_);
    return *this;
}

template <typename Visit>
[[gnu::always_inline]] inline void LateHand::for_each_anchor(const Tables& tables,
                                                             Visit visit) const {
    for (int anchor : room_->anchors()) visit(anchor);
    for (int i = 0; i < made_count_; ++i) {
        const auto& option = (*room_)[made_[i]];
        for (int delta : tables.orientations[option.orientation].corners)
            visit(option.base + delta);
    }
}

template <typename Visit>
void LateHand::catch_up(const Tables& tables, Visit visit) {
    for (; entered_ < made_count_; ++entered_) {
        const auto& option = (*room_)[made_[entered_]];
        // Those that are closed have been so since before: they never count as anchors.
        for (int delta : tables.orientations[option.orientation].corners)
            anchored.set(option.base + delta);
        visit(option);
    }
}

CORNERWISE_HOT
Room::Part LateHand::possible() const {
    Room::Part all;
    for (int w = 0; w < room_->words(); w += block_words) {
        Block ready, distant;
        load(ready, &ready_.word[w]);
        load(distant, &distant_.word[w]);
        store(&all.word[w], ready | distant);
    }
    return all;
}

CORNERWISE_HOT
int LateHand::moves_counted(const Tables&) const { return room_->count(ready_); }

void LateHand::list_moves(const Tables&, std::vector<Option>& found) const {
    found.clear();
    room_->for_each(ready_, [&](const Option& option) { found.push_back(option); });
}

/// Find the anchors that moves count for: each for the oldest of those that it covers.
[[gnu::always_inline]] inline void LateHand::find_used(const Tables& tables, Survey& found) const {
    std::array<std::uint16_t, Tables::max_cells + 1> open;
    std::array<const std::uint64_t*, Tables::max_cells + 1> rows;
    int count = 0;
    CellSet known = closed;
    for_each_anchor(tables, [&](int anchor) {
        open[count] = static_cast<std::uint16_t>(anchor);
        rows[count] = room_->covering(anchor);
        count += !known.test(anchor);
        known.set(anchor);
    });
    std::array<Block, Tables::max_cells> moves;
    std::fill_n(moves.begin(), count, Block{});
    // The smallest pieces first, which cover few anchors and so soon show that most are used. The
    // youngest of which that is known need no more looking.
    int unsure = count;
    for (int w = room_->words() - block_words; w >= 0 && unsure > 0; w -= block_words) {
        Block rest, covering;
        load(rest, &ready_.word[w]);
        if (!any(rest)) continue;
        for (int a = 0; a < unsure; ++a) {
            load(covering, rows[a] + w);
            moves[a] |= rest & covering;
            rest &= ~covering;
        }
        while (unsure > 0 && any(moves[unsure - 1])) --unsure;
    }
    for (int a = 0; a < count; ++a) {
        const bool is_used = any(moves[a]);
        found.anchors += is_used;
        found.anchored.word[open[a] / 64] |= std::uint64_t{is_used} << open[a] % 64;
    }
}

CORNERWISE_HOT
Survey LateHand::surveyed(const Tables& tables) const {
    Survey found;
    if (!can_move_) return found;
    found.moves = room_->count(ready_);
    found.large = room_->count_largest(ready_);
    found.fitting = room_->pieces(ready_);
    find_used(tables, found);
    return found;
}

CORNERWISE_HOT
int LateHand::traffic_counted(const Tables& tables, Traffic& through) const {
    int total = 0;
    std::fill_n(through.begin(), tables.span, 0);
    room_->for_each(ready_, [&](const Option& option) {
        ++total;
        for (int delta : tables.orientations[option.orientation].cells)
            ++through[option.base + delta];
    });
    return total;
}

LatePosition::LatePosition(const Position& position, std::shared_ptr<const Rooms> rooms)
    : Situation(position), rooms_(std::move(rooms)) {
    for (int colour = 0; colour < rules().colour_count(); ++colour)
        hands_.emplace_back(position.hand(colour), (*rooms_)[colour]);
}

std::unique_ptr<LatePosition> LatePosition::of(const Position& position) {
    if (position.tables().bars_straights) return nullptr;
    for (int colour = 0; colour < position.rules().colour_count(); ++colour) {
        const auto& hand = position.hand(colour);
        if (hand.singles_last || (hand.placed == 0 && hand.anchor_count() > 0)) return nullptr;
    }
    auto rooms = Rooms::of(position);
    if (!rooms) return nullptr;
    return std::unique_ptr<LatePosition>(new LatePosition(position, std::move(rooms)));
}

CORNERWISE_HOT
void LatePosition::sketched(int placement) { make(rooms_->number(turn_, placement)); }

void LatePosition::play(int placement) {
    sketch(placement);
    catch_up();
}

/// Positions of one search share their rooms, and to share them anew takes time.
void LatePosition::become(const Situation& other) {
    const auto& late = static_cast<const LatePosition&>(other);
    Situation::operator=(late);
    if (rooms_ != late.rooms_) rooms_ = late.rooms_;
    hands_ = late.hands_;
}

std::uint64_t LatePosition::key() const {
    std::uint64_t key = scrambled(Mark::on_turn, 0, turn_ + 1) ^ absence();
    for (int colour = 0; colour < rules_->colour_count(); ++colour) {
        const auto& hand = hands_[colour];
        for (int i = 0; i < hand.made_count(); ++i)
            key ^= scrambled(Mark::placement, colour, hand.made(i));
        if (has_single_last(colour)) key ^= scrambled(Mark::single, colour, 0);
    }
    return key;
}

CORNERWISE_HOT
int LatePosition::weigh(int placement, int other) const {
    const auto row = rooms_->row(turn_, rooms_->number(turn_, placement));
    const auto gone = rooms_->gone(row, turn_, other);
    const auto all = hands_[other].possible();
    int count = 0;
    for (int w = 0; w < hands_[other].room().words(); ++w)
        count += std::popcount(all.word[w] & gone[w]);
    return count;
}

void LatePosition::catch_up() {
    for (auto& hand : hands_)
        hand.catch_up(*tables_, [&](const Option& option) {
            for (int delta : tables_->orientations[option.orientation].cells)
                covered_.set(option.base + delta);
        });
}

}  // namespace cornerwise
