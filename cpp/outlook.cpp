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

CORNERWISE_HOT
void Outlook::look(const Situation& position, int far_sight) {
    const auto& tables = position.tables();
    const auto& rules = position.rules();
    const int colours = rules.colour_count();
    std::array<CellSet, Rules::max_colours> reach;
    for (int colour = 0; colour < colours; ++colour) {
        const auto seen = position.hand(colour).survey(tables);
        reach[colour] = seen.anchored;
        fitting[colour] = seen.fitting;
        counts[colour] = {};
        counts[colour][anchors] = seen.anchors;
        counts[colour][large] = logarithm(seen.large);
        counts[colour][moves] = logarithm(seen.moves);
    }
    int step = 0;
    for (int s = 0; s < far_sight; ++s) {
        for (int colour = 0; colour < colours; ++colour)
            tables.spread(reach[colour], position.hand(colour).closed, stride[s] - step);
        step = stride[s];
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
    for (int colour = 0; colour < colours; ++colour)
        for (int area = 0; area < areas; ++area)
            counts[colour][needed + area] =
                std::min<int>(counts[colour][near + area], position.hand(colour).cells_left);
}

}  // namespace cornerwise
