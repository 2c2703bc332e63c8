// The nodes of a search tree.
#pragma once

#include <atomic>
#include <type_traits>

#include "array.h"
#include "outcome.h"

namespace cornerwise {

/// Nodes have numbers, and siblings have consecutive ones. Eight siblings make a row. What a choice
/// between them depends on stands side by side in few cache lines, so that all eight are compared
/// at once. The root has the number 0.
///
/// Threads share a tree. What one of them writes, another may see a little later.
class Tree {
public:
    using Index = std::uint32_t;
    /// `seen`: no children yet, but its forecast is kept. `cut`: without some of its moves. `over`:
    /// its result is proved.
    enum State : std::uint8_t { leaf, seen, growing, cut, whole, over };

    struct Node {
        std::uint16_t move = 0;
        // Read in this order: the children may become more while other threads look at them.
        std::atomic<std::uint16_t> child_count{0};
        std::atomic<Index> first_child{0};
        std::atomic<State> state{leaf};
        std::atomic<std::int8_t> side{0};  // that chooses among the children
        // `seen` and `over`: the number of its record. With open children: its visits when it got
        // them.
        std::atomic<std::uint32_t> record{0};
    };

    /// Rows and records that a thread has taken for itself, so that threads do not wait for each
    /// other when they make nodes.
    class Lot {
    public:
        /// How many nodes were made from it.
        std::size_t made() const { return made_; }

    private:
        friend Tree;
        struct Range {
            std::size_t next = 0, end = 0;
        };

        Range rows_, records_;
        std::atomic<std::size_t> made_{0};
    };

    /// Throws std::invalid_argument if there is not even room for a root with so many children.
    Tree(std::size_t memory, std::size_t least);

    bool is_full() const { return rows_taken_ >= capacity_; }

    /// Make so many nodes side by side; returns the first, or `nowhere` if there is no room.
    Index add(std::size_t count, Lot& lot);
    static constexpr Index nowhere = UINT32_MAX;
    /// Keep the result of the game at a node, which is then `over`, if there is room.
    void keep_ending(Index node, const Points& points, Lot& lot);
    /// Give a node the result of one of its children.
    void keep_ending(Index node, Index child);
    /// The result of the game at a node that is `over`.
    const Points& ending(Index node) const { return records_[(*this)[node].record].ending; }
    /// The points that the value forecasts at a node, null unless it is `seen`. They are asked for
    /// again and again until the node gets children.
    const Values* forecast(Index node) const {
        const auto& of = (*this)[node];
        if (of.state != seen) return nullptr;
        const std::uint32_t record =
            of.record;  // it means something else if the node has grown meanwhile
        return of.state == seen ? &records_[record].forecast : nullptr;
    }
    void keep_forecast(Index node, const Values& points, Lot& lot);
    /// Copy what is known of a node to the one that replaces it.
    void copy(Index to, Index from);

    Node& operator[](Index node) { return rows_[node / lanes].nodes[node % lanes]; }
    const Node& operator[](Index node) const { return rows_[node / lanes].nodes[node % lanes]; }
    std::uint32_t visits(Index node) const {
        return rows_[node / lanes].visits[node % lanes].load(std::memory_order_relaxed);
    }
    /// Count visits, and return how many there were before. A thread that is `alone` with the tree
    /// saves the time of an atomic addition.
    std::uint32_t visit(Index node, bool alone, std::uint32_t times = 1) {
        return add_to(rows_[node / lanes].visits[node % lanes], times, alone);
    }
    /// The sum over visits, for the side that made the move.
    double value(Index node) const {
        return rows_[node / lanes].values[node % lanes].load(std::memory_order_relaxed);
    }
    void add_value(Index node, double value, bool alone) {
        add_to(rows_[node / lanes].values[node % lanes], value, alone);
    }
    void set_value(Index node, double sum) { rows_[node / lanes].values[node % lanes] = sum; }
    /// The prior of the move, or `no_prior` once the node is `over`.
    float prior(Index node) const {
        return rows_[node / lanes].priors[node % lanes].load(std::memory_order_relaxed);
    }
    void set_prior(Index node, float prior) {
        rows_[node / lanes].priors[node % lanes].store(prior, std::memory_order_relaxed);
    }

    /// The best of some siblings. Those that were visited come first.
    struct Best {
        Index node;           // the best one visited
        float score;          // its score; below 0 if there is none
        Index fresh;          // the first one never visited, or the end
        double sum;           // of the values of all
        std::uint32_t tried;  // the visits of all
    };
    /// A sibling's score is its mean value plus an exploration term, which grows with its prior and
    /// falls with its visits. Among equals the first is best. Those that are `over` may be left
    /// out.
    Best best(Index first, int count, float eager, bool open_only) const;
    /// Prefetch what is needed of the first siblings: the tree of a long search is larger than the
    /// caches.
    void prefetch(Index first) const;

private:
    static constexpr int lanes = 8;
    static constexpr float no_prior = -1;  // a node that is `over` attracts no more visits

    struct alignas(64) Row {
        std::array<std::atomic<std::uint32_t>, lanes> visits{};
        std::array<std::atomic<float>, lanes> priors{};
        std::array<std::atomic<double>, lanes> values{};
        std::array<Node, lanes> nodes{};
    };
    static_assert(sizeof(Row) == 4 * 64);
    /// What else is known of a node. Most nodes have no record.
    union Record {
        Points ending;
        Values forecast;
    };

    template <typename Number>
    static Number add_to(std::atomic<Number>& sum, Number more, bool alone) {
        auto before = sum.load(std::memory_order_relaxed);
        if (alone) {
            sum.store(before + more, std::memory_order_relaxed);
            return before;
        }
        if constexpr (std::is_integral_v<Number>)
            return sum.fetch_add(more, std::memory_order_relaxed);
        // Not every standard library adds to an atomic double in one call.
        while (!sum.compare_exchange_weak(before, before + more, std::memory_order_relaxed)) {
        }
        return before;
    }

    /// Take `count` side by side from a lot, which is refilled when it is empty. `nowhere` if there
    /// are no more.
    Index take(std::size_t count, Lot::Range& lot, std::atomic<std::size_t>& taken,
               std::size_t capacity);

    std::size_t capacity_;  // rows
    Array<Row> rows_;
    Array<Record> records_;
    // What threads change must not share a cache line with what they only read.
    alignas(64) std::atomic<std::size_t> rows_taken_{0}, records_taken_{0};
};

}  // namespace cornerwise
