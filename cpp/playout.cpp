#include "playout.h"

namespace cornerwise {

void Playout::run(Position& position, Random& random, float reply, int moves) {
    for (; moves > 0 && position.turn() != Position::nobody; --moves)
        position.play(choose(position, random, reply));
}

int Playout::choose(const Position& position, Random& random, float reply) {
    gather(position, largest_size(position));
    if (random.unit() < reply && find_targets(position)) {
        gather_replies(position);
        if (replies_.total > 0) return pick(position, replies_, random);
    }
    return pick(position, moves_, random);
}

/// The size of the largest piece that the colour on turn can place.
CORNERWISE_HOT
int Playout::largest_size(const Position& position) const {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    std::array<ShapeSet, Tables::max_kinds> shapes;
    for (std::size_t k = 0; k < tables.kinds.size(); ++k) shapes[k] = {};
    for (int a = 0; a < hand.anchor_count(); ++a)
        shapes[hand.anchor(a).kind] |= hand.shapes(tables, a);
    for (int size = tables.largest; size > 1; --size)
        for (std::size_t k = 0; k < tables.kinds.size(); ++k)
            if ((shapes[k] & tables.kinds[k].of_size[size]).any()) return size;
    return 1;
}

/// Gather the moves of a size.
CORNERWISE_HOT
void Playout::gather(const Position& position, int size) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    moves_.total = 0;
    for (int a = 0; a < hand.anchor_count(); ++a)
        moves_.put(a, hand.shapes(tables, a) & tables.kinds[hand.anchor(a).kind].of_size[size]);
}

/// Find the openings that an opponent's last move made and that the colour on turn may cover.
/// Opponents that cannot move any more do not matter.
bool Playout::find_targets(const Position& position) {
    const auto& tables = position.tables();
    const auto& rules = position.rules();
    const int side = position.side_to_play();
    const auto& mine = position.hand(position.turn()).closed;
    targets_.clear();
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        const auto& hand = position.hand(colour);
        if (hand.last() < 0 || hand.anchor_count() == 0 || rules.sides[colour] == side) continue;
        const auto [base, o] = tables.placements[hand.last()];
        for (int delta : tables.orientations[o].corners)
            if (const int at = base + delta; !mine.test(at) && !hand.closed.test(at))
                targets_.push_back(at);
    }
    return !targets_.empty();
}

/// Gather those of the moves that cover a target.
CORNERWISE_HOT
void Playout::gather_replies(const Position& position) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    replies_.total = 0;
    for (int a = 0; a < hand.anchor_count(); ++a) {
        const auto anchor = hand.anchor(a);
        const auto& covers = tables.kinds[anchor.kind].covers;
        ShapeSet covering{};
        if (moves_.count[a] > 0)
            for (int target : targets_) covering |= covers[target - anchor.position];
        replies_.put(a, moves_.shapes[a] & covering);
    }
}

/// One of the moves, each as likely as the others.
int Playout::pick(const Position& position, const Choice& choice, Random& random) {
    int rank = random.below(choice.total), a = 0;
    for (; rank >= choice.count[a]; ++a) rank -= choice.count[a];
    const int anchor = position.hand(position.turn()).anchor(a).position;
    return position.tables().number(anchor, choice.shapes[a].nth(rank));
}

}  // namespace cornerwise
