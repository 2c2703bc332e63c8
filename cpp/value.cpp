#include "value.h"

#include <algorithm>
#include <cmath>

#include "exponential.h"

namespace cornerwise {

namespace {

/// The weighted sum of what is seen of a colour.
Four weighed(const ValueWeights& weights, const Stock& hand, const Outlook& outlook, int colour,
             int turns) {
    const auto* weight = weights.of(hand.placed);
    Four sum = loaded(weight[0]) + loaded(weight[ValueWeights::turns + turns]);
    for_each_bit(hand.left, [&](int piece) { sum += loaded(weight[ValueWeights::left + piece]); });
    if (hand.copies.any())
        for_each_bit(hand.left, [&](int piece) {
            sum += loaded(weight[ValueWeights::left + piece]) * float(hand.copies.of(piece));
        });
    for_each_bit(outlook.fitting[colour],
                 [&](int piece) { sum += loaded(weight[ValueWeights::fitting + piece]); });
    for (int i = 0; i < weights.prospects_in_sight; ++i)
        sum += loaded(weight[ValueWeights::prospects + i]) * float(outlook.counts[colour][i]);
    return sum;
}

/// The chances to win of sides with these points.
void share_out(Expectation& expected, int sides) {
    const float best = *std::max_element(expected.points.begin(), expected.points.begin() + sides);
    float total = 0;
    for (int side = 0; side < sides; ++side) {
        expected.share[side] = exponential((expected.points[side] - best) / expected.spread);
        total += expected.share[side];
    }
    for (int side = 0; side < sides; ++side) expected.share[side] /= total;
}

}  // namespace

ValueWeights::ValueWeights(std::vector<float> given)
    : value(std::move(given)), gifts(stages * width) {
    for (int stage = 0; stage < stages; ++stage)
        for (int role = 0; role < role_count; ++role)
            for (int i = 0; i < width; ++i)
                gifts[stage * width + i][role] = value[(stage * role_count + role) * width + i];
    for (int stage = 0; stage < stages; ++stage)
        for (int i = 0; i < prospect_count; ++i) {
            if (of(stage)[prospects + i] == Gift{}) continue;
            prospects_in_sight = std::max(prospects_in_sight, i + 1);
            if (i >= near) far_sight = std::max(far_sight, (i - near) % areas / 2 + 1);
        }
}

Expectation forecast(const Situation& position, const ValueWeights& weights) {
    const auto& rules = position.rules();
    if (position.turn() == Situation::nobody) return {rules, position.side_points()};
    const int colours = rules.colour_count();
    const Outlook outlook(position, weights.far_sight);
    std::array<Four, Rules::max_colours> gives;
    for (int colour = 0; colour < colours; ++colour) {
        const auto& hand = position.hand(colour);
        const int turns = (colour - position.turn() + colours) % colours;
        gives[colour] = weighed(weights, hand, outlook, colour, turns);
    }
    Values points{};
    for (int colour = 0; colour < colours; ++colour) {
        const int side = rules.sides[colour];
        if (side < 0) continue;
        float more = gives[colour][ValueWeights::own], against = 0, along = 0;
        int opponents = 0, partners = 0;
        for (int other = 0; other < colours; ++other) {
            if (other == colour) continue;
            if (rules.sides[other] == side)
                along += gives[other][ValueWeights::partner], ++partners;
            else
                against += gives[other][ValueWeights::opponent], ++opponents;
        }
        if (opponents > 0) more += against / float(opponents);
        if (partners > 0) more += along / float(partners);
        if (!position.hand(colour).can_move(position.tables())) more = 0;
        points[side] += float(position.points(colour)) + more;
    }
    return forecast(position, weights, points);
}

Expectation forecast(const Situation& position, const ValueWeights& weights, const Values& points) {
    Expectation expected;
    expected.share = {};
    expected.points = points;
    expected.spread = weights.spread(position.stage());
    share_out(expected, position.rules().side_count());
    return expected;
}

}  // namespace cornerwise
