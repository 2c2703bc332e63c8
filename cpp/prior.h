// How good a move looks before it is searched: a weighted sum of what can be seen at a glance.
#pragma once

#include "four.h"
#include "situation.h"

namespace cornerwise {

/// What a cell is to the colour on turn.
enum Trait : int {
    there,        // it is on the board
    open_corner,  // of the colour
    rival,        // an open corner of an opponent
    partner,      // an open corner of a partner colour
    newest,       // an open corner of an opponent, made by its last move
    covered,      // covered by any colour
    safe,         // closed to all opponents
    soon,         // an opponent gets there in two steps
    later,        // in three to five steps
    fresh,        // the colour itself needs more than three steps to get there
    roomy,        // nothing round it is closed to the colour
    traffic,      // how many moves of the opponents go through it, in 64ths of all of theirs
    own,          // the same for the colour's own moves
    central,      // how central it lies, in eighths of the way
    trait_count,
    plain_traits = traffic  // those before are there or not
};
/// As files of weights name them: there an open corner is an "opening".
inline constexpr std::array<const char*, trait_count> trait_names = {
    "there", "opening", "rival", "partner", "newest",  "covered", "safe",
    "soon",  "later",   "fresh", "roomy",   "traffic", "own",     "central"};

/// The corners of a move are the open corners that it makes.
inline constexpr std::array<const char*, part_count> part_names = {"cell", "border", "corner"};

/// Weights for each phase of a colour's game: one for each piece, then for each part of a move one
/// for each trait of its cells.
struct PriorWeights {
    static constexpr std::array phase_ends = {1, 3, 7, 12};  // placements of the colour
    static constexpr int phases = int(phase_ends.size()) + 1;
    static constexpr int features = int(part_count) * int(trait_count);
    static constexpr int width = Tables::max_pieces + features;
    static constexpr int count = phases * width;

    /// For all parts at once; 0 for a cell that is no part.
    using OfParts = FourKept;
    static_assert(Parts::stride == 4);
    static constexpr int most = 24;  // of the traits that are more than there or not
    struct Phase {
        std::array<float, Tables::max_pieces> pieces;
        // Many cells are alike, so the sums of their traits are looked up.
        std::array<OfParts, 1 << (plain_traits - 1)> plain;  // every set of those but `there`
        std::array<std::array<OfParts, most + 1>, trait_count - plain_traits> amount;
    };
    std::vector<Phase> phase;

    /// There must be `count` of them.
    explicit PriorWeights(const std::vector<float>& given);

    static constexpr int feature(int part, int trait) { return part * int(trait_count) + trait; }
    const Phase& of(int placed) const {
        int at = 0;
        while (at < phases - 1 && placed >= phase_ends[at]) ++at;
        return phase[at];
    }
};

/// Sees the traits of the cells near the moves of the colour on turn.
class Eye {
public:
    explicit Eye(const Situation& position) : tables_(position.tables()) { see(position); }

    using Features = std::array<int, PriorWeights::features>;
    /// The traits of the cells of a move, added up for each part of it.
    Features look(int placement) const;

    /// The weighted traits of every position and part. The weighted features of a move are a sum of
    /// a few of these (`Parts`).
    using Sums = std::array<PriorWeights::OfParts, CellSet::capacity>;
    /// Fill in what the moves of the colour need. All must be 0 before.
    void weigh(const PriorWeights::Phase& weights, Sums& sums) const;
    /// Set all to 0 again.
    void clear(Sums& sums) const;

private:
    /// The traits of one cell.
    struct Sight {
        std::uint16_t at;
        std::uint16_t plain;  // the plain traits but `there`, as bits
        std::array<std::uint8_t, trait_count - plain_traits> amount;  // of the others
        bool is_new;  // the colour has no open corner there yet and may get one

        int of(int trait) const {
            if (trait == there) return 1;
            if (trait < plain_traits) return plain >> (trait - 1) & 1;
            return amount[trait - plain_traits];
        }
    };
    using Plain = std::array<CellSet, plain_traits>;

    void see(const Situation& position);
    void see_reach(const Situation& position, Plain& is) const;
    CellSet find_near(const Stock& mine, Plain& is) const;
    void describe(const CellSet& near, const CellSet& new_corners, const Plain& is);
    void count_traffic(const Stock& hand, Trait trait);

    const Tables& tables_;
    int count_ = 0;
    std::array<Sight, Tables::max_cells> sights_;  // of cells in the order of their positions
};

struct Candidate {
    int move;
    float prior;
};

/// The moves that were rated, with buffers that are kept from one position to the next.
struct Rating {
    std::vector<Candidate> moves;
    std::vector<Option> options;
    std::vector<float> priors;  // of the options, and what fills up the last four
    Eye::Sums sums{};
};

/// Rate the moves of the colour on turn: keep the `most` best-looking ones, best first. Priors sum
/// to 1 over all moves. Returns how many moves there are in all.
std::size_t rate_moves(const Situation& position, const PriorWeights& weights, std::size_t most,
                       Rating& rating);

}  // namespace cornerwise
