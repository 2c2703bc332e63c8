#include "position.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "random.h"

namespace cornerwise {

Position::Position(const Rules& rules)
    : Situation(rules), hands_(rules.colour_count(), Hand(*rules.tables)) {
    for (auto& hand : hands_) hand.singles_last = rules.singles_last;
    for (int colour = 0; colour < rules.colour_count(); ++colour) open_starts(colour);
    give_turn(0);
}

bool Position::has_room(int colour, int placement) const {
    const auto& orientation = tables_->orientation_of(placement);
    if (!hands_[colour].holds(orientation.piece)) return false;
    return std::none_of(orientation.cells.begin(), orientation.cells.end(), [&](int delta) {
        return covered_.test(tables_->placements[placement].base + delta);
    });
}

void Position::lay(int colour, int placement) {
    put(colour, placement);
    if (turn_ != nobody) give_turn(turn_);
}

void Position::put(int colour, int placement) {
    const auto [base, o] = tables_->placements[placement];
    const auto& cells = tables_->orientations[o].cells;
    auto& hand = hands_[colour];
    const bool first = hand.placed == 0;
    if (first) {
        for (int field = int(rules_->fields.size()) - 1; field >= 0; --field)
            for (int delta : cells)
                if (base + delta == tables_->position_of[rules_->fields[field]])
                    hand.start = static_cast<std::int8_t>(field);
    }
    for (int delta : cells) covered_.set(base + delta);
    for (int other = 0; other < rules_->colour_count(); ++other)
        if (other != colour) hands_[other].block(*tables_, placement);
    hand.place(*tables_, placement);
    if (first)
        for (int other = 0; other < rules_->colour_count(); ++other) open_starts(other);
    if (rules_->sides[colour] < 0) hand_on();
    assert(is_consistent());
}

void Position::retire(int colour) {
    hands_[colour].retire();
    const int side = rules_->sides[colour];
    bool stays = side < 0;
    for (int other = 0; other < rules_->colour_count(); ++other)
        stays = stays || (rules_->sides[other] == side && !hands_[other].retired);
    if (!stays) leave_rotation(side);
    if (turn_ != nobody) give_turn(turn_);
}

void Position::play(int placement) {
    const int colour = turn_;
    put(colour, placement);
    give_turn((colour + 1) % rules_->colour_count());
}

/// Anchor a colour that has not begun at the start fields it may cover.
void Position::open_starts(int colour) {
    auto& hand = hands_[colour];
    if (hand.placed > 0) return;
    hand.clear_anchors();
    for (int field = 0; field < int(rules_->fields.size()); ++field) {
        const int position = tables_->position_of[rules_->fields[field]];
        bool open = !hand.closed.test(position) && !hand.anchored.test(position) &&
                    (rules_->own[colour] < 0 || rules_->own[colour] == field);
        for (int other = 0; other < rules_->colour_count(); ++other)
            open = open && far_enough(colour, field, other);
        if (open) hand.add_anchor(*tables_, position);
    }
}

bool Position::far_enough(int colour, int field, int other) const {
    const int start = hands_[other].start;
    const int allowed = rules_->apart[colour][other];
    if (other == colour || start < 0 || allowed == 0) return true;
    const int ring = static_cast<int>(rules_->fields.size());
    const int steps = (field - start + ring) % ring;
    return allowed >> std::min(steps, ring - steps) & 1;
}

/// It covers what each colour has laid, where it began, whether its single cell came last, whose
/// turn it is, and who has left.
std::uint64_t Position::key() const {
    std::uint64_t key = scrambled(Mark::on_turn, 0, turn_ + 1) ^ absence();
    for (int colour = 0; colour < rules_->colour_count(); ++colour) {
        const auto& hand = hands_[colour];
        for (int i = 0; i < hand.placed; ++i)
            key ^= scrambled(Mark::placement, colour, hand.laid[i]);
        key ^= scrambled(Mark::start, colour, hand.start + 1);
        if (has_single_last(colour)) key ^= scrambled(Mark::single, colour, 0);
    }
    return key;
}

std::uint64_t Position::perft(int depth) const {
    if (depth == 0 || turn_ == nobody) return 1;
    if (depth == 1) return hands_[turn_].count_moves(*tables_);
    std::uint64_t total = 0;
    hands_[turn_].for_each_move(*tables_, [&](int move) {
        Position after = *this;
        after.play(move);
        total += after.perft(depth - 1);
    });
    return total;
}

bool Position::is_consistent() const {
    const auto& t = *tables_;
    std::vector<CellSet> closed(hands_.size(), t.off_board);
    std::vector<CellSet> corners(hands_.size(), CellSet{});
    for (std::size_t c = 0; c < hands_.size(); ++c)
        for (int i = 0; i < hands_[c].placed; ++i) {
            const auto& [base, o] = t.placements[hands_[c].laid[i]];
            for (int delta : t.orientations[o].cells)
                for (auto& set : closed) set.set(base + delta);
            for (int delta : t.orientations[o].claim) closed[c].set(base + delta);
            for (int delta : t.orientations[o].corners) corners[c].set(base + delta);
        }
    for (std::size_t c = 0; c < hands_.size(); ++c) {
        const auto& hand = hands_[c];
        if (hand.closed != closed[c]) return false;
        Hand full(t);
        for (int piece = 0; piece < t.piece_count(); ++piece) {
            const auto used = std::count_if(hand.laid.begin(), hand.laid.begin() + hand.placed,
                                            [&](int laid) { return t.piece_of(laid) == piece; });
            if (hand.count(piece) != full.count(piece) - used) return false;
        }
        std::set<int> held;
        bool twice = false;
        hand.for_each_move(t, [&](int move) { twice |= !held.insert(move).second; });
        if (twice) return false;

        Hand fresh(t);
        fresh.hold(t, hand.left);
        fresh.closed = closed[c];
        fresh.points = hand.points;
        fresh.straights = hand.straights;
        fresh.singles_last = hand.singles_last;
        fresh.retired = hand.retired;
        if (hand.placed > 0)
            (corners[c] - closed[c]).for_each([&](int at) { fresh.add_anchor(t, at); });
        else
            for (int a = 0; a < hand.anchor_count(); ++a)
                fresh.add_anchor(t, hand.anchor(a).position);
        std::set<int> expected;
        fresh.for_each_move(t, [&](int move) { expected.insert(move); });
        if (held != expected) return false;
    }
    return true;
}

}  // namespace cornerwise
