// Exact play when few moves remain.
#pragma once

#include <atomic>
#include <deque>
#include <unordered_map>

#include "outcome.h"

namespace cornerwise {

/// What a move leads to when every side plays as well as it can.
struct Solution {
    int move;
    Points points;          // of each side at the end
    std::vector<int> line;  // the moves to get there, beginning with this one
};

/// Solves a position by looking at everything that can still happen. Every side wants to win and,
/// among equal results, to be ahead by as much as possible: with two sides that is alpha-beta
/// search on the margin, with more each side chooses what is best for itself.
class Solver {
public:
    explicit Solver(const Position& root) : root_(root) {}

    /// The outcome of every move, the best first; nothing if it takes more nodes or time than this.
    std::vector<Solution> solve(std::uint64_t nodes, double seconds);
    /// End `solve`, now and later. May be called from any thread.
    void stop() { stopped_ = true; }
    std::uint64_t nodes() const { return nodes_; }

private:
    struct Outcome {
        Points points{};
        int move = -1;
    };
    struct Entry {
        Outcome outcome;
        int low, high;  // bounds on the margin of the first side
    };

    const Position& after(const Position& position, int move, int depth);
    Outcome search(const Position& position, int depth, int low, int high);
    Outcome best_of(const Position& position, int depth);
    Outcome best_margin(const Position& position, int depth, int low, int high);
    bool is_better(const Points& a, const Points& b, int side) const;
    int margin(const Points& points) const { return points[0] - points[1]; }
    std::vector<int> line_from(Position position) const;

    const Position root_;
    std::deque<Position> stack_;  // one for each depth: positions are large
    std::unordered_map<std::uint64_t, Entry> known_;
    std::uint64_t nodes_ = 0, limit_ = 0;
    double deadline_ = 0;
    std::atomic<bool> stopped_{false};
};

}  // namespace cornerwise
