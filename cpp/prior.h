// How good a move looks before it is searched: a weighted sum of what can be seen at a glance.
#pragma once

#include "situation.h"

namespace cornerwise {

/// What a cell is to the colour on turn.
enum Trait : int {
    there,    // it is on the board
    opening,  // an opening of the colour
    rival,    // of an opponent
    partner,  // of a partner colour
    newest,   // of an opponent, made by its last move
    covered,  // covered by any colour
    safe,     // closed to all opponents
    soon,     // an opponent gets there in two steps
    later,    // in three to five steps
    fresh,    // the colour itself needs more than three steps to get there
    roomy,    // nothing round it is closed to the colour
    traffic,  // how many moves of the opponents go through it, in 64ths of all of theirs
    own,      // the same for the colour's own moves
    central,  // how central it lies, in eighths of the way
    trait_count,
    plain_traits = traffic  // those before are there or not
};
inline constexpr std::array<const char*, trait_count> trait_names = {
    "there", "opening", "rival", "partner", "newest",  "covered", "safe",
    "soon",  "later",   "fresh", "roomy",   "traffic", "own",     "central"};

/// The corners of a move are openings that it makes.
inline constexpr std::array<const char*, part_count> part_names = {"cell", "border", "corner"};

/// Weights for each phase of a colour's game: one for each piece, then for each part one for each
/// trait of its cells.
struct Weights {
    static constexpr std::array phase_ends = {1, 3, 7, 12};  // placements of the colour
    static constexpr int phases = int(phase_ends.size()) + 1;
    static constexpr int features = int(part_count) * int(trait_count);
    static constexpr int width = Tables::max_pieces + features;
    static constexpr int count = phases * width;

    std::array<float, count> value{};

    static constexpr int feature(int part, int trait) { return part * int(trait_count) + trait; }
    const float* of(int placed) const {
        int phase = 0;
        while (phase < phases - 1 && placed >= phase_ends[phase]) ++phase;
        return value.data() + phase * width;
    }
};

/// Sees what every cell of a position is to the colour on turn.
class Eye {
public:
    explicit Eye(const Situation& position) : tables_(position.tables()) { see(position); }

    using Features = std::array<int, Weights::features>;
    /// The traits of the cells of a move, added up for each part of it.
    Features look(int placement) const;

    /// For every position and part the weighted traits: the weighted features of a move are a sum
    /// over these, a few additions (`Parts`).
    using Sums = std::array<std::array<float, Parts::stride>, CellSet::capacity>;
    void weigh(const float* weight, Sums& sums) const;

private:
    void see(const Situation& position);
    void see_reach(const Situation& position);
    void count_traffic(const Stock& hand, Trait trait);
    int at(int trait, int position) const {
        if (trait < plain_traits) return is_[trait].test(position);
        if (trait == central) return tables_.centrality[position];
        return amount_[trait - plain_traits][position];
    }

    const Tables& tables_;
    CellSet around_;        // the cells that moves of the colour cover or lie beside
    CellSet new_openings_;  // where the colour has no opening yet and may get one
    std::array<CellSet, plain_traits> is_{};
    // Only kept up to date in `around_`.
    std::array<std::array<std::uint8_t, CellSet::capacity>, central - plain_traits> amount_{};
};

struct Candidate {
    int move;
    float prior;
};

/// The moves that were rated, and room to work in that is kept from one position to the next.
struct Rating {
    std::vector<Candidate> moves;
    std::vector<Option> options;
};

/// The moves of the colour on turn with their priors, which sum to 1 over all of them: so many that
/// look best, best first. Returns how many there are in all.
std::size_t rate_moves(const Situation& position, const Weights& weights, std::size_t most,
                       Rating& rating);

}  // namespace cornerwise
