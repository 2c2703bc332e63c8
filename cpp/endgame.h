// Exact play when few moves remain.
#pragma once

#include <atomic>
#include <optional>

#include "outcome.h"
#include "position.h"

namespace cornerwise {

/// What a move leads to when every side plays as well as it can.
struct Solution {
    int move;
    Points points;          // of each side at the end
    std::vector<int> line;  // the moves to get there, beginning with this one
    float share;            // of the win, for the side to play
    bool exact = true;      // false: only the share is proved
};

/// Solves a position by looking at everything that can still happen. Every side wants to win and,
/// among equal results, to be ahead by as much as possible. With two sides it is a search on the
/// margin: it asks whether the margin is at least m, for one m after the other, and keeps what it
/// learns. With more sides each chooses what is best for itself.
class Solver {
public:
    explicit Solver(const Position& root);

    /// The outcome of every move, the best first; nothing if it takes more nodes or time than this.
    std::vector<Solution> solve(std::uint64_t nodes, double seconds) {
        return work_->solve({nodes, seconds});
    }
    /// A best move. With two sides it may be one that is only proved to win, or to draw where
    /// nothing wins, by an unknown margin. Nothing if it takes more nodes or time than this.
    std::optional<Solution> best(std::uint64_t nodes, double seconds) {
        return work_->best({nodes, seconds});
    }
    /// Whether a move is proved to give one of two sides at least this share of the win. False also
    /// if that takes more nodes or time than this.
    bool ensures(int move, float share, std::uint64_t nodes, double seconds) {
        return work_->ensures(move, share, {nodes, seconds});
    }
    /// End all of these, now and later. May be called from any thread.
    void stop() { stopped_ = true; }

    struct Limits {
        std::uint64_t nodes;
        double seconds;
    };
    /// The work itself, for one form of positions.
    class Work {
    public:
        virtual ~Work() = default;
        virtual std::vector<Solution> solve(const Limits& limits) = 0;
        virtual std::optional<Solution> best(const Limits& limits) = 0;
        virtual bool ensures(int move, float share, const Limits& limits) = 0;
    };

private:
    std::atomic<bool> stopped_{false};
    std::unique_ptr<Work> work_;
};

}  // namespace cornerwise
