#include "tree.h"

#include <stdexcept>

namespace cornerwise {

static_assert(sizeof(Points) <= sizeof(Tree::Node) && alignof(Points) <= alignof(Tree::Node));
static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));
static_assert(sizeof(std::atomic<double>) == sizeof(double));

Tree::Tree(std::size_t memory, std::size_t least)
    : capacity_(std::min<std::size_t>(memory / node_size, UINT32_MAX - lanes)),
      nodes_(capacity_),
      visits_(capacity_ + lanes),
      values_(capacity_ + lanes),
      priors_(capacity_ + lanes),
      foretold_(capacity_) {
    if (capacity_ < 1 + least) throw std::invalid_argument("there is too little memory to search");
    add(1);
}

Tree::Index Tree::add(std::size_t count) {
    const auto first = used_.fetch_add(count);
    if (first + count > capacity_) return 0;
    for (auto node = first; node < first + count; ++node) {
        new (&nodes_[node]) Node;
        new (&visits_[node]) std::atomic<std::uint32_t>(0);
        new (&values_[node]) std::atomic<double>(0);
        priors_[node] = 0;
    }
    return static_cast<Index>(first);
}

Tree::Index Tree::add_ending(const Points& points) {
    const auto place = used_.fetch_add(1);
    if (place >= capacity_) return 0;
    new (&nodes_[place]) Points(points);
    return static_cast<Index>(place);
}

void Tree::keep_foretold(Index node, const Values& points) {
    auto expected = leaf;
    foretold_[node] = points;  // if several threads do so, all write the same
    nodes_[node].state.compare_exchange_strong(expected, seen);
}

void Tree::copy(Index to, Index from) {
    const auto& before = nodes_[from];
    auto& node = nodes_[to];
    const auto state = before.state.load();
    if (state != growing) node.state = state;  // else: what another thread makes is not seen
    node.side = before.side;
    node.born = before.born.load();
    node.child_count = before.child_count.load();
    node.first_child = before.first_child.load();
    visits_[to] = visits_[from].load();
    values_[to] = values_[from].load();
    if (state == seen) foretold_[to] = foretold_[from];
    if (state == over) priors_[to] = priors_[from];
}

void Tree::prefetch([[maybe_unused]] Index first) const {
#if defined(__GNUC__)
    constexpr int line = 64;
    const auto fetch = [](const void* from, int bytes) {
        for (int at = 0; at < bytes; at += line)
            __builtin_prefetch(static_cast<const char*>(from) + at);
    };
    fetch(&visits_[first], line);
    fetch(&priors_[first], line);
    fetch(&values_[first], 2 * line);
    fetch(&nodes_[first], 2 * line);
#endif
}

#if defined(__GNUC__)

// Every version of this computes the same: what is done to a lane does not depend on how many of
// them a machine takes at a time.
CORNERWISE_HOT
Tree::Best Tree::best(Index first, int count, float eager) const {
    using Floats = float __attribute__((vector_size(4 * lanes)));
    using Ints = std::int32_t __attribute__((vector_size(4 * lanes)));
    using Doubles = double __attribute__((vector_size(8 * lanes)));
    using Longs = std::int64_t __attribute__((vector_size(8 * lanes)));
    const auto* visits = reinterpret_cast<const char*>(&visits_[first]);
    const auto* values = reinterpret_cast<const char*>(&values_[first]);
    const auto* priors = reinterpret_cast<const char*>(&priors_[first]);
    const Ints step = {0, 1, 2, 3, 4, 5, 6, 7};
    Floats highest = Floats{} - 1;
    Ints at{}, fewer{};
    Doubles sums{};
    bool more = true;
    for (int begin = 0; more && begin < count; begin += lanes) {
        Ints times;
        Doubles value;
        Floats prior;
        std::memcpy(&times, visits + 4 * begin, sizeof times);
        std::memcpy(&value, values + 8 * begin, sizeof value);
        std::memcpy(&prior, priors + 4 * begin, sizeof prior);
        const Ints number = step + begin;
        const Ints known = (number < count) & (times != 0);
        const auto visited = __builtin_convertvector(times, Floats);
        const Floats score =
            __builtin_convertvector(value, Floats) / visited + eager * prior / (1 + visited);
        const Ints better = known & Ints(score > highest);
        highest = better ? score : highest;
        at = better ? number : at;
        sums += Doubles(Longs(value) & __builtin_convertvector(known, Longs));
        fewer += known;  // -1 for each
        more = known[lanes - 1] != 0;
    }
    int fresh = 0;
    for (int lane = 0; lane < lanes; ++lane) fresh -= fewer[lane];
    Best found{first, -1, 0, first + static_cast<Index>(fresh)};
    for (int lane = 0; lane < lanes; ++lane) {
        found.sum += sums[lane];
        if (highest[lane] < found.score) continue;
        const auto node = first + static_cast<Index>(at[lane]);
        if (highest[lane] > found.score || node < found.node) {
            found.score = highest[lane];
            found.node = node;
        }
    }
    return found;
}

#else

Tree::Best Tree::best(Index first, int count, float eager) const {
    std::array<double, lanes> sums{};
    Best found{first, -1, 0, first};
    const Index end = first + static_cast<Index>(count);
    for (; found.fresh < end; ++found.fresh) {
        const float visited = static_cast<float>(visits(found.fresh));
        if (visited == 0) break;
        const double value = this->value(found.fresh);
        const float score = float(value) / visited + eager * prior(found.fresh) / (1 + visited);
        sums[(found.fresh - first) % lanes] += value;
        if (score > found.score) found.score = score, found.node = found.fresh;
    }
    for (double sum : sums) found.sum += sum;
    return found;
}

#endif

}  // namespace cornerwise
