#include "playout.h"

namespace cornerwise {

void Playout::run(Position& position, Random& random, int moves) {
    moves_.resize(Tables::max_cells);
    replies_.resize(Tables::max_cells);
    for (; moves > 0 && position.turn() != Position::nobody; --moves)
        position.play(choose(position, random));
}

int Playout::choose(const Position& position, Random& random) {
    const int total = count_of_size(position, largest_size(position));
    if (random.unit() < reply_) {
        const int replies = find_targets(position) ? count_replies(position) : 0;
        if (replies > 0) return pick(position, replies_, random.below(replies));
    }
    return pick(position, moves_, random.below(total));
}

/// The size of the largest piece that the colour on turn can place.
CORNERWISE_HOT
int Playout::largest_size(const Position& position) const {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    std::array<ShapeSet, Tables::max_kinds> shapes{};
    for (int a = 0; a < hand.anchor_count(); ++a)
        shapes[hand.anchor(a).kind] |= hand.shapes(tables, a);
    for (int size = tables.largest; size > 1; --size)
        for (int k = 0; k < Tables::max_kinds; ++k)
            if ((shapes[k] & tables.kinds[k].of_size[size]).any()) return size;
    return 1;
}

/// Gather the moves of a size at every anchor, and count them.
CORNERWISE_HOT
int Playout::count_of_size(const Position& position, int size) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    int total = 0;
    for (int a = 0; a < hand.anchor_count(); ++a) {
        moves_[a] = hand.shapes(tables, a) & tables.kinds[hand.anchor(a).kind].of_size[size];
        total += moves_[a].count();
    }
    return total;
}

/// Find the openings that an opponent's last move made and that the colour on turn may cover.
bool Playout::find_targets(const Position& position) {
    const auto& tables = position.tables();
    const auto& rules = position.rules();
    const int side = position.side_to_play();
    const auto& mine = position.hand(position.turn()).closed;
    bool found = false;
    targets_ = {};
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        const auto& hand = position.hand(colour);
        if (hand.last() < 0 || rules.sides[colour] == side) continue;
        const auto [base, o] = tables.placements[hand.last()];
        for (int delta : tables.orientations[o].corners)
            if (const int at = base + delta; !mine.test(at) && hand.is_open(at)) {
                targets_.set(at);
                found = true;
            }
    }
    return found;
}

/// Gather those of the moves at every anchor that cover a target, and count them.
CORNERWISE_HOT
int Playout::count_replies(const Position& position) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    int total = 0;
    for (int a = 0; a < hand.anchor_count(); ++a) {
        const auto anchor = hand.anchor(a);
        const auto& covers = tables.kinds[anchor.kind].covers;
        ShapeSet covering{};
        covers.for_each_within(targets_, anchor.position,
                               [&](const ShapeSet& shapes) { covering |= shapes; });
        replies_[a] = moves_[a] & covering;
        total += replies_[a].count();
    }
    return total;
}

/// The move that comes after `rank` others in sets of shapes, one for each anchor.
CORNERWISE_HOT
int Playout::pick(const Position& position, const std::vector<ShapeSet>& sets, int rank) const {
    for (int a = 0;; ++a) {
        const int here = sets[a].count();
        if (rank < here) {
            const auto& hand = position.hand(position.turn());
            return position.tables().number(hand.anchor(a).position, sets[a].nth(rank));
        }
        rank -= here;
    }
}

}  // namespace cornerwise
