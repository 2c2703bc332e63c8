#include "playout.h"

namespace cornerwise {

template <typename Kind, typename Choice>
[[gnu::always_inline]] inline void Playout::play(Kind& position, Choice& choice, Random& random,
                                                 float reply, int moves) {
    for (; moves > 0 && position.turn() != Situation::nobody; --moves) {
        choice.gather(position);
        bool replying = random.unit() < reply;
        if (replying) {
            const auto found = targets(position);
            replying = found.count > 0 && choice.gather_replies(position, found);
        }
        choice.make(position, random, replying);
    }
}

/// Find the open corners that an opponent's last move made and that the colour on turn may cover.
/// Opponents that cannot move any more do not matter.
template <typename Kind>
[[gnu::always_inline]] inline Playout::Targets Playout::targets(const Kind& position) {
    const auto& tables = position.tables();
    const auto& rules = position.rules();
    const int side = position.side_to_play();
    const auto& mine = position.hand(position.turn()).closed;
    Targets found;
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        if (rules.sides[colour] == side) continue;
        const auto& hand = position.hand(colour);
        if (hand.last() < 0 || !hand.can_move(tables)) continue;
        const auto [base, o] = tables.placements[hand.last()];
        for (int delta : tables.orientations[o].corners) {
            const int at = base + delta;
            found.at[found.count] = at;
            found.count += !mine.test(at) && !hand.closed.test(at);
        }
    }
    return found;
}

namespace {

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

void WidePlayout::run(Situation& position, Random& random, float reply, int moves) {
    play(static_cast<Position&>(position), choice_, random, reply, moves);
}

CORNERWISE_HOT
void WidePlayout::Choice::gather(const Position& position) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    const int size = largest_size(tables, hand);
    moves.total = 0;
    for (int a = 0; a < hand.anchor_count(); ++a)
        moves.put(a, hand.shapes(tables, a) & tables.kinds[hand.anchor(a).kind].of_size[size]);
}

CORNERWISE_HOT
bool WidePlayout::Choice::gather_replies(const Position& position, const Targets& targets) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    replies.total = 0;
    for (int a = 0; a < hand.anchor_count(); ++a) {
        const auto anchor = hand.anchor(a);
        const auto& covers = tables.kinds[anchor.kind].covers;
        ShapeSet covering{};
        if (moves.count[a] > 0)
            for (int i = 0; i < targets.count; ++i)
                covering |= covers[targets.at[i] - anchor.position];
        replies.put(a, moves.shapes[a] & covering);
    }
    return replies.total > 0;
}

void WidePlayout::Choice::make(Position& position, Random& random, bool replying) const {
    position.play((replying ? replies : moves).pick(position, random));
}

int WidePlayout::Shapes::pick(const Position& position, Random& random) const {
    int rank = random.below(total), a = 0;
    for (; rank >= count[a]; ++a) rank -= count[a];
    const int anchor = position.hand(position.turn()).anchor(a).position;
    return position.tables().number(anchor, shapes[a].nth(rank));
}

namespace {

/// The placement with this rank among those of a part within a range.
[[gnu::always_inline]] inline int nth(const Potential::Part& part, Potential::Range range,
                                      int rank) {
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

[[gnu::always_inline]] inline void LatePlayout::Choice::gather(const LatePosition& position) {
    const auto& hand = position.hand(position.turn());
    range = hand.potential().of_same_size(hand.potential().next(hand.ready(), 0));
}

[[gnu::always_inline]] inline bool LatePlayout::Choice::gather_replies(const LatePosition& position,
                                                                       const Targets& targets) {
    const auto& hand = position.hand(position.turn());
    std::array<const std::uint64_t*, std::tuple_size_v<decltype(Targets::at)>> rows;
    for (int i = 0; i < targets.count; ++i) rows[i] = hand.potential().covering(targets.at[i]);
    for (int w = range.first / 64 / block_words * block_words; w * 64 < range.end;
         w += block_words) {
        Block covering{}, more;
        for (int i = 0; i < targets.count; ++i) {
            load(more, rows[i] + w);
            covering |= more;
        }
        load(more, &hand.ready().word[w]);
        store(&replying.word[w], covering & more);
    }
    replies = Potential::count(replying, range);
    return replies > 0;
}

[[gnu::always_inline]] inline void LatePlayout::Choice::make(LatePosition& position, Random& random,
                                                             bool replied) const {
    const auto& part = replied ? replying : position.hand(position.turn()).ready();
    const int moves = replied ? replies : Potential::count(part, range);
    position.make(nth(part, range, random.below(moves)));
}

CORNERWISE_HOT
void LatePlayout::play_late(LatePosition& position, Random& random, float reply, int moves) {
    play(position, choice_, random, reply, moves);
}

}  // namespace cornerwise
