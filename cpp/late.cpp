#include "late.h"

#include <algorithm>

namespace cornerwise {

LateHand::LateHand(const Hand& hand, const Room& room) : Stock(hand), room_(&room) {
    for (int a = 0; a < hand.anchor_count(); ++a) anchors_[a] = hand.anchor(a).position;
    anchor_count_ = hand.anchor_count();
    room.fill(distant_);
    room.fill(ready_);
    Room::Part covering;
    std::fill_n(covering.word.begin(), room.words(), 0);
    for (int a = 0; a < anchor_count_; ++a)
        for (int w = 0; w < room.words(); ++w) covering.word[w] |= room.covering(anchors_[a])[w];
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
    anchor_count_ = other.anchor_count_;
    std::copy_n(other.anchors_.begin(), anchor_count_, anchors_.begin());
    room_->copy(ready_, other.ready_);
    room_->copy(distant_, other.distant_);
    return *this;
}

CORNERWISE_HOT
void LateHand::block(const Tables& tables, int placement) {
    const auto [base, o] = tables.placements[placement];
    const auto& cells = tables.orientations[o].cells;
    bool is_new = false;
    for (int delta : cells) {
        is_new |= !closed.test(base + delta);
        closed.set(base + delta);
    }
    if (!is_new) return;
    const auto gone = room_->rows(base, cells);
    Block left{};
    for (int w = 0; w < room_->words(); w += Room::stretch) {
        Room::Stretch ready, distant, strike;
        gone.unite(strike, w);
        Room::load(ready, &ready_.word[w]);
        Room::load(distant, &distant_.word[w]);
        for (std::size_t b = 0; b < strike.size(); ++b) {
            ready[b] &= ~strike[b];
            distant[b] &= ~strike[b];
            left |= ready[b];
        }
        Room::store(&ready_.word[w], ready);
        Room::store(&distant_.word[w], distant);
    }
    can_move_ = any(left);
}

CORNERWISE_HOT
void LateHand::place(const Tables& tables, int placement) {
    const auto [base, o] = tables.placements[placement];
    const auto& orientation = tables.orientations[o];
    spend(tables, placement);
    for (int delta : orientation.claim) closed.set(base + delta);
    for (int delta : orientation.corners) {
        const int at = base + delta;
        const bool is_new = !closed.test(at) && !anchored.test(at);
        anchors_[anchor_count_] = static_cast<std::uint16_t>(at);
        anchor_count_ += is_new;
        if (is_new) anchored.set(at);
    }
    // What covers a cell that was closed or anchored before has been dealt with: no need to ask.
    const auto gone = room_->rows(base, orientation.claim);
    const auto opened = room_->rows(base, orientation.corners);
    room_->spend(ready_, orientation.piece);
    room_->spend(distant_, orientation.piece);
    Block left{};
    for (int w = 0; w < room_->words(); w += Room::stretch) {
        Room::Stretch ready, distant, strike, open;
        gone.unite(strike, w);
        opened.unite(open, w);
        Room::load(ready, &ready_.word[w]);
        Room::load(distant, &distant_.word[w]);
        for (std::size_t b = 0; b < strike.size(); ++b) {
            ready[b] = (ready[b] | (distant[b] & open[b])) & ~strike[b];
            distant[b] &= ~open[b] & ~strike[b];
            left |= ready[b];
        }
        Room::store(&ready_.word[w], ready);
        Room::store(&distant_.word[w], distant);
    }
    can_move_ = any(left);
}

CORNERWISE_HOT
int LateHand::moves_counted(const Tables&) const {
    int total = 0;
    for (int w = 0; w < room_->words(); ++w) total += std::popcount(ready_.word[w]);
    return total;
}

void LateHand::list_moves(const Tables&, std::vector<Option>& found) const {
    found.clear();
    room_->for_each(ready_, [&](const Option& option) { found.push_back(option); });
}

CORNERWISE_HOT
Survey LateHand::surveyed(const Tables& tables) const {
    Survey found;
    if (!can_move_) return found;
    found.moves = count_moves(tables);
    found.fitting = room_->pieces(ready_);
    const int first = room_->next(ready_, 0);
    if (tables.sizes[room_->piece(first)] == tables.largest) {
        const auto range = room_->of_same_size(first);
        for (int w = range.first / 64; w * 64 < range.end; ++w)
            found.large += std::popcount(ready_.word[w] & range.bits(w));
    }
    // A move counts for the oldest of the anchors that it covers.
    Room::Part rest;
    room_->copy(rest, ready_);
    for (int a = 0; a < anchor_count_; ++a) {
        const auto* row = room_->covering(anchors_[a]);
        if (closed.test(anchors_[a])) continue;
        Block all{};
        for (int w = 0; w < room_->words(); w += block_words) {
            Block here, covering;
            load(here, &rest.word[w]);
            load(covering, row + w);
            all |= here & covering;
            store(&rest.word[w], here & ~covering);
        }
        if (!any(all)) continue;
        ++found.anchors;
        found.anchored.set(anchors_[a]);
    }
    return found;
}

CORNERWISE_HOT
int LateHand::traffic_counted(const Tables& tables, Traffic& through) const {
    int total = 0;
    room_->for_each(ready_, [&](const Option& option) {
        ++total;
        for (int delta : tables.orientations[option.orientation].cells)
            ++through[option.base + delta];
    });
    return total;
}

LatePosition::LatePosition(const Position& position, std::shared_ptr<const std::vector<Room>> rooms)
    : Situation(position), rooms_(std::move(rooms)) {
    for (int colour = 0; colour < rules().colour_count(); ++colour)
        hands_.emplace_back(position.hand(colour), (*rooms_)[colour]);
}

std::unique_ptr<LatePosition> LatePosition::of(const Position& position) {
    const auto& tables = position.tables();
    if (tables.bars_straights) return nullptr;
    std::vector<Room> rooms;
    for (int colour = 0; colour < position.rules().colour_count(); ++colour) {
        const auto& hand = position.hand(colour);
        if (hand.singles_last || (hand.placed == 0 && hand.anchor_count() > 0)) return nullptr;
        rooms.emplace_back(tables, hand);
        if (rooms.back().is_vast()) return nullptr;
    }
    auto shared = std::make_shared<const std::vector<Room>>(std::move(rooms));
    return std::unique_ptr<LatePosition>(new LatePosition(position, std::move(shared)));
}

void LatePosition::play(int placement) {
    const auto [base, o] = tables_->placements[placement];
    const int colour = turn_, colours = rules_->colour_count();
    for (int delta : tables_->orientations[o].cells) covered_.set(base + delta);
    for (int other = 0; other < colours; ++other)
        if (other != colour) hands_[other].block(*tables_, placement);
    hands_[colour].place(*tables_, placement);
    pass_to((colour + 1) % colours);
}

}  // namespace cornerwise
