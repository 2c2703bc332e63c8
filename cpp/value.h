// The forecast of how a game will end: learned weights over its outlook.
#pragma once

#include "four.h"
#include "outcome.h"
#include "outlook.h"

namespace cornerwise {

/// What is seen of a colour adds to the points that it, its opponents and its partners are expected
/// to make. The weights depend on how many pieces the colour has placed.
struct ValueWeights {
    enum Role { own, opponent, partner, role_count };
    static constexpr int stages = Tables::max_pieces + 1;
    // A constant; then one weight for each piece left (for each copy of it), for each piece that
    // fits, for each prospect, and for the number of turns until the colour is on turn.
    static constexpr int left = 1, fitting = left + Tables::max_pieces,
                         prospects = fitting + Tables::max_pieces,
                         turns = prospects + prospect_count, width = turns + Rules::max_colours;
    static constexpr int spreads = stages * role_count * width;
    static constexpr int trusts = spreads + stages;
    static constexpr int replies = trusts + stages;
    static constexpr int horizons = replies + stages;
    static constexpr int count = horizons + stages;

    /// The weights of one feature for every role.
    using Gift = FourKept;
    static_assert(role_count <= 4);

    // [stage][role][seen]; then for each stage the spread, the trust in playouts, the frequency of
    // replies, the horizon
    std::vector<float> value;
    std::vector<Gift> gifts;     // [stage][seen], the same once more
    int prospects_in_sight = 0;  // the weights of all further ones are 0
    int far_sight = 0;           // how many distances have weights

    ValueWeights() = default;
    explicit ValueWeights(std::vector<float> given);

    bool empty() const { return value.empty(); }
    const Gift* of(int stage) const { return gifts.data() + stage * width; }
    float spread(int stage) const { return value[spreads + stage]; }
    float trust(int stage) const { return value[trusts + stage]; }
    float reply(int stage) const { return value[replies + stage]; }
    int horizon(int stage) const { return static_cast<int>(value[horizons + stage]); }
};

/// The expected end of a game. Of a finished game it is the result, and needs no weights.
Expectation forecast(const Situation& position, const ValueWeights& weights);
/// The same for a game that goes on, from points that were forecast before.
Expectation forecast(const Situation& position, const ValueWeights& weights, const Values& points);

}  // namespace cornerwise
