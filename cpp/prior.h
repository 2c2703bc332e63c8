// How good a move looks before it is searched: a weighted sum of what can be seen at a glance.
#pragma once

#include "position.h"

namespace cornerwise {

/// What is seen of a move besides its piece, as counts.
enum Feature {
    taken,     // openings of opponents that it covers
    partner,   // openings of partner colours that it covers
    replies,   // openings covered that the opponents' last moves made
    lost,      // own openings that it closes
    contact,   // cells of other pieces that it borders
    openings,  // new openings it makes
    room,      // free cells beside its new openings
    centre,    // how central its new openings lie, in eighths of the way
    feature_count
};

/// Weights for each phase of a colour's game: one for each piece, then one for each feature.
struct Weights {
    static constexpr int phases = 4;
    static constexpr int width = Tables::max_pieces + feature_count;
    static constexpr int count = phases * width;

    std::array<float, count> value{};

    static int phase(int placed) { return placed < 3 ? 0 : placed < 7 ? 1 : placed < 12 ? 2 : 3; }
    const float* of(int placed) const { return value.data() + phase(placed) * width; }
};

/// The counts of all features, a byte each.
using Features = std::uint64_t;
static_assert(feature_count <= sizeof(Features));

inline int count_of(Features features, int feature) { return features >> 8 * feature & 0xff; }

/// Sees the features of moves in one position. What a cell counts for is looked up once a position:
/// then a move's features are a few additions, eight counts at a time.
class Eye {
 public:
    explicit Eye(const Position& position);
    Features look(int placement) const;

 private:
    const Tables& tables_;
    std::array<Features, CellSet::capacity> at_;  // what each position counts for
};

struct Candidate {
    int move;
    float prior;
};

/// The moves of the colour on turn with their priors, which sum to 1, best first.
void rate_moves(const Position& position, const Weights& weights, std::vector<Candidate>& found);

}  // namespace cornerwise
