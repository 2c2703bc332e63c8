// Exact play when few moves remain.
#pragma once

#include <atomic>
#include <deque>
#include <optional>
#include <unordered_map>

#include "outcome.h"
#include "position.h"
#include "room.h"

namespace cornerwise {

/// What a move leads to when every side plays as well as it can.
struct Solution {
    int move;
    Points points;          // of each side at the end
    std::vector<int> line;  // the moves to get there, beginning with this one
    float share;            // of the win, for the side to play
    bool exact = true;      // or else only the share is certain
};

/// Solves a position by looking at everything that can still happen. Every side wants to win and,
/// among equal results, to be ahead by as much as possible. With two sides that is a search on the
/// margin: it asks again and again whether it is at least so much, each time with what it knows
/// already. With more sides each chooses what is best for itself.
class Solver {
public:
    explicit Solver(const Position& root);

    /// The outcome of every move, the best first; nothing if it takes more nodes or time than this.
    std::vector<Solution> solve(std::uint64_t nodes, double seconds);
    /// A best move. With two sides it may be one that surely wins, or draws where nothing wins,
    /// while by how much is not known. Nothing if it takes more nodes or time than this.
    std::optional<Solution> best(std::uint64_t nodes, double seconds);
    /// End `solve` or `best`, now and later. May be called from any thread.
    void stop() { stopped_ = true; }

private:
    /// What is known of the margin of the first side in a position.
    struct Bounds {
        int low, high;
        int move;  // that reached the last bound which its side could wish for
    };
    struct Outcome {
        Points points{};
        int move = -1;
    };
    /// A position on the way, and what its colours could ever still place.
    struct Scene {
        explicit Scene(const Position& from) : position(from) {}

        Position position;
        std::array<Room::Part, Rules::max_colours> parts;
    };

    bool two_sided() const { return root_.position.rules().side_count() == 2; }
    void begin(std::uint64_t nodes, double seconds);
    void count_node();
    const Scene& after(const Scene& scene, int move, int depth);
    int search(const Scene& scene, int depth, int wanted);
    int margin_of(const Scene& scene, int depth, int guess);
    Points play_best(const Scene& scene, int depth, int margin, std::vector<int>& line);
    Points follow(const Position& from, std::vector<int>& line) const;
    Solution solution(const Points& points, const std::vector<int>& line) const;
    int known_move(const Position& position) const;
    std::pair<int, int> limits(const Scene& scene) const;
    Outcome best_of(const Scene& scene, int depth);
    bool is_better(const Points& a, const Points& b, int side) const;
    std::vector<int> ordered(const Scene& scene, int first) const;

    std::vector<Room> rooms_;
    Scene root_;
    std::deque<Scene> stack_;  // one for each depth: positions are large
    std::unordered_map<std::uint64_t, Bounds> bounds_;
    std::unordered_map<std::uint64_t, Outcome> outcomes_;
    std::uint64_t nodes_ = 0, limit_ = 0;
    double deadline_ = 0;
    std::atomic<bool> stopped_{false};
};

}  // namespace cornerwise
