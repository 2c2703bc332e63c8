#include "playout.h"

namespace cornerwise {

void Playout::run(Situation& position, Random& random, float reply, int moves) {
    for (; moves > 0 && position.turn() != Situation::nobody; --moves) {
        gather(position);
        const bool replies =
            random.unit() < reply && find_targets(position) && gather_replies(position, targets_);
        position.play(replies ? pick_reply(position, random) : pick_move(position, random));
    }
}

/// Find the openings that an opponent's last move made and that the colour on turn may cover.
/// Opponents that cannot move any more do not matter.
bool Playout::find_targets(const Situation& position) {
    const auto& tables = position.tables();
    const auto& rules = position.rules();
    const int side = position.side_to_play();
    const auto& mine = position.hand(position.turn()).closed;
    targets_.clear();
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        if (rules.sides[colour] == side) continue;
        const auto& hand = position.hand(colour);
        if (hand.last() < 0 || !hand.can_move(tables)) continue;
        const auto [base, o] = tables.placements[hand.last()];
        for (int delta : tables.orientations[o].corners)
            if (const int at = base + delta; !mine.test(at) && !hand.closed.test(at))
                targets_.push_back(at);
    }
    return !targets_.empty();
}

namespace {

const Hand& hand_on_turn(const Situation& position) {
    return static_cast<const Position&>(position).hand(position.turn());
}

/// The size of the largest piece that a colour can place.
CORNERWISE_HOT
int largest_size(const Tables& tables, const Hand& hand) {
    std::array<ShapeSet, Tables::max_kinds> shapes;
    for (std::size_t k = 0; k < tables.kinds.size(); ++k) shapes[k] = {};
    for (int a = 0; a < hand.anchor_count(); ++a)
        shapes[hand.anchor(a).kind] |= hand.shapes(tables, a);
    for (int size = tables.largest; size > 1; --size)
        for (std::size_t k = 0; k < tables.kinds.size(); ++k)
            if ((shapes[k] & tables.kinds[k].of_size[size]).any()) return size;
    return 1;
}

}  // namespace

CORNERWISE_HOT
void WidePlayout::find_moves(const Situation& position) {
    const auto& tables = position.tables();
    const auto& hand = hand_on_turn(position);
    const int size = largest_size(tables, hand);
    moves_.total = 0;
    for (int a = 0; a < hand.anchor_count(); ++a)
        moves_.put(a, hand.shapes(tables, a) & tables.kinds[hand.anchor(a).kind].of_size[size]);
}

CORNERWISE_HOT
bool WidePlayout::find_replies(const Situation& position, const std::vector<int>& targets) {
    const auto& tables = position.tables();
    const auto& hand = hand_on_turn(position);
    replies_.total = 0;
    for (int a = 0; a < hand.anchor_count(); ++a) {
        const auto anchor = hand.anchor(a);
        const auto& covers = tables.kinds[anchor.kind].covers;
        ShapeSet covering{};
        if (moves_.count[a] > 0)
            for (int target : targets) covering |= covers[target - anchor.position];
        replies_.put(a, moves_.shapes[a] & covering);
    }
    return replies_.total > 0;
}

int WidePlayout::pick_move(const Situation& position, Random& random) const {
    return moves_.pick(static_cast<const Position&>(position), random);
}

int WidePlayout::pick_reply(const Situation& position, Random& random) const {
    return replies_.pick(static_cast<const Position&>(position), random);
}

int WidePlayout::Choice::pick(const Position& position, Random& random) const {
    int rank = random.below(total), a = 0;
    for (; rank >= count[a]; ++a) rank -= count[a];
    const int anchor = position.hand(position.turn()).anchor(a).position;
    return position.tables().number(anchor, shapes[a].nth(rank));
}

namespace {

const LateHand& late_hand_on_turn(const Situation& position) {
    return static_cast<const LatePosition&>(position).hand(position.turn());
}

/// The placement of a part that comes after so many others of it within a range.
int nth(const Room::Part& part, Room::Range range, int rank) {
    for (int w = range.first / 64;; ++w) {
        auto word = part.word[w] & range.bits(w);
        const int here = std::popcount(word);
        if (rank >= here) {
            rank -= here;
            continue;
        }
        while (rank-- > 0) word &= word - 1;
        return w * 64 + std::countr_zero(word);
    }
}

}  // namespace

CORNERWISE_HOT
void LatePlayout::find_moves(const Situation& position) {
    const auto& hand = late_hand_on_turn(position);
    range_ = hand.room().of_same_size(hand.room().next(hand.ready(), 0));
    moves_ = 0;
    for (int w = range_.first / 64; w * 64 < range_.end; ++w)
        moves_ += std::popcount(hand.ready().word[w] & range_.bits(w));
}

CORNERWISE_HOT
bool LatePlayout::find_replies(const Situation& position, const std::vector<int>& targets) {
    const auto& hand = late_hand_on_turn(position);
    std::array<const std::uint64_t*, Rules::max_colours * Deltas::capacity> rows;
    int count = 0;
    for (int target : targets) rows[count++] = hand.room().covering(target);
    replies_ = 0;
    for (int w = range_.first / 64; w * 64 < range_.end; ++w) {
        std::uint64_t covering = 0;
        for (int i = 0; i < count; ++i) covering |= rows[i][w];
        replying_.word[w] = hand.ready().word[w] & covering;
        replies_ += std::popcount(replying_.word[w] & range_.bits(w));
    }
    return replies_ > 0;
}

int LatePlayout::pick_move(const Situation& position, Random& random) const {
    const auto& hand = late_hand_on_turn(position);
    return hand.room()[nth(hand.ready(), range_, random.below(moves_))].placement;
}

int LatePlayout::pick_reply(const Situation& position, Random& random) const {
    const auto& hand = late_hand_on_turn(position);
    return hand.room()[nth(replying_, range_, random.below(replies_))].placement;
}

}  // namespace cornerwise
