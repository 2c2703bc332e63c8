#include "outlook.h"

namespace cornerwise {

namespace {

/// How many steps are few, more, many, and nearly all there are.
constexpr std::array<int, Outlook::strides> stride = {2, 4, 7, 12};

/// Eight times the binary logarithm of n + 1, roughly: straight between powers of two.
int logarithm(int n) {
    const auto value = static_cast<unsigned>(n + 1);
    const int power = std::bit_width(value) - 1;
    return 8 * power + static_cast<int>((value - (1u << power)) * 8 >> power);
}

}  // namespace

/// What the colours reach, with sets of as many words as the board needs.
template <int Words>
[[gnu::always_inline]] inline void Outlook::look_within(const Situation& position, int far_sight) {
    const auto& tables = position.tables();
    const auto& sides = position.rules().sides;
    const int colours = position.rules().colour_count();
    std::array<BitSet<Words>, Rules::max_colours> reach, free;
    for (int colour = 0; colour < colours; ++colour) {
        const auto& hand = position.hand(colour);
        const auto seen = hand.survey(tables);
        reach[colour] = seen.anchored.template resized<Words>();
        free[colour] = ~hand.closed.template resized<Words>();
        fitting[colour] = seen.fitting;
        counts[colour] = {};
        counts[colour][anchors] = seen.anchors;
        counts[colour][large] = logarithm(seen.large);
        counts[colour][moves] = logarithm(seen.moves);
    }
    int step = 0;
    for (int s = 0; s < far_sight; ++s) {
        for (int colour = 0; colour < colours; ++colour)
            tables.spread_over(reach[colour], free[colour], stride[s] - step);
        step = stride[s];
        for (int colour = 0; colour < colours; ++colour) {
            auto alone = reach[colour];
            for (int other = 0; other < colours; ++other)
                if (other != colour && (sides[other] < 0 || sides[other] != sides[colour]))
                    alone -= reach[other];
            counts[colour][near + 2 * s] = reach[colour].count();
            counts[colour][near_alone + 2 * s] = alone.count();
        }
    }
    for (int colour = 0; colour < colours; ++colour)
        for (int area = 0; area < 2 * far_sight; ++area)
            counts[colour][needed + area] =
                std::min<int>(counts[colour][near + area], position.hand(colour).cells_left);
}

CORNERWISE_HOT
void Outlook::look(const Situation& position, int far_sight) {
    switch (position.tables().words()) {
        case 8:
            return look_within<8>(position, far_sight);
        case 12:
            return look_within<12>(position, far_sight);
        case 16:
            return look_within<16>(position, far_sight);
        default:
            return look_within<20>(position, far_sight);
    }
}

}  // namespace cornerwise
