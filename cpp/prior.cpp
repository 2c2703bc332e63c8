#include "prior.h"

#include <algorithm>
#include <cmath>

namespace cornerwise {

namespace {

/// e to the power of x <= 0, by arithmetic that rounds alike on every machine.
float exponential(float x) {
    x = std::max(x, -80.0f) / 256;
    float power = 1 + x * (1 + x * (0.5f + x * (1.0f / 6)));
    for (int doubling = 0; doubling < 8; ++doubling) power *= power;
    return power;
}

template <typename... Of>
Features mask(Of... features) {
    Features all;
    ((all += Features(features, 0xff)), ...);
    return all;
}

}  // namespace

Eye::Eye(const Position& position) : tables_(position.tables()) {
    const auto& rules = position.rules();
    const auto& mine = position.hand(position.turn());
    const int side = position.side_to_play();
    CellSet safe_cells = ~CellSet{}, contested_cells{};
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        if (colour == position.turn()) continue;
        const auto& hand = position.hand(colour);
        const auto open = hand.anchored - hand.closed;
        if (rules.sides[colour] == side) {
            add(open, Features(partner));
            continue;
        }
        add(open, Features(taken));
        add_traffic(hand, traffic);
        safe_cells &= hand.closed;
        contested_cells |= open;
        if (hand.last() < 0) continue;
        const auto [base, o] = tables_.placements[hand.last()];
        for (int delta : tables_.orientations[o].corners)
            if (open.test(base + delta)) at_[base + delta] += Features(replies);
    }
    add(mine.anchored - mine.closed, Features(lost));
    add_traffic(mine, own);
    add(position.covered(), Features(contact));
    for (int at : tables_.position_of) {
        if (mine.closed.test(at) || mine.anchored.test(at)) continue;
        at_[at] += Features(openings);
        at_[at] += Features(centre, tables_.centrality[at]);
        if (safe_cells.test(at)) at_[at] += Features(safe);
        if (contested_cells.test(at)) at_[at] += Features(contested);
        std::uint64_t free = 0;
        for (int near : tables_.kinds[tables_.kind_at(at)].edges)
            free += !mine.closed.test(at + near);
        at_[at] += Features(room, free);
    }
}

void Eye::add(const CellSet& set, const Features& features) {
    set.for_each([&](int at) { at_[at] += features; });
}

/// Count for every cell how many of a colour's moves go through it.
void Eye::add_traffic(const Hand& hand, Feature feature) {
    constexpr std::uint64_t most = 12;  // so that no sum over the cells of a move overflows
    std::array<std::uint16_t, CellSet::capacity> through{};
    std::uint64_t total = 0;
    hand.for_each_move(tables_, [&](int move) {
        const auto [base, o] = tables_.placements[move];
        for (int delta : tables_.orientations[o].cells) ++through[base + delta];
        ++total;
    });
    if (total == 0) return;
    for (int at : tables_.position_of)
        if (through[at] > 0) at_[at] += Features(feature, std::min(64 * through[at] / total, most));
}

Features Eye::look(int placement) const {
    static const Features of_cells = mask(taken, partner, replies, traffic, lost, own);
    static const Features of_border = mask(lost, own, contact);
    static const Features of_corners = mask(openings, safe, contested, room, centre);
    const auto [base, o] = tables_.placements[placement];
    const auto& orientation = tables_.orientations[o];
    Features cells, border, corners;
    for (int delta : orientation.cells) cells += at_[base + delta];
    for (int i = orientation.cells.count; i < orientation.claim.count; ++i)
        border += at_[base + orientation.claim.at[i]];
    for (int delta : orientation.corners) corners += at_[base + delta];
    Features seen = cells & of_cells;
    seen += border & of_border;
    seen += corners & of_corners;
    return seen;
}

void rate_moves(const Position& position, const Weights& weights, std::vector<Candidate>& found) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    const float* weight = weights.of(hand.placed);
    const Eye eye(position);
    float highest = -INFINITY;
    found.clear();
    hand.for_each_move(tables, [&](int move) {
        const Features seen = eye.look(move);
        float sum = weight[tables.piece_of(move)];
        for (int f = 0; f < feature_count; ++f)
            sum += weight[Tables::max_pieces + f] * float(seen[f]);
        highest = std::max(highest, sum);
        found.push_back({move, sum});
    });
    float total = 0;
    for (auto& candidate : found) {
        candidate.prior = exponential(candidate.prior - highest);
        total += candidate.prior;
    }
    for (auto& candidate : found) candidate.prior /= total;
    std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
        return a.prior != b.prior ? a.prior > b.prior : a.move < b.move;
    });
}

}  // namespace cornerwise
