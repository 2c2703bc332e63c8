#include "room.h"

namespace cornerwise {

namespace {

/// The cells that a colour's placements can ever reach: those free for it that hang together, by
/// edges or vertices, with its anchors.
std::vector<int> reachable_cells(const Tables& tables, const Hand& hand) {
    CellSet seen = hand.closed;
    std::vector<int> found;
    const auto visit = [&](int at) {
        if (seen.test(at)) return;
        seen.set(at);
        found.push_back(at);
    };
    for (int a = 0; a < hand.anchor_count(); ++a) visit(hand.anchor(a).position);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& kind = tables.kinds[tables.kind_at(found[i])];
        for (int delta : kind.edges) visit(found[i] + delta);
        for (int delta : kind.vertices) visit(found[i] + delta);
    }
    return found;
}

}  // namespace

Room::Room(const Position& position, int colour) : covering_(1) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(colour);
    of_piece_.resize(tables.sizes.size());
    // As if each of these cells were an opening.
    Hand free(tables);
    free.hold(tables, hand.left);
    free.closed = hand.closed;
    for (int at : reachable_cells(tables, hand)) {
        if (covering_.size() > 255) vast_ = true;
        if (vast_) return;
        row_[at] = static_cast<std::uint8_t>(covering_.size());
        covering_.emplace_back();
        free.add_anchor(tables, at);
    }
    int count = 0;
    free.for_each_move(tables, [&](int move) {
        if (count == Part::capacity) vast_ = true;
        if (vast_) return;
        const auto [base, o] = tables.placements[move];
        const auto& orientation = tables.orientations[o];
        whole_.set(count);
        of_piece_[orientation.piece].set(count);
        for (int delta : orientation.cells) covering_[row_[base + delta]].set(count);
        ++count;
    });
}

CORNERWISE_HOT
void Room::close(Part& part, int base, const Deltas& cells) const {
    for (int delta : cells)
        if (const int row = row_[base + delta]) part -= covering_[row];
}

CORNERWISE_HOT
int Room::weigh(const Part& part, int base, const Deltas& cells) const {
    Part covering{};
    for (int delta : cells)
        if (const int row = row_[base + delta]) covering |= covering_[row];
    return (covering & part).count();
}

CORNERWISE_HOT
std::uint32_t Room::pieces(const Part& part, std::uint32_t left) const {
    if (vast_) return left;
    std::uint32_t found = 0;
    for_each_bit(left, [&](int piece) {
        if ((part & of_piece_[piece]).any()) found |= std::uint32_t{1} << piece;
    });
    return found;
}

CORNERWISE_HOT
int Room::cells(const Part& part) const {
    int count = 0;
    for (std::size_t row = 1; row < covering_.size(); ++row) count += (part & covering_[row]).any();
    return count;
}

}  // namespace cornerwise
