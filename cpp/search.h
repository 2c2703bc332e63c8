// Monte-Carlo tree search for any number of sides.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "playout.h"
#include "prior.h"
#include "value.h"

namespace cornerwise {

struct Settings {
    std::uint64_t seed = 0;
    std::size_t memory = std::size_t{64} << 20;  // bytes that the tree may take
    float exploration = 0.7f;
    float broaden = 2000;  // visits beyond which exploration grows with them, not with their root
    float first_play = 0.0f;  // an untried move is thought this much worse than the tried ones
    float trust = 1.0f;       // how much playouts count, as a multiple of what was learned
    int expand_at = 3;        // visits before a position's moves are rated
};

/// What the search thinks of a move at the root.
struct Verdict {
    int move;
    std::uint32_t visits;
    float prior;
    float value;   // for the side to play, as searched by
    Values share;  // of the win, for each side
    Values points;
};

/// Grows a tree from one position. Threads share the tree: a visit is counted on the way down, so a
/// move that one thread is trying looks worse to the others until its value arrives.
class Search {
public:
    /// Without weights for the value every playout goes to the end of the game.
    /// Throws std::invalid_argument if the game is over or the settings make no sense.
    Search(const Position& root, const Weights& weights, const ValueWeights& value,
           const Settings& settings);

    /// Search until this many simulations have been made in all, or the time is up, or `stop`.
    void run(std::uint64_t simulations, double seconds, int threads);
    /// End every `run`, now and later. May be called from any thread.
    void stop() { stopped_ = true; }
    bool is_stopped() const { return stopped_; }

    std::uint64_t simulations() const { return simulations_; }
    std::size_t nodes() const { return std::min<std::size_t>(used_, capacity_); }
    bool is_full() const { return used_ >= capacity_; }
    /// The moves at the root, most visited first.
    std::vector<Verdict> verdicts() const;
    /// The moves that both sides are expected to make.
    std::vector<int> line() const;

private:
    enum Growth : std::uint8_t { leaf, growing, cut, whole, over };  // `cut`: without some moves
    struct Node {
        std::uint16_t move = 0;
        // Read in this order: the children may become more while other threads look at them.
        std::atomic<std::uint16_t> child_count{0};
        std::atomic<std::uint32_t> first_child{0};
        float prior = 0;
        std::atomic<std::uint32_t> visits{0};
        std::atomic<double> value{0};  // sum over visits, for the side that made the move
        std::atomic<Growth> state{leaf};
        std::int8_t side = 0;    // that chooses among the children
        std::uint32_t born = 0;  // how often it had been visited when it got them
    };
    /// How a game that is over ended. Such a node has this where others have their children.
    struct Ending {
        Points points;  // of each side
    };
    static_assert(sizeof(Ending) <= sizeof(Node) && alignof(Ending) <= alignof(Node));
    static constexpr std::size_t first_children = 16;  // the rest of the moves comes when needed

    struct Total {
        std::array<double, Rules::max_colours> share{}, points{};
    };

    /// What a thread needs to simulate.
    struct Worker {
        Worker(const Search& search, std::size_t number);

        std::unique_ptr<Situation> position;
        std::unique_ptr<Playout> playout;
        Random random;
        Rating rating;
        std::vector<std::pair<Node*, int>> path;  // with the side that made the move
        std::size_t reached = 0;                  // so many moves of the path the position has made
        std::vector<Total> totals;                // for each move at the root
        std::mutex lock;                          // of the totals
    };

    void hire(std::size_t count);
    void work(Worker& worker, std::uint64_t simulations, double deadline);
    void simulate(Worker& worker);
    void reach(Worker& worker) const;
    Expectation expect(Node& node, Worker& worker);
    void finish(Node& node, const Situation& position);
    Node* select(const Node& parent);
    void prefetch(const Node& node) const;
    bool expand(Node& node, Worker& worker);
    void widen(Node& node, Worker& worker);
    bool grow(Node& node, Worker& worker, std::size_t most);
    const Node* most_visited(const Node& parent) const;
    Node* children(const Node& node) const { return nodes_.get() + node.first_child; }
    const Ending* ending(const Node& node) const {
        return reinterpret_cast<const Ending*>(children(node));
    }

    std::unique_ptr<Situation> root_;
    const bool is_late_;  // how it is kept
    const Weights weights_;
    const ValueWeights value_;
    const Settings settings_;
    std::size_t capacity_;
    struct Free {
        void operator()(Node* nodes) const { ::operator delete[](nodes); }
    };
    std::unique_ptr<Node[], Free> nodes_;
    std::atomic<std::size_t> used_{0};
    Node top_;
    std::vector<std::unique_ptr<Worker>> workers_;
    mutable std::mutex workers_lock_;  // as verdicts may be asked for when more are hired
    std::atomic<std::uint64_t> simulations_{0};
    std::atomic<bool> stopped_{false};
};

}  // namespace cornerwise
