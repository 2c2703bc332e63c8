#include "cover.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <chrono>
#include <numeric>

namespace cornerwise {
namespace {

constexpr int kLargest = 512;  // cells; sums of piece sizes beyond need not be told apart

void set(std::vector<std::uint64_t>& words, int bit) { words[bit >> 6] |= 1ULL << (bit & 63); }

bool has(const std::vector<std::uint64_t>& words, int bit) {
    return words[bit >> 6] >> (bit & 63) & 1;
}

// How many members two sets have in common, or at least `limit`.
// Most of the time goes here.
CORNERWISE_HOT int common(const std::uint64_t* a, const std::uint64_t* b, int low, int high,
                          int limit) {
    int total = 0;
    for (int w = low; w < high && total < limit; ++w) total += std::popcount(a[w] & b[w]);
    return total;
}

}  // namespace

void CoverSearch::Row::trim() {
    low = 0;
    high = static_cast<int>(words.size());
    while (low < high && !words[low]) ++low;
    while (high > low && !words[high - 1]) --high;
}

CoverSearch::CoverSearch(const CoverProblem& problem, std::uint64_t seed)
    : problem_(problem), random_(seed), shuffled_(seed != 0) {
    number_options();
    build_conflicts();
    build_touches();

    std::vector<Word> alive(words_);
    for (int option = 0; option < static_cast<int>(order_.size()); ++option) set(alive, option);
    std::vector<int> mine(order_.size());
    for (std::size_t option = 0; option < order_.size(); ++option) mine[order_[option]] = option;
    bool possible = true;
    for (const auto& image : problem_.images) {
        auto& row = images_.emplace_back(order_.size());
        for (std::size_t option = 0; option < order_.size(); ++option) {
            row[option] = mine[image[order_[option]]];
        }
    }
    for (int option : problem_.laid) {
        possible = possible && has(alive, mine[option]);
        if (possible) lay(mine[option], alive);
    }
    best_cells_left_ = cells_left_ + 1;
    frames_.resize(problem_.pieces.size() + 1);
    frames_[0].alive = std::move(alive);
    depth_ = possible && descend(frames_[0]);
    finished_ = depth_ == 0;
}

// Options are numbered by their first cell: those through a cell then lie close together.
void CoverSearch::number_options() {
    order_.resize(problem_.options.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) {
        return problem_.options[a].cells < problem_.options[b].cells;
    });
    std::vector<CoverProblem::Option> options;
    for (int option : order_) options.push_back(std::move(problem_.options[option]));
    problem_.options = std::move(options);
    words_ = static_cast<int>(order_.size() + 63) / 64;

    const std::size_t cells = problem_.edges.size();
    covering_.assign(cells, Row{std::vector<Word>(words_)});
    of_piece_.assign(problem_.pieces.size(), Row{std::vector<Word>(words_)});
    sizes_.assign(problem_.pieces.size(), 0);
    for (int option = 0; option < static_cast<int>(order_.size()); ++option) {
        const auto& [piece, covers] = problem_.options[option];
        set(of_piece_[piece].words, option);
        sizes_[piece] = static_cast<int>(covers.size());
        for (int cell : covers) set(covering_[cell].words, option);
    }
    for (auto& row : covering_) row.trim();
    for (auto& row : of_piece_) row.trim();
    covered_.assign(cells, 0);
    used_.assign(problem_.pieces.size(), 0);
    in_colour_.assign(problem_.kinds.size(), 0);
    pieces_of_.assign(problem_.kinds.size(), 0);
    for (const auto& piece : problem_.pieces) pieces_of_[piece.colour] += !piece.last;
    cells_left_ = static_cast<int>(cells);
    pieces_left_ = static_cast<int>(problem_.pieces.size());
}

void CoverSearch::build_conflicts() {
    std::vector<std::vector<Word>> of_colour(problem_.kinds.size(), std::vector<Word>(words_));
    std::vector<std::vector<Word>> of_shape;
    for (std::size_t piece = 0; piece < problem_.pieces.size(); ++piece) {
        const int colour = problem_.pieces[piece].colour, shape = problem_.pieces[piece].shape;
        if (shape >= static_cast<int>(of_shape.size())) {
            of_shape.resize(shape + 1, std::vector<Word>(words_));
        }
        for (int w = 0; w < words_; ++w) {
            of_colour[colour][w] |= of_piece_[piece].words[w];
            of_shape[shape][w] |= of_piece_[piece].words[w];
        }
    }
    conflicts_.assign(order_.size(), {});
    for (std::size_t option = 0; option < order_.size(); ++option) {
        const auto& [piece, cells] = problem_.options[option];
        auto& row = conflicts_[option] = of_piece_[piece].words;
        std::vector<Word> beside(words_), corner(words_);
        for (int cell : cells) {
            for (int w = 0; w < words_; ++w) row[w] |= covering_[cell].words[w];
            for (int other : problem_.edges[cell]) {
                for (int w = 0; w < words_; ++w) beside[w] |= covering_[other].words[w];
            }
            if (problem_.equal != Equal::any) continue;
            for (int other : problem_.vertices[cell]) {
                for (int w = 0; w < words_; ++w) corner[w] |= covering_[other].words[w];
            }
        }
        const int colour = problem_.pieces[piece].colour, shape = problem_.pieces[piece].shape;
        for (int w = 0; w < words_; ++w) {
            if (!problem_.own_edges) row[w] |= beside[w] & of_colour[colour][w];
            if (problem_.equal != Equal::free) {
                row[w] |= (beside[w] | corner[w]) & of_shape[shape][w];
            }
        }
    }
}

void CoverSearch::build_touches() {
    if (problem_.touch == Touch::none) return;
    std::vector<std::vector<Word>> of_colour(problem_.kinds.size(), std::vector<Word>(words_));
    for (std::size_t piece = 0; piece < problem_.pieces.size(); ++piece) {
        if (problem_.pieces[piece].last) continue;
        for (int w = 0; w < words_; ++w) {
            of_colour[problem_.pieces[piece].colour][w] |= of_piece_[piece].words[w];
        }
    }
    touching_.assign(order_.size(), std::vector<Word>(words_));
    for (std::size_t option = 0; option < order_.size(); ++option) {
        const auto& [piece, cells] = problem_.options[option];
        auto& row = touching_[option];
        for (int cell : cells) {
            for (int other : problem_.vertices[cell]) {
                for (int w = 0; w < words_; ++w) row[w] |= covering_[other].words[w];
            }
        }
        const int colour = problem_.pieces[piece].colour;
        for (int w = 0; w < words_; ++w) row[w] &= of_colour[colour][w] & ~conflicts_[option][w];
    }
}

// Lay an option and take what conflicts with it from `alive`.
void CoverSearch::lay(int option, std::vector<Word>& alive) {
    const auto& [piece, cells] = problem_.options[option];
    for (int cell : cells) covered_[cell] = 1;
    used_[piece] = 1;
    ++in_colour_[problem_.pieces[piece].colour];
    cells_left_ -= static_cast<int>(cells.size());
    --pieces_left_;
    laid_.push_back(option);
    const auto& conflicts = conflicts_[option];
    for (int w = 0; w < words_; ++w) alive[w] &= ~conflicts[w];
}

void CoverSearch::lift(int option) {
    const auto& [piece, cells] = problem_.options[option];
    for (int cell : cells) covered_[cell] = 0;
    used_[piece] = 0;
    --in_colour_[problem_.pieces[piece].colour];
    cells_left_ += static_cast<int>(cells.size());
    ++pieces_left_;
    laid_.pop_back();
}

bool CoverSearch::complete() const {
    return !(problem_.fill && cells_left_) && !(problem_.all && pieces_left_);
}

// What must still be laid beside the pieces there: at least one option of each of these sets.
void CoverSearch::find_needs() {
    needs_.clear();
    if (problem_.touch == Touch::none) return;
    const bool chain = problem_.touch == Touch::chain;
    for (int option : laid_) {
        if (chain && !piece_of(option).last) continue;
        const auto& row = touching_[option];
        const auto beside = [&](int other) { return has(row, other); };
        if (std::none_of(laid_.begin(), laid_.end(), beside)) needs_.push_back(row);
    }
    for (std::size_t colour = 0; chain && colour < problem_.kinds.size(); ++colour) {
        find_links(static_cast<int>(colour));
    }
}

// A colour's pieces form connected parts. Each part must grow until only one is left.
void CoverSearch::find_links(int colour) {
    std::vector<int> rest;
    for (int option : laid_) {
        const auto& piece = piece_of(option);
        if (piece.colour == colour && !piece.last) rest.push_back(option);
    }
    bool grows = problem_.all && static_cast<int>(rest.size()) < pieces_of_[colour];
    while (!rest.empty()) {
        std::vector<int> part{rest.back()};
        std::vector<Word> beside = touching_[part[0]];
        rest.pop_back();
        for (std::size_t at = 0; at < part.size(); ++at) {
            const auto& row = touching_[part[at]];
            for (int w = 0; w < words_; ++w) beside[w] |= row[w];
            const auto joined = std::partition(rest.begin(), rest.end(),
                                               [&](int option) { return !has(row, option); });
            part.insert(part.end(), joined, rest.end());
            rest.erase(joined, rest.end());
        }
        grows |= !rest.empty();
        if (grows) needs_.push_back(std::move(beside));
    }
}

// Whether some choice of pieces has the size of each separate gap.
bool CoverSearch::gaps_possible() {
    std::bitset<kLargest> sums;
    seen_ = covered_;
    int left = cells_left_;
    for (std::size_t cell = 0; left; ++cell) {
        if (seen_[cell]) continue;
        gap_.assign(1, static_cast<int>(cell));
        seen_[cell] = 1;
        for (std::size_t at = 0; at < gap_.size(); ++at) {
            for (int other : problem_.edges[gap_[at]]) {
                if (seen_[other]) continue;
                seen_[other] = 1;
                gap_.push_back(other);
            }
        }
        if (static_cast<int>(gap_.size()) == cells_left_) return true;  // only one: no matter
        left -= static_cast<int>(gap_.size());
        if (sums.none()) {
            sums[0] = true;
            for (std::size_t piece = 0; piece < used_.size(); ++piece) {
                if (!used_[piece]) sums |= sums << sizes_[piece];
            }
        }
        if (gap_.size() < kLargest && !sums[gap_.size()]) return false;
    }
    return true;
}

// Of colours that are alike and have nothing on the board, only the first may be used next.
bool CoverSearch::usable(int option) const {
    const int colour = piece_of(option).colour;
    if (in_colour_[colour]) return true;
    for (int earlier = 0; earlier < colour; ++earlier) {
        if (problem_.kinds[earlier] == problem_.kinds[colour] && !in_colour_[earlier]) return false;
    }
    return true;
}

// Branch where the fewest options are left. False at a dead end.
bool CoverSearch::choose(Frame& frame) {
    frame.candidates.clear();
    frame.next = 0;
    frame.option = -1;
    const std::vector<Word>* chosen = nullptr;
    int fewest = static_cast<int>(order_.size()) + 1;
    const auto consider = [&](const std::vector<Word>& words, int low, int high) {
        const int options = common(words.data(), frame.alive.data(), low, high, fewest);
        const bool fewer = options < fewest;
        if (fewer) fewest = options, chosen = &words;
        return fewer;
    };
    frame.any = false;
    for (const auto& need : needs_) frame.any |= consider(need, 0, words_);
    if (problem_.fill) {
        for (std::size_t cell = 0; cell < covered_.size() && fewest; ++cell) {
            const Row& row = covering_[cell];
            if (!covered_[cell] && consider(row.words, row.low, row.high)) frame.any = false;
        }
    }
    if (problem_.all) {
        for (std::size_t piece = 0; piece < used_.size() && fewest; ++piece) {
            // Pieces of colours that are alike cannot be told apart before one is laid.
            const bool known = !problem_.fill || in_colour_[problem_.pieces[piece].colour];
            const Row& row = of_piece_[piece];
            if (!used_[piece] && known && consider(row.words, row.low, row.high)) frame.any = false;
        }
    }
    if (!chosen || !fewest) return false;
    for (int w = 0; w < words_; ++w) {
        for (Word rest = (*chosen)[w] & frame.alive[w]; rest; rest &= rest - 1) {
            const int option = w * 64 + std::countr_zero(rest);
            if (usable(option)) frame.candidates.push_back(option);
        }
    }
    if (shuffled_) {
        for (std::size_t left = frame.candidates.size(); left > 1; --left) {
            const int other = random_.below(static_cast<int>(left));
            std::swap(frame.candidates[left - 1], frame.candidates[other]);
        }
    }
    return true;
}

// Take up the branch below the options that lie, unless it is done or hopeless.
bool CoverSearch::descend(Frame& frame) {
    find_needs();
    if (complete()) {
        if (needs_.empty()) record();
        return false;
    }
    return choose(frame) && !(problem_.fill && !gaps_possible());
}

// All solutions with this option are known: drop what would only find them again.
void CoverSearch::exhaust(Frame& frame, int option) {
    const auto drop = [&](int other) { frame.alive[other >> 6] &= ~(1ULL << (other & 63)); };
    if (frame.any) drop(option);
    if (depth_ > 1) return;
    for (const auto& image : images_) {
        const auto& [piece, cells] = problem_.options[image[option]];
        const int colour = problem_.pieces[piece].colour, shape = problem_.pieces[piece].shape;
        for (int other = 0; other < static_cast<int>(order_.size()); ++other) {
            const auto& alike = problem_.options[other];
            if (problem_.pieces[alike.piece].shape == shape && alike.cells == cells &&
                problem_.kinds[problem_.pieces[alike.piece].colour] == problem_.kinds[colour]) {
                drop(other);
            }
        }
    }
}

void CoverSearch::record() {
    ++found_;
    if (solutions_.size() < kept) {
        auto& solution = solutions_.emplace_back();
        for (int option : laid_) solution.push_back(order_[option]);
    }
}

bool CoverSearch::run(double seconds, std::uint64_t solutions, std::uint64_t nodes) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    const std::uint64_t wanted = found_ + solutions;
    const std::uint64_t last = nodes_ + nodes;
    for (unsigned step = 1; !finished_ && found_ < wanted && nodes_ < last; ++step) {
        if (step % 256 == 0 && Clock::now() >= end) break;
        Frame& frame = frames_[depth_ - 1];
        if (frame.option >= 0) {
            lift(frame.option);
            exhaust(frame, frame.option);
            frame.option = -1;
        }
        if (frame.next == frame.candidates.size()) {
            finished_ = --depth_ == 0;
            continue;
        }
        Frame& deeper = frames_[depth_];
        const int option = frame.candidates[frame.next++];
        if (!has(frame.alive, option)) continue;
        frame.option = option;
        deeper.alive = frame.alive;
        lay(option, deeper.alive);
        ++nodes_;
        if (cells_left_ < best_cells_left_) {
            best_cells_left_ = cells_left_;
            best_.clear();
            for (int lies : laid_) best_.push_back(order_[lies]);
        }
        if (descend(deeper)) ++depth_;
    }
    return finished_;
}

}  // namespace cornerwise
