#include "outlook.h"

namespace cornerwise {

namespace {

/// How many steps are few, more, and many.
constexpr std::array<int, 3> strides = {2, 4, 7};

/// Eight times the binary logarithm of n + 1, roughly: straight between powers of two.
int logarithm(int n) {
    const auto value = static_cast<unsigned>(n + 1);
    const int power = std::bit_width(value) - 1;
    return 8 * power + static_cast<int>((value - (1u << power)) * 8 >> power);
}

}  // namespace

CORNERWISE_HOT
void Outlook::look(const Position& position) {
    const auto& tables = position.tables();
    const auto& rules = position.rules();
    const int colours = rules.colour_count();
    std::array<CellSet, Rules::max_colours> reach;
    for (int colour = 0; colour < colours; ++colour) {
        const auto& hand = position.hand(colour);
        std::array<ShapeSet, Tables::max_kinds> shapes{};
        reach[colour] = {};
        int all = 0, big = 0;
        for (int a = 0; a < hand.anchor_count(); ++a) {
            const auto here = hand.shapes(tables, a);
            const int kind = hand.anchor(a).kind;
            all += here.count();
            big += (here & tables.kinds[kind].of_size[tables.largest]).count();
            shapes[kind] |= here;
            reach[colour].set(hand.anchor(a).position);
        }
        std::uint32_t fit = 0;
        for_each_bit(hand.left, [&](int piece) {
            for (std::size_t k = 0; k < tables.kinds.size(); ++k)
                if ((shapes[k] & tables.kinds[k].of_piece[piece]).any())
                    fit |= std::uint32_t{1} << piece;
        });
        fitting[colour] = fit;
        counts[colour][anchors] = hand.anchor_count();
        counts[colour][large] = logarithm(big);
        counts[colour][moves] = logarithm(all);
    }
    int step = 0;
    for (std::size_t s = 0; s < strides.size(); ++s) {
        for (int colour = 0; colour < colours; ++colour)
            tables.spread(reach[colour], position.hand(colour).closed, strides[s] - step);
        step = strides[s];
        for (int colour = 0; colour < colours; ++colour) {
            CellSet others{};
            for (int other = 0; other < colours; ++other)
                if (other != colour &&
                    (rules.sides[other] < 0 || rules.sides[other] != rules.sides[colour]))
                    others |= reach[other];
            counts[colour][near + 2 * s] = reach[colour].count();
            counts[colour][near_alone + 2 * s] = (reach[colour] - others).count();
        }
    }
}

}  // namespace cornerwise
