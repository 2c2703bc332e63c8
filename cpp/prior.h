// How good a move looks before it is searched: a weighted sum of what can be seen at a glance.
#pragma once

#include "position.h"

namespace cornerwise {

/// What is seen of a move besides its piece, as counts.
enum Feature {
    taken,      // openings of opponents that it covers
    partner,    // openings of partner colours that it covers
    replies,    // openings covered that the opponents' last moves made
    traffic,    // the opponents' moves through the cells it covers, in 64ths of all of theirs
    lost,       // own openings that it closes
    own,        // own moves through the cells it closes, in 64ths of all
    contact,    // cells of other pieces that it borders
    openings,   // new openings it makes
    safe,       // of these, those that no opponent may cover
    contested,  // of these, those that are openings of an opponent too
    room,       // free cells beside its new openings
    centre,     // how central its new openings lie, in eighths of the way
    feature_count
};
inline constexpr std::array<const char*, feature_count> feature_names = {
    "taken",   "partner",  "replies", "traffic",   "lost", "own",
    "contact", "openings", "safe",    "contested", "room", "centre"};

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
class Features {
public:
    Features() = default;
    constexpr explicit Features(Feature feature, std::uint64_t count = 1) {
        word_[feature / 8] = count << 8 * (feature % 8);
    }

    int operator[](int feature) const { return word_[feature / 8] >> 8 * (feature % 8) & 0xff; }

    Features& operator+=(const Features& other) {
        for (std::size_t i = 0; i < word_.size(); ++i) word_[i] += other.word_[i];
        return *this;
    }
    /// Only the counts of the features that `mask` has at 255.
    friend Features operator&(Features features, const Features& mask) {
        for (std::size_t i = 0; i < features.word_.size(); ++i) features.word_[i] &= mask.word_[i];
        return features;
    }

private:
    std::array<std::uint64_t, 2> word_{};
};
static_assert(feature_count <= sizeof(Features));

/// Sees the features of moves in one position. What a cell counts for is looked up once a position:
/// then a move's features are a few additions of all counts at a time.
class Eye {
public:
    explicit Eye(const Position& position);
    Features look(int placement) const;

private:
    void add(const CellSet& set, const Features& features);
    void add_traffic(const Hand& hand, Feature feature);

    const Tables& tables_;
    std::array<Features, CellSet::capacity> at_{};  // what each position counts for
};

struct Candidate {
    int move;
    float prior;
};

/// The moves of the colour on turn with their priors, which sum to 1, best first.
void rate_moves(const Position& position, const Weights& weights, std::vector<Candidate>& found);

}  // namespace cornerwise
