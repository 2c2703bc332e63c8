// Ejection search for big puzzles: lay every piece of several colours by the rules of the game.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bitset.h"
#include "random.h"

namespace cornerwise {

// A family is the pieces of one colour. Where a symmetric solution is sought, a family is a colour
// and its images: only the first colour is searched, and a cell stands for all cells that the
// symmetry maps to each other.
struct EjectionProblem {
    struct Piece {
        int family;
        int shape;
        bool last;  // nothing may be reached through it
    };
    std::vector<std::vector<int>> edges;     // for each cell, the cells that share an edge with it
    std::vector<std::vector<int>> vertices;  // and those that touch it at a vertex
    std::vector<int> classes;                // for each cell, the place that it takes up
    std::vector<int> starts;                 // for each family, the cell its first piece covers
    std::vector<std::vector<std::vector<int>>> shapes;  // for each shape, the ways it may lie
    std::vector<Piece> pieces;
    std::vector<std::pair<int, int>> laid;  // pieces and the way each lies, not to be moved
};

// The state is always legal. No two pieces overlap. Pieces of a family share no edge, and are
// connected by vertices with the one on the start. A step inserts a piece where it costs least, and
// evicts what is in its way and what that cuts off. A piece that stays out gains weight, so that in
// time the others make room for it. After some thousand steps the search begins anew. A search that
// finds nothing proves nothing.
class EjectionSearch {
public:
    EjectionSearch(const EjectionProblem& problem, std::uint64_t seed);

    // Search on for a while or for so many steps. True when every piece lies.
    bool run(double seconds, std::uint64_t steps);

    std::uint64_t steps() const { return steps_; }
    int missing() const { return best_missing_; }
    std::vector<int> best() const { return best_; }  // for each piece the way it lies, or -1

    static constexpr int most_pieces = 256;

private:
    using Set = BitSet<4>;  // of pieces
    struct Way {  // one way a shape may lie: its cells, then its neighbours, in `numbers_`
        int cells, edges, vertices, end;
    };
    struct Candidate {
        int way = -1;
        Set evicted{};
    };

    void prepare(const EjectionProblem& problem);
    void begin();
    void find_open_ways();
    int choose();
    Candidate cheapest(int piece);
    void set_prices();
    std::int64_t cost(const Set& evicted) const;
    std::int64_t hit_by(int family, const Way& way, std::int64_t limit, Set& hit) const;
    Set reached(const Set& there, int first, int piece, const Set& touched) const;
    const Set& cut_by(int piece);
    bool cut_others(int family, std::int64_t limit, Set& evicted);
    bool connects(int piece, const Way& way, Set& evicted) const;
    void insert(int piece, int way);
    void remove(int piece);
    void step();

    std::vector<std::int16_t> numbers_;
    std::vector<std::vector<Way>> ways_;  // of each shape
    std::vector<std::vector<int>> open_;  // of each piece: the ways that no fixed piece shuts
    std::vector<EjectionProblem::Piece> pieces_;
    std::vector<int> classes_, starts_;
    std::vector<std::int16_t> owner_;              // of each place: a piece or -1
    std::vector<std::vector<std::int16_t>> at_;    // for each family and cell: a piece or -1
    std::vector<std::vector<std::int16_t>> near_;  // how many cells touch each cell at a vertex
    std::vector<Set> contacts_;                    // the pieces that touch each piece
    std::vector<Set> family_;
    std::vector<int> sizes_;
    std::vector<int> way_;  // how each piece lies, -1 if it does not
    std::vector<std::int64_t> weight_, price_;
    std::vector<Set> cut_;  // what is cut off without each piece, where it is known
    std::vector<std::uint64_t> rests_until_;  // the step before which a piece is not evicted
    Set there_{}, fixed_{}, last_{}, cut_known_{};
    std::vector<int> out_;
    std::vector<int> best_;
    int best_missing_ = 0;
    std::uint64_t steps_ = 0, ends_at_ = 0;  // of this try
    std::uint64_t patience_;                 // the steps of the next try
    Random random_;
};

}  // namespace cornerwise
