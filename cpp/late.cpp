#include "late.h"

#include <algorithm>

namespace cornerwise {

LateHand::LateHand(const Hand& hand, const Potential& potential)
    : Stock(hand), potential_(&potential) {
    potential.fill(distant_);
    potential.fill(ready_);
    Potential::Part covering{};
    for (int anchor : potential.anchors())
        for (int w = 0; w < potential.words(); ++w)
            covering.word[w] |= potential.covering(anchor)[w];
    for (int w = 0; w < potential.words(); ++w) {
        ready_.word[w] &= covering.word[w];
        distant_.word[w] &= ~covering.word[w];
        can_move_ |= ready_.word[w] != 0;
    }
}

/// Copies what is in use.
LateHand& LateHand::operator=(const LateHand& other) {
    Stock::operator=(other);
    potential_ = other.potential_;
    can_move_ = other.can_move_;
    made_count_ = other.made_count_;
    entered_ = other.entered_;
    std::copy_n(other.made_.begin(), made_count_, made_.begin());
    potential_->copy(ready_, other.ready_);
    potential_->copy(distant_, other.distant_);
    return *this;
}

template <typename Visit>
[[gnu::always_inline]] inline void LateHand::for_each_anchor(const Tables& tables,
                                                             Visit visit) const {
    for (int anchor : potential_->anchors()) visit(anchor);
    for (int i = 0; i < made_count_; ++i) {
        const auto& option = (*potential_)[made_[i]];
        for (int delta : tables.orientations[option.orientation].corners)
            visit(option.base + delta);
    }
}

template <typename Visit>
void LateHand::catch_up(const Tables& tables, Visit visit) {
    for (; entered_ < made_count_; ++entered_) {
        const auto& option = (*potential_)[made_[entered_]];
        // Closed cells were closed before: they never count as anchors.
        for (int delta : tables.orientations[option.orientation].corners)
            anchored.set(option.base + delta);
        visit(option);
    }
}

CORNERWISE_HOT
Potential::Part LateHand::possible() const {
    Potential::Part all;
    for (int w = 0; w < potential_->words(); w += block_words) {
        Block ready, distant;
        load(ready, &ready_.word[w]);
        load(distant, &distant_.word[w]);
        store(&all.word[w], ready | distant);
    }
    return all;
}

CORNERWISE_HOT
int LateHand::moves_counted(const Tables&) const { return potential_->count(ready_); }

void LateHand::list_moves(const Tables&, std::vector<Option>& found) const {
    found.clear();
    potential_->for_each(ready_, [&](const Option& option) { found.push_back(option); });
}

/// Find the anchors that have moves. A move counts for the oldest anchor that it covers.
[[gnu::always_inline]] inline void LateHand::find_used(const Tables& tables, Survey& found) const {
    std::array<std::uint16_t, Tables::max_cells + 1> open;
    std::array<const std::uint64_t*, Tables::max_cells + 1> rows;
    int count = 0;
    CellSet known = closed;
    for_each_anchor(tables, [&](int anchor) {
        open[count] = static_cast<std::uint16_t>(anchor);
        rows[count] = potential_->covering(anchor);
        count += !known.test(anchor);
        known.set(anchor);
    });
    std::array<Block, Tables::max_cells> moves;
    std::fill_n(moves.begin(), count, Block{});
    // Begin with the smallest pieces: they cover few anchors, and so soon show that most anchors
    // are used. From the youngest anchor down, those known to be used need no more looking.
    int unsure = count;
    for (int w = potential_->words() - block_words; w >= 0 && unsure > 0; w -= block_words) {
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
    found.moves = potential_->count(ready_);
    found.large = potential_->count_largest(ready_);
    found.fitting = potential_->pieces(ready_);
    find_used(tables, found);
    return found;
}

CORNERWISE_HOT
int LateHand::traffic_counted(const Tables& tables, Traffic& through) const {
    int total = 0;
    std::fill_n(through.begin(), tables.span, 0);
    potential_->for_each(ready_, [&](const Option& option) {
        ++total;
        for (int delta : tables.orientations[option.orientation].cells)
            ++through[option.base + delta];
    });
    return total;
}

LatePosition::LatePosition(const Position& position, std::shared_ptr<const Effects> effects)
    : Situation(position), effects_(std::move(effects)) {
    for (int colour = 0; colour < rules().colour_count(); ++colour)
        hands_.emplace_back(position.hand(colour), (*effects_)[colour]);
}

std::unique_ptr<LatePosition> LatePosition::of(const Position& position) {
    if (position.tables().bars_straights) return nullptr;
    for (int colour = 0; colour < position.rules().colour_count(); ++colour) {
        const auto& hand = position.hand(colour);
        if (hand.singles_last || (hand.placed == 0 && hand.anchor_count() > 0)) return nullptr;
    }
    auto effects = Effects::of(position);
    if (!effects) return nullptr;
    return std::unique_ptr<LatePosition>(new LatePosition(position, std::move(effects)));
}

CORNERWISE_HOT
void LatePosition::sketched(int placement) { make(effects_->number(turn_, placement)); }

void LatePosition::play(int placement) {
    sketch(placement);
    catch_up();
}

/// Positions of one search share their effects. Counting another owner would take time.
void LatePosition::become(const Situation& other) {
    const auto& late = static_cast<const LatePosition&>(other);
    Situation::operator=(late);
    if (effects_ != late.effects_) effects_ = late.effects_;
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
    const auto row = effects_->row(turn_, effects_->number(turn_, placement));
    const auto gone = effects_->gone(row, turn_, other);
    const auto all = hands_[other].possible();
    int count = 0;
    for (int w = 0; w < hands_[other].potential().words(); ++w)
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
