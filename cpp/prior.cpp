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

constexpr Features one(Feature feature) { return Features{1} << 8 * feature; }

template <typename... Of>
constexpr Features mask(Of... features) {
    return (0 | ... | (one(features) * 0xff));
}

}  // namespace

Eye::Eye(const Position& position) : tables_(position.tables()) {
    const auto& rules = position.rules();
    const auto& mine = position.hand(position.turn());
    const int side = position.side_to_play();
    at_.fill(0);
    const auto add = [&](const CellSet& set, Features features) {
        set.for_each([&](int at) { at_[at] += features; });
    };
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        if (colour == position.turn()) continue;
        const auto& hand = position.hand(colour);
        const auto open = hand.anchored - hand.closed;
        const bool friendly = rules.sides[colour] == side;
        add(open, one(friendly ? partner : taken));
        if (friendly || hand.last() < 0) continue;
        const auto [base, o] = tables_.placements[hand.last()];
        for (int delta : tables_.orientations[o].corners)
            if (open.test(base + delta)) at_[base + delta] += one(replies);
    }
    add(mine.anchored - mine.closed, one(lost));
    add(position.covered(), one(contact));
    for (int at : tables_.position_of) {
        if (mine.closed.test(at) || mine.anchored.test(at)) continue;
        Features here = one(openings) + one(centre) * Features(tables_.centrality[at]);
        for (int near : tables_.kinds[tables_.kind_at(at)].edges)
            here += mine.closed.test(at + near) ? 0 : one(room);
        at_[at] += here;
    }
}

Features Eye::look(int placement) const {
    const auto [base, o] = tables_.placements[placement];
    const auto& orientation = tables_.orientations[o];
    Features cells = 0, border = 0, corners = 0;
    for (int delta : orientation.cells) cells += at_[base + delta];
    for (int i = orientation.cells.count; i < orientation.claim.count; ++i)
        border += at_[base + orientation.claim.at[i]];
    for (int delta : orientation.corners) corners += at_[base + delta];
    return (cells & mask(taken, partner, replies)) + (border & mask(contact)) +
           ((cells + border) & mask(lost)) + (corners & mask(openings, room, centre));
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
            sum += weight[Tables::max_pieces + f] * float(count_of(seen, f));
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
