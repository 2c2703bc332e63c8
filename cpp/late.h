// The form of a position late in the game. Few placements are still possible, so each colour's are
// a short set of bits.
#pragma once

#include "effects.h"

namespace cornerwise {

/// A colour's moves as parts of its potential. A placement leaves when one of its cells closes or
/// its piece is gone. It may be made once it covers an anchor. Playouts do not need anchors and
/// `anchored`, so those are entered later, by `catch_up`.
class LateHand final : public Stock {
public:
    /// The potential must be that of the hand, and outlive this.
    LateHand(const Hand& hand, const Potential& potential);
    LateHand(const LateHand& other) : Stock(other) { *this = other; }
    LateHand& operator=(const LateHand& other);

    /// Another colour made a placement that covers `cells` and takes `gone` away.
    void block(Effects::Row cells, int cell_words, Effects::Row gone);
    /// This colour made the placement of this number.
    void place(const Tables& tables, const Effects& effects, int colour, int number);
    /// Enter the anchors of the moves made meanwhile, and visit each.
    template <typename Visit>
    void catch_up(const Tables& tables, Visit visit);

    const Potential& potential() const { return *potential_; }
    /// How many moves this colour has made since the potential was made, and their numbers.
    int made_count() const { return made_count_; }
    int made(int index) const { return made_[index]; }
    /// What may be placed now.
    const Potential::Part& ready() const { return ready_; }
    bool is_ready() const { return can_move_; }
    /// What could ever still be placed.
    Potential::Part possible() const;

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
    /// Visit the cells that were anchors at some time, the oldest first. Some come more than once.
    template <typename Visit>
    void for_each_anchor(const Tables& tables, Visit visit) const;
    void close(Effects::Row cells, int cell_words);

    const Potential* potential_;
    bool can_move_ = false;
    std::uint8_t made_count_ = 0, entered_ = 0;
    std::array<std::uint16_t, Tables::max_pieces> made_;  // the numbers of the moves made
    Potential::Part ready_;
    Potential::Part distant_;  // what covers no anchor yet
};

class LatePosition final : public Situation {
public:
    /// The same position in this form. Null if it does not fit: too many placements are possible, a
    /// colour has not begun, or moves depend on more than closed cells and pieces left.
    static std::unique_ptr<LatePosition> of(const Position& position);

    const LateHand& hand(int colour) const override { return hands_[colour]; }
    void play(int placement) override;
    void sketch(int placement) override { sketched(placement); }
    void catch_up() override;
    std::unique_ptr<Situation> copy() const override {
        return std::make_unique<LatePosition>(*this);
    }
    void become(const Situation& other) override;

    /// A hash of positions with the same effects: equal for equal ones, whatever the order of
    /// moves.
    std::uint64_t key() const;
    /// How many placements a move of the colour on turn takes from another colour.
    int weigh(int placement, int other) const;

    /// Sketch the move of this number in the potential of the colour on turn.
    void make(int number);

private:
    LatePosition(const Position& position, std::shared_ptr<const Effects> effects);

    void sketched(int placement);

    std::shared_ptr<const Effects> effects_;
    std::vector<LateHand> hands_;
};

// --- The parts that are compiled into whatever is hot ----------------------------------------

[[gnu::always_inline]] inline void LateHand::close(Effects::Row cells, int cell_words) {
    for (int w = 0; w < cell_words; w += block_words) {
        Block here, more;
        load(here, &closed.word[w]);
        load(more, cells + w);
        store(&closed.word[w], here | more);
    }
}

[[gnu::always_inline]] inline void LateHand::block(Effects::Row cells, int cell_words,
                                                   Effects::Row gone) {
    close(cells, cell_words);
    Block left{};
    for (int w = 0; w < potential_->words(); w += block_words) {
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

[[gnu::always_inline]] inline void LateHand::place(const Tables& tables, const Effects& effects,
                                                   int colour, int number) {
    const auto row = effects.row(colour, number);
    const int piece = potential_->piece(number);
    spend(tables, (*potential_)[number].placement, piece);
    if (potential_->has_several(piece) && !holds(piece)) {
        potential_->spend(ready_, piece);
        potential_->spend(distant_, piece);
    }
    made_[made_count_++] = static_cast<std::uint16_t>(number);
    close(effects.claim(row), effects.cell_words());
    const auto gone = effects.gone(row), opened = effects.opened(row, colour);
    Block left{};
    for (int w = 0; w < potential_->words(); w += block_words) {
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
    const auto& effects = *effects_;
    const int colour = turn_, colours = static_cast<int>(hands_.size());
    const auto row = effects.row(colour, number);
    for (int other = 0; other < colours; ++other)
        if (other != colour)
            hands_[other].block(effects.cells(row), effects.cell_words(),
                                effects.gone(row, colour, other));
    hands_[colour].place(*tables_, effects, colour, number);
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
