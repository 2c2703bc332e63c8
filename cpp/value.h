// How a game will end, foretold without playing it out: learned weights over its outlook.
#pragma once

#include "four.h"
#include "outcome.h"
#include "outlook.h"

namespace cornerwise {

/// What is seen of a colour adds to the points that it, its opponents and its partners are still
/// expected to make. The weights differ by how many pieces the colour has placed.
struct ValueWeights {
    enum Role { own, opponent, partner, role_count };
    static constexpr int stages = Tables::max_pieces + 1;
    // One weight that is always added, one for each piece left (for each copy of it), for each that
    // fits, for each prospect, and for the number of turns until it is the colour's.
    static constexpr int left = 1, fitting = left + Tables::max_pieces,
                         prospects = fitting + Tables::max_pieces,
                         turns = prospects + prospect_count, width = turns + Rules::max_colours;
    static constexpr int spreads = stages * role_count * width;
    static constexpr int trusts = spreads + stages;
    static constexpr int replies = trusts + stages;
    static constexpr int horizons = replies + stages;
    static constexpr int count = horizons + stages;

    /// What is seen gives to each role at once.
    using Gift = FourKept;
    static_assert(role_count <= 4);

    // [stage][role][seen], then for each stage by how much it errs, then how much to trust a
    // playout instead, how often that should reply to the last moves, and how many moves it has
    std::vector<float> value;
    std::vector<Gift> gifts;     // [stage][seen], the same once more
    int prospects_in_sight = 0;  // the weights of all further ones are 0
    int far_sight = 0;           // so far ahead the weights look

    ValueWeights() = default;
    explicit ValueWeights(std::vector<float> given);

    bool empty() const { return value.empty(); }
    const Gift* of(int stage) const { return gifts.data() + stage * width; }
    float spread(int stage) const { return value[spreads + stage]; }
    float trust(int stage) const { return value[trusts + stage]; }
    float reply(int stage) const { return value[replies + stage]; }
    int horizon(int stage) const { return static_cast<int>(value[horizons + stage]); }
};

/// What a game will probably give, or has given if it is over: for that no weights are needed.
Expectation foretold(const Situation& position, const ValueWeights& weights);
/// The same of a game that is not over, if the points are known from before.
Expectation foretold(const Situation& position, const ValueWeights& weights, const Values& points);

}  // namespace cornerwise
