// Exact search for puzzles: every way to lay given pieces on a small region, or proof of none.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bitset.h"
#include "random.h"

namespace cornerwise {

// What "pieces of one colour must touch" asks for.
enum class Touch { none, each, chain };

// Which contact of pieces with equal shapes is forbidden.
enum class Equal { free, edges, any };

struct CoverProblem {
    struct Piece {
        int colour;
        int shape;
        bool last;  // no other piece of its colour may be linked through it
    };
    struct Option {  // one way to lay a piece
        int piece;
        std::vector<int> cells;
    };

    std::vector<std::vector<int>> edges;     // for each cell, the cells that share an edge with it
    std::vector<std::vector<int>> vertices;  // and those that touch it at a vertex
    std::vector<Piece> pieces;
    std::vector<Option> options;
    std::vector<int> kinds;  // of each colour: colours of one kind have the same pieces
    std::vector<int> laid;   // options that lie there already
    std::vector<std::vector<int>> images;  // for each symmetry of the region, an option's image
    bool fill = true;                      // every cell must be covered
    bool all = true;                       // every piece must be laid
    bool own_edges = false;                // whether pieces of one colour may share an edge
    Touch touch = Touch::none;
    Equal equal = Equal::free;
};

// Depth-first search that branches on the cell or piece with the fewest options left. It can be
// run in slices, so that the caller may show progress, stop it and go on.
//
// Solutions that differ only by exchanging colours of one kind are found once.
class CoverSearch {
public:
    CoverSearch(const CoverProblem& problem, std::uint64_t seed);

    // Search on for some seconds, for so many nodes, or until so many solutions are found. True
    // when all is searched.
    bool run(double seconds, std::uint64_t solutions, std::uint64_t nodes);

    bool finished() const { return finished_; }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t found() const { return found_; }
    const std::vector<std::vector<int>>& solutions() const { return solutions_; }
    std::vector<int> best() const { return best_; }  // the most cells covered so far

    static constexpr std::size_t kept = 100000;  // solutions beyond are counted, not kept

private:
    using Word = std::uint64_t;
    struct Row {  // a set of options, with the words outside of [low, high) empty
        std::vector<Word> words;
        int low = 0, high = 0;
        void trim();
    };
    struct Frame {
        std::vector<int> candidates;
        std::size_t next = 0;
        int option = -1;
        bool any =
            false;  // several of the candidates may be laid: try each without the earlier ones
        std::vector<Word> alive;  // what may still be laid, before this frame's option
    };

    void number_options();
    void build_conflicts();
    void build_touches();
    void lay(int option, std::vector<Word>& alive);
    void lift(int option);
    void find_needs();
    void find_links(int colour);
    bool gaps_possible();
    bool complete() const;
    bool choose(Frame& frame);
    bool descend(Frame& frame);
    void exhaust(Frame& frame, int option);
    bool usable(int option) const;
    const CoverProblem::Piece& piece_of(int option) const {
        return problem_.pieces[problem_.options[option].piece];
    }
    void record();

    CoverProblem problem_;
    std::vector<int> order_;  // our number of an option to the caller's
    int words_ = 0;
    std::vector<Row> covering_, of_piece_;
    std::vector<std::vector<Word>> conflicts_, touching_;
    std::vector<std::vector<Word>> needs_;
    std::vector<std::vector<int>> images_;
    std::vector<int> sizes_;      // of pieces
    std::vector<char> covered_;   // cells
    std::vector<char> used_;      // pieces
    std::vector<int> laid_;       // options, in the order laid
    std::vector<int> in_colour_;  // how many pieces of each colour lie
    std::vector<int> pieces_of_;
    std::vector<char> seen_;
    std::vector<int> gap_;
    int cells_left_ = 0, pieces_left_ = 0;
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;
    Random random_;
    bool shuffled_, finished_ = false;
    std::uint64_t nodes_ = 0, found_ = 0;
    std::vector<std::vector<int>> solutions_;
    std::vector<int> best_;
    int best_cells_left_ = 0;
};

}  // namespace cornerwise
