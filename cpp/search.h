// Monte-Carlo tree search for any number of sides.
#pragma once

#include <mutex>
#include <optional>

#include "playout.h"
#include "prior.h"
#include "rest.h"
#include "tree.h"
#include "value.h"

namespace cornerwise {

struct SearchSettings {
    std::uint64_t seed = 0;
    std::size_t memory = std::size_t{64} << 20;  // bytes that the tree may take
    float exploration = 0.7f;
    float broaden = 2000;               // visits beyond which exploration grows faster
    float first_play_reduction = 0.0f;  // first-play urgency: this much below the tried moves
    float trust = 1.0f;  // how much playouts count, as a multiple of what was learned
    int expand_at = 3;   // visits before a position's moves are rated
    bool prove = true;   // prove endings; else every simulation follows one game
};

/// What the search thinks of a move at the root.
struct Verdict {
    int move;
    std::uint32_t visits;
    float prior;
    float value;   // the mean utility for the side to play
    Values share;  // of the win, for each side
    Values points;
};

/// Grows a tree from one position. Threads share the tree. A visit is counted on the way down (a
/// virtual loss), so a move that one thread is trying looks worse to the others until its value
/// arrives.
class Search {
public:
    /// Without weights for the value every playout goes to the end of the game.
    /// Throws std::invalid_argument if the game is over or the settings make no sense.
    Search(const Position& start, const PriorWeights& weights, const ValueWeights& value,
           const SearchSettings& settings);

    /// Search until so many simulations have been made in all, the time is up, everything is
    /// proved, or `stop` is called.
    void run(std::uint64_t simulations, double seconds, int threads);
    /// End every `run`, now and later. May be called from any thread.
    void stop() { stopped_ = true; }
    bool is_stopped() const { return stopped_; }

    std::uint64_t simulations() const { return simulations_; }
    /// How many games they followed. Near the end of the game one simulation follows many.
    std::uint64_t games() const;
    std::size_t nodes() const;
    bool is_full() const { return tree_.is_full(); }
    /// Whether every move at the root is proved, so that there is nothing more to find.
    bool is_settled() const { return settled_; }
    /// The moves at the root: the most visited first, or the best first once the search is settled.
    std::vector<Verdict> verdicts() const;
    /// How many visits the most visited move at the root is ahead of the next. This is quicker to
    /// ask for than all verdicts.
    std::uint32_t lead() const;
    /// The moves that all sides are expected to make.
    std::vector<int> line() const;

private:
    using Index = Tree::Index;
    static constexpr Index root = 0;
    static constexpr std::size_t first_children = 16;  // the rest of the moves comes when needed

    /// Sums over the visits to a move. One thread adds to them, others may look at them meanwhile.
    struct Total {
        std::array<std::atomic<double>, Rules::max_colours> share{}, points{};
        std::atomic<std::uint32_t> beside{0};  // visits that selection did not ask for
    };

    /// A move on the way down.
    struct Step {
        Index node;      // that it leads to
        int side;        // that made it
        bool is_shared;  // the visit is counted later, with others
    };
    /// Visits to a node and their values that are not entered yet.
    struct Pending {
        Step step{};
        std::uint32_t visits = 0;
        double value = 0;
    };

    /// What a thread needs to simulate.
    struct Worker {
        Worker(const Search& search, std::size_t number);

        std::unique_ptr<Situation> position;
        std::unique_ptr<Playout> playout;
        Random random;
        // How much more it explores the open siblings of proved nodes. All of them must be
        // searched, and threads that begin at different ends do not get into each other's way.
        const float boldness;
        Rating rating;
        std::vector<Step> path;
        std::size_t updated = 0;    // how many steps of the path have their value
        std::size_t reached = 0;    // how many moves of the path the position has made
        std::vector<Total> totals;  // for each move at the root
        int in_vain = 0;            // simulations in a row that came to proved nodes
        bool is_alone = false;      // no other thread searches
        Rest rest;
        std::atomic<std::uint64_t> more_games{0};  // followed, beyond one for each simulation
        std::array<Pending, 2048> pending;         // one slot for each busy node
        Tree::Lot lot;
    };

    /// Sums over all threads for a move at the root.
    struct Sums {
        std::array<double, Rules::max_colours> share{}, points{};
        std::uint32_t beside = 0;
    };

    void hire(std::size_t count);
    std::vector<Sums> sums() const;
    std::uint32_t own_visits(std::size_t number, const Sums& sums) const;
    void work(Worker& worker, std::uint64_t simulations, double deadline);
    void simulate(Worker& worker);
    std::uint32_t visit(Index node, int side, Worker& worker);
    Index look_beside(Index parent, Index proved, Worker& worker);
    void backpropagate(Worker& worker, const Expectation& expected);
    void count(const Step& step, float value, Worker& worker);
    void enter(Pending& pending);
    void reach(Worker& worker) const;
    Expectation expect(Index node, Worker& worker);
    std::optional<Points> conclude(Index node, Worker& worker);
    void settle(const Worker& worker);
    bool settle(Index node, int side);
    float proved_utility(Index node, int side) const;
    void set_utility(Index node, int side);
    Index select(Index parent, bool open_only, Worker& worker);
    bool expand(Index node, Worker& worker);
    bool widen(Index node, Worker& worker);
    bool grow(Index node, Worker& worker, std::size_t most);
    bool is_proved(Index node) const { return tree_[node].state == Tree::over; }
    Index next(Index parent) const;

    std::unique_ptr<Situation> start_;  // what the root stands for
    const bool is_late_;                // how it is kept
    const PriorWeights weights_;
    const ValueWeights value_;
    const SearchSettings settings_;
    Tree tree_;
    std::vector<float> priors_;  // of the moves at the root: the tree forgets those of proved nodes
    std::vector<std::unique_ptr<Worker>> workers_;
    mutable std::mutex workers_lock_;  // verdicts may be asked for while workers are hired
    std::atomic<bool> stopped_{false};
    std::atomic<bool> settled_{false};
    alignas(64) std::atomic<std::uint64_t> simulations_{
        0};  // changed often: it needs a cache line of its own
};

}  // namespace cornerwise
