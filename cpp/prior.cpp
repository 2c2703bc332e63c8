#include "prior.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "exponential.h"

namespace cornerwise {

PriorWeights::PriorWeights(const std::vector<float>& given) : phase(phases) {
    for (int p = 0; p < phases; ++p) {
        const float* weight = given.data() + p * width;
        std::copy_n(weight, Tables::max_pieces, phase[p].pieces.begin());
        const auto of_trait = [&](int trait) {
            OfParts found;
            for (int part = 0; part < part_count; ++part)
                found[part] = weight[Tables::max_pieces + feature(part, trait)];
            return loaded(found);
        };
        auto& plain = phase[p].plain;
        for (unsigned some = 1; some < plain.size(); ++some) {
            const int last = std::bit_width(some) - 1;
            store(plain[some], loaded(plain[some ^ 1u << last]) + of_trait(last + 1));
        }
        for (int trait = plain_traits; trait < trait_count; ++trait)
            for (int times = 0; times <= most; ++times) {
                auto& amount = phase[p].amount[trait - plain_traits][times];
                store(amount, of_trait(trait) * float(times));
                if (trait == plain_traits)  // `there` is always, so it is added once
                    store(amount, of_trait(there) + loaded(amount));
            }
    }
}

CORNERWISE_HOT
void Eye::see(const Situation& position) {
    const auto& rules = position.rules();
    const auto& mine = position.hand(position.turn());
    const int side = position.side_to_play();
    Plain is;
    is[safe] = ~tables_.off_board;
    is[covered] = position.covered();
    is[partner] = is[rival] = is[newest] = {};
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        if (colour == position.turn()) continue;
        const auto& hand = position.hand(colour);
        const auto open = hand.anchored - hand.closed;
        if (rules.sides[colour] == side) {
            is[partner] |= open;
            continue;
        }
        is[rival] |= open;
        is[safe] &= hand.closed;
        if (hand.last() < 0) continue;
        const auto [base, o] = tables_.placements[hand.last()];
        for (int delta : tables_.orientations[o].corners)
            if (open.test(base + delta)) is[newest].set(base + delta);
    }
    see_reach(position, is);
    const auto near = find_near(mine, is);
    describe(near, ~mine.closed - mine.anchored, is);
    for (int colour = 0; colour < rules.colour_count(); ++colour)
        if (colour == position.turn())
            count_traffic(mine, own);
        else if (rules.sides[colour] != side)
            count_traffic(position.hand(colour), traffic);
}

/// Where opponents get to, stepping from their open corners over edges to free cells.
CORNERWISE_HOT
void Eye::see_reach(const Situation& position, Plain& is) const {
    const auto& rules = position.rules();
    const int side = position.side_to_play();
    is[soon] = is[later] = {};
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        if (colour == position.turn() || rules.sides[colour] == side) continue;
        const auto& hand = position.hand(colour);
        auto reached = hand.anchored - hand.closed;
        tables_.spread(reached, hand.closed, 2);
        is[soon] |= reached;
        tables_.spread(reached, hand.closed, 3);
        is[later] |= reached;
    }
    is[later] -= is[soon];
}

/// The cells that moves of a colour may cover, lie beside or touch at a vertex. A move goes no
/// farther from an anchor than its piece is large. The other traits of the cells are found on the
/// way.
CORNERWISE_HOT
CellSet Eye::find_near(const Stock& mine, Plain& is) const {
    constexpr int few = 3;
    const auto board = ~tables_.off_board;
    auto shut = board & mine.closed;
    tables_.spread(shut, tables_.off_board, 1);
    is[roomy] = board - shut;
    auto near = is[open_corner] = mine.anchored - mine.closed;
    tables_.spread(near, mine.closed, few);
    is[fresh] = board - mine.closed - near;
    tables_.spread(near, mine.closed, tables_.largest - 1 - few);
    tables_.spread(near, tables_.off_board, 1);
    auto touching = near;
    tables_.spread(touching, tables_.off_board, tables_.steps_to_touching - 1);
    return near | (touching - mine.closed - mine.anchored);
}

CORNERWISE_HOT
void Eye::describe(const CellSet& near, const CellSet& new_corners, const Plain& is) {
    for (int w = 0; w * 64 < tables_.span; ++w)
        for_each_bit(near.word[w], [&](int bit) {
            unsigned plain = 0;
            for (int trait = there + 1; trait < plain_traits; ++trait)
                plain |= unsigned(is[trait].word[w] >> bit & 1) << (trait - 1);
            const int at = w * 64 + bit;
            sights_[count_++] = {static_cast<std::uint16_t>(at),
                                 static_cast<std::uint16_t>(plain),
                                 {0, 0, tables_.centrality[at]},
                                 new_corners.test(at)};
        });
}

/// Count for every cell in sight how many of a colour's moves go through it.
CORNERWISE_HOT
void Eye::count_traffic(const Stock& hand, Trait trait) {
    Traffic through;
    const auto total = static_cast<std::uint64_t>(hand.count_traffic(tables_, through));
    if (total == 0) return;
    // Multiplying by this divides by the total: both are far too small for an error to show.
    constexpr int precision = 40;
    const std::uint64_t inverse = (std::uint64_t{1} << precision) / total + 1;
    for (int i = 0; i < count_; ++i) {
        auto& amount = sights_[i].amount[trait - plain_traits];
        const auto more = static_cast<int>(64 * through[sights_[i].at] * inverse >> precision);
        amount = static_cast<std::uint8_t>(std::min(amount + more, PriorWeights::most));
    }
}

Eye::Features Eye::look(int placement) const {
    Features found{};
    const auto [base, o] = tables_.placements[placement];
    const auto& orientation = tables_.orientations[o];
    const auto add = [&](Part part, int position) {
        const auto* end = sights_.data() + count_;
        const auto* sight =
            std::lower_bound(sights_.data(), end, position,
                             [](const Sight& a, int position) { return a.at < position; });
        if (sight == end || sight->at != position) return;
        if (part == corner && !sight->is_new) return;
        for (int trait = 0; trait < trait_count; ++trait)
            found[PriorWeights::feature(part, trait)] += sight->of(trait);
    };
    for (int delta : orientation.cells) add(cell, base + delta);
    for (int delta : orientation.border) add(border, base + delta);
    for (int delta : orientation.corners) add(corner, base + delta);
    return found;
}

void Eye::weigh(const PriorWeights::Phase& weights, Sums& sums) const {
    static_assert(corner == 2);
    static constexpr std::array<FourKept, 2> kept = {{{{1, 1, 0, 1}}, {{1, 1, 1, 1}}}};
    for (int i = 0; i < count_; ++i) {
        const auto& sight = sights_[i];
        Four sum = loaded(weights.amount[0][sight.amount[0]]);
        for (std::size_t k = 1; k < sight.amount.size(); ++k)
            sum += loaded(weights.amount[k][sight.amount[k]]);
        sum = loaded(weights.plain[sight.plain]) + sum;
        store(sums[sight.at], sum * loaded(kept[sight.is_new]));
    }
}

void Eye::clear(Sums& sums) const {
    for (int i = 0; i < count_; ++i) sums[sights_[i].at] = {};
}

namespace {

/// The bits of a number. std::bit_cast came only with GCC 11.
std::uint32_t bits_of(float number) {
    std::uint32_t bits;
    static_assert(sizeof bits == sizeof number);
    std::memcpy(&bits, &number, sizeof bits);
    return bits;
}

/// A key for sorting: higher priors first, and among equal ones lower moves first.
std::uint64_t rank(const Candidate& candidate) {
    return std::uint64_t{bits_of(candidate.prior)} << 32 |
           ~static_cast<std::uint32_t>(candidate.move);
}

constexpr std::size_t few = 32;

/// Sort without a branch that could be predicted wrongly: each element goes where the number of
/// higher ones says.
CORNERWISE_HOT
void sort_few(std::vector<Candidate>& candidates) {
    const auto count = candidates.size();
    std::array<Candidate, few> unsorted;
    std::array<std::uint64_t, few> ranks{};
    for (std::size_t i = 0; i < count; ++i) {
        unsorted[i] = candidates[i];
        ranks[i] = rank(candidates[i]);
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t higher = 0;
        for (std::size_t k = 0; k < few; ++k) higher += ranks[k] > ranks[i];
        candidates[higher] = unsorted[i];
    }
}

void sort(std::vector<Candidate>& candidates) {
    if (candidates.size() <= few) return sort_few(candidates);
    std::sort(candidates.begin(), candidates.end(),
              [](const Candidate& a, const Candidate& b) { return rank(a) > rank(b); });
}

/// A rough level of a prior: the first bits of the number.
constexpr int level_shift = 20;
constexpr std::uint32_t highest_level = 0x3f800000 >> level_shift;  // the bits of 1.0f
std::uint32_t level(float prior) {
    return std::min(bits_of(prior) >> level_shift, highest_level);  // even of what is no number
}

/// The highest level that at least so many reach. Counting takes no branch that could be predicted
/// wrongly.
std::uint32_t lowest_level(const std::vector<float>& priors, std::size_t count, std::size_t most) {
    std::array<std::uint16_t, highest_level + 1> at{};
    for (std::size_t i = 0; i < count; ++i) ++at[level(priors[i])];
    auto lowest = highest_level + 1;
    for (std::size_t kept = 0; kept < most;) kept += at[--lowest];
    return lowest;
}

/// Keep the `most` best moves; a few more may stay.
void choose(Rating& rating, std::size_t most) {
    const auto& options = rating.options;
    const auto& priors = rating.priors;
    const auto lowest =
        options.size() > most ? lowest_level(priors, options.size(), most) : std::uint32_t{0};
    rating.moves.resize(options.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < options.size(); ++i) {
        rating.moves[kept] = {options[i].placement, priors[i]};
        kept += level(priors[i]) >= lowest;
    }
    rating.moves.resize(kept);
}

/// Turn weighted features into priors.
void normalise(Rating& rating, float highest) {
    auto& priors = rating.priors;
    for (std::size_t i = 0; i < priors.size(); i += 4)
        store(&priors[i], exponential(loaded(&priors[i]) - highest));
    // Integers add up to the same in any order, and the order depends on the form of the position.
    constexpr float one = 1ll << 40;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < rating.options.size(); ++i)
        sum += static_cast<std::int64_t>(priors[i] * one);
    const float total = static_cast<float>(sum) / one;
    for (std::size_t i = 0; i < priors.size(); i += 4)
        store(&priors[i], loaded(&priors[i]) / total);
}

}  // namespace

std::size_t rate_moves(const Situation& position, const PriorWeights& weights, std::size_t most,
                       Rating& rating) {
    const auto& tables = position.tables();
    const auto& hand = position.hand(position.turn());
    const auto& weight = weights.of(hand.placed);
    auto& [found, options, priors, sums] = rating;
    hand.list_moves(tables, options);
    priors.assign((options.size() + 3) / 4 * 4, 0);
    const Eye eye(position);
    eye.weigh(weight, sums);
    float highest = -INFINITY;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const auto& orientation = tables.orientations[options[i].orientation];
        priors[i] = weight.pieces[orientation.piece] +
                    orientation.parts.sum(sums[options[i].base].at.data());
        highest = std::max(highest, priors[i]);
    }
    eye.clear(sums);
    normalise(rating, highest);
    choose(rating, most);
    sort(found);
    if (found.size() > most) found.resize(most);
    return options.size();
}

}  // namespace cornerwise
