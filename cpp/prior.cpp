#include "prior.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "exponential.h"

namespace cornerwise {

CORNERWISE_HOT
void Eye::see(const Situation& position) {
    const auto& rules = position.rules();
    const auto& mine = position.hand(position.turn());
    const int side = position.side_to_play();
    const auto board = ~tables_.off_board;
    is_[there] = is_[safe] = board;
    is_[opening] = mine.anchored - mine.closed;
    is_[covered] = position.covered();
    const auto free = board - mine.closed;
    auto shut = board & mine.closed;
    tables_.spread(shut, tables_.off_board, 1);
    is_[roomy] = board - shut;
    new_openings_ = free - mine.anchored;
    around_ = free;
    tables_.spread(around_, tables_.off_board, 1);
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        if (colour == position.turn()) continue;
        const auto& hand = position.hand(colour);
        const auto open = hand.anchored - hand.closed;
        if (rules.sides[colour] == side) {
            is_[partner] |= open;
            continue;
        }
        is_[rival] |= open;
        is_[safe] &= hand.closed;
        count_traffic(hand, traffic);
        if (hand.last() < 0) continue;
        const auto [base, o] = tables_.placements[hand.last()];
        for (int delta : tables_.orientations[o].corners)
            if (open.test(base + delta)) is_[newest].set(base + delta);
    }
    count_traffic(mine, own);
    see_reach(position);
}

/// Step from the openings over edges to free cells.
CORNERWISE_HOT
void Eye::see_reach(const Situation& position) {
    const auto& rules = position.rules();
    const int side = position.side_to_play();
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        if (colour == position.turn() || rules.sides[colour] == side) continue;
        const auto& hand = position.hand(colour);
        auto reached = hand.anchored - hand.closed;
        tables_.spread(reached, hand.closed, 2);
        is_[soon] |= reached;
        tables_.spread(reached, hand.closed, 3);
        is_[later] |= reached;
    }
    is_[later] -= is_[soon];
    const auto& mine = position.hand(position.turn());
    auto reached = is_[opening];
    tables_.spread(reached, mine.closed, 3);
    is_[fresh] = is_[there] - mine.closed - reached;
}

/// Count for every cell round moves of the colour on turn how many of a colour's moves go through
/// it.
void Eye::count_traffic(const Stock& hand, Trait trait) {
    constexpr int most = 24;
    Traffic through{};
    const int total = hand.count_traffic(tables_, through);
    if (total == 0) return;
    auto& amount = amount_[trait - plain_traits];
    (around_ - hand.closed).for_each([&](int at) {
        amount[at] =
            static_cast<std::uint8_t>(std::min(amount[at] + 64 * through[at] / total, most));
    });
}

Eye::Features Eye::look(int placement) const {
    Features found{};
    const auto [base, o] = tables_.placements[placement];
    const auto& orientation = tables_.orientations[o];
    const auto add = [&](Part part, int position) {
        for (int trait = 0; trait < trait_count; ++trait)
            found[Weights::feature(part, trait)] += at(trait, position);
    };
    for (int delta : orientation.cells) add(cell, base + delta);
    for (int delta : orientation.border) add(border, base + delta);
    for (int delta : orientation.corners)
        if (new_openings_.test(base + delta)) add(corner, base + delta);
    return found;
}

void Eye::weigh(const float* weight, Sums& sums) const {
    std::array<Sums::value_type, trait_count> weights{};  // of each trait, for all parts at once
    for (int trait = 0; trait < trait_count; ++trait)
        for (int part = 0; part < part_count; ++part)
            weights[trait][part] = weight[Weights::feature(part, trait)];
    const auto add = [](Sums::value_type& sum, const Sums::value_type& more, float times) {
        for (int i = 0; i < Parts::stride; ++i) sum[i] += times * more[i];
    };
    std::fill_n(sums.begin(), tables_.span, Sums::value_type{});
    for (int trait = there + 1; trait < plain_traits; ++trait)
        (is_[trait] & around_).for_each([&](int at) { add(sums[at], weights[trait], 1); });
    around_.for_each([&](int at) {
        auto sum = weights[there];
        for (int trait = plain_traits; trait < trait_count; ++trait)
            add(sum, weights[trait], float(this->at(trait, at)));
        add(sums[at], sum, 1);
        if (!new_openings_.test(at)) sums[at][corner] = 0;
    });
}

namespace {

/// For sorting: the higher the prior the higher, and among equal ones the lower the move.
std::uint64_t rank(const Candidate& candidate) {
    return std::uint64_t{std::bit_cast<std::uint32_t>(candidate.prior)} << 32 |
           ~static_cast<std::uint32_t>(candidate.move);
}

/// Drop candidates that so many others are better than; some such may stay. Priors are told apart
/// roughly, by the first bits of a number, and counted, which takes no branch that could go wrong.
void drop_worst(std::vector<Candidate>& found, std::size_t most) {
    static constexpr std::uint32_t shift = 20,
                                   highest = std::bit_cast<std::uint32_t>(1.0f) >> shift;
    const auto level = [](const Candidate& candidate) {  // even of what is no number
        return std::min(std::bit_cast<std::uint32_t>(candidate.prior) >> shift, highest);
    };
    std::array<std::uint16_t, highest + 1> count{};
    for (const auto& candidate : found) ++count[level(candidate)];
    auto lowest = highest + 1;
    for (std::size_t kept = 0; kept < most;) kept += count[--lowest];
    std::size_t kept = 0;
    for (const auto candidate : found) {
        found[kept] = candidate;
        kept += level(candidate) >= lowest;
    }
    found.resize(kept);
}

}  // namespace

std::size_t rate_moves(const Situation& position, const Weights& weights, std::size_t most,
                       Rating& rating) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    const float* weight = weights.of(hand.placed);
    Eye::Sums sums;
    Eye(position).weigh(weight + Tables::max_pieces, sums);
    hand.list_moves(tables, rating.options);
    auto& found = rating.moves;
    float highest = -INFINITY;
    found.clear();
    for (const auto& option : rating.options) {
        const auto& orientation = tables.orientations[option.orientation];
        const float sum =
            weight[orientation.piece] + orientation.parts.sum(sums[option.base].data());
        highest = std::max(highest, sum);
        found.push_back({option.placement, sum});
    }
    for (auto& candidate : found) candidate.prior = exponential(candidate.prior - highest);
    // Whole numbers add up to the same in any order, and the order depends on how moves are kept.
    constexpr float one = 1ll << 40;
    std::int64_t sum = 0;
    for (const auto& candidate : found) sum += static_cast<std::int64_t>(candidate.prior * one);
    const float total = static_cast<float>(sum) / one;
    for (auto& candidate : found) candidate.prior /= total;
    const auto all = found.size();
    if (all > most) drop_worst(found, most);
    std::sort(found.begin(), found.end(),
              [](const Candidate& a, const Candidate& b) { return rank(a) > rank(b); });
    if (found.size() > most) found.resize(most);
    return all;
}

}  // namespace cornerwise
