// The nodes of a search tree.
#pragma once

#include <atomic>

#include "array.h"
#include "outcome.h"

namespace cornerwise {

/// Nodes have numbers, and what a choice between siblings depends on is kept in arrays of its own:
/// there siblings stand side by side and are compared eight at a time. The root has the number 0.
///
/// Threads share a tree. What one of them writes another may see a little later.
class Tree {
public:
    using Index = std::uint32_t;
    /// `seen`: without children, but what is foretold of it is known. `cut`: without some of its
    /// moves. `over`: how the game ends from here is certain.
    enum State : std::uint8_t { leaf, seen, growing, cut, whole, over };

    struct Node {
        std::uint16_t move = 0;
        // Read in this order: the children may become more while other threads look at them.
        std::atomic<std::uint16_t> child_count{0};
        std::atomic<Index> first_child{0};
        std::atomic<State> state{leaf};
        std::int8_t side = 0;  // that chooses among the children
        // How often it had been visited when it got them; once it is `over`, where its ending is.
        std::atomic<std::uint32_t> born{0};
    };

    /// Makes the root. Throws std::invalid_argument if there is not even room for that many nodes.
    Tree(std::size_t memory, std::size_t least);

    std::size_t size() const { return std::min<std::size_t>(used_, capacity_); }
    bool is_full() const { return used_ >= capacity_; }

    /// Make so many nodes side by side; returns the first, or 0 if there is no room.
    Index add(std::size_t count);
    /// Keep how a game ends; returns where, or 0 if there is no room.
    Index add_ending(const Points& points);
    /// How the game ends at a node that is `over`.
    const Points& ending(Index node) const {
        return *reinterpret_cast<const Points*>(&nodes_[nodes_[node].born]);
    }
    /// The points that are foretold at a node that is `seen`. It is asked again and again until
    /// the node gets children.
    const Values& foretold(Index node) const { return foretold_[node]; }
    void keep_foretold(Index node, const Values& points);
    /// A node has so much from another that it replaces.
    void copy(Index to, Index from);

    Node& operator[](Index node) { return nodes_[node]; }
    const Node& operator[](Index node) const { return nodes_[node]; }
    std::uint32_t visits(Index node) const { return visits_[node].load(std::memory_order_relaxed); }
    /// Counts a visit and returns how many there were before.
    std::uint32_t visit(Index node) {
        return visits_[node].fetch_add(1, std::memory_order_relaxed);
    }
    /// The sum over visits, for the side that made the move.
    double value(Index node) const { return values_[node].load(std::memory_order_relaxed); }
    void add_value(Index node, float value) {
        values_[node].fetch_add(value, std::memory_order_relaxed);
    }
    void set_value(Index node, double sum) { values_[node] = sum; }
    /// How much it draws the search, whatever came of it so far.
    float prior(Index node) const { return priors_[node]; }
    void set_prior(Index node, float prior) { priors_[node] = prior; }

    /// The best of some siblings, of which those that were visited come first.
    struct Best {
        Index node;   // the best one visited
        float score;  // of it; below 0 if none was
        double sum;   // of all values
        Index fresh;  // the first one never visited, or the end
    };
    /// A sibling's score is its mean value, and more the higher its prior is and the fewer its
    /// visits are. Among equals the first is best.
    Best best(Index first, int count, float eager) const;
    /// Have what `best` needs of the first siblings fetched from memory: a long search's tree is
    /// larger than the caches.
    void prefetch(Index first) const;

private:
    static constexpr std::size_t node_size =
        sizeof(Node) + sizeof(std::uint32_t) + sizeof(double) + sizeof(float) + sizeof(Values);
    static constexpr int lanes = 8;

    std::size_t capacity_;
    Array<Node> nodes_;
    Array<std::atomic<std::uint32_t>> visits_;
    Array<std::atomic<double>> values_;
    Array<float> priors_;
    Array<Values> foretold_;
    std::atomic<std::size_t> used_{0};
};

}  // namespace cornerwise
