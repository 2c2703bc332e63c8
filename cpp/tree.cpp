#include "tree.h"

#include <stdexcept>

namespace cornerwise {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));
static_assert(sizeof(std::atomic<float>) == sizeof(float));
static_assert(sizeof(std::atomic<double>) == sizeof(double));

Tree::Tree(std::size_t memory, std::size_t least)
    : capacity_(std::min<std::size_t>(memory / (sizeof(Row) + lanes * sizeof(Record)),
                                      UINT32_MAX / lanes)),
      rows_(capacity_),
      records_(lanes * capacity_) {
    if (capacity_ < 1 + (least + lanes - 1) / lanes)
        throw std::invalid_argument("there is too little memory to search");
}

Tree::Index Tree::take(std::size_t count, Lot::Range& lot, std::atomic<std::size_t>& taken,
                       std::size_t capacity) {
    if (lot.next + count > lot.end) {
        // A thousandth of all, so that what a thread leaves unused matters little.
        const auto some = std::max(count, std::min<std::size_t>(64, capacity / 1024));
        lot.next = taken.fetch_add(some);
        lot.end = std::min(lot.next + some, capacity);
        if (lot.next + count > lot.end) return lot.next = lot.end, nowhere;
    }
    const auto first = lot.next;
    lot.next += count;
    return static_cast<Index>(first);
}

Tree::Index Tree::add(std::size_t count, Lot& lot) {
    const auto rows = (count + lanes - 1) / lanes;
    const auto first = take(rows, lot.rows_, rows_taken_, capacity_);
    if (first == nowhere) return nowhere;
    for (std::size_t row = first; row < first + rows; ++row) new (&rows_[row]) Row;
    lot.made_.store(lot.made_ + count, std::memory_order_relaxed);
    return first * lanes;
}

void Tree::keep_ending(Index at, const Points& points, Lot& lot) {
    auto& node = (*this)[at];
    const auto record = take(1, lot.records_, records_taken_, lanes * capacity_);
    if (record == nowhere) return;
    records_[record].ending = points;
    node.record = record;
    node.state = over;
    set_prior(at, no_prior);
}

void Tree::keep_ending(Index at, Index child) {
    auto& node = (*this)[at];
    node.record = (*this)[child].record.load();
    node.state = over;
    set_prior(at, no_prior);
}

void Tree::keep_forecast(Index at, const Values& points, Lot& lot) {
    auto& node = (*this)[at];
    auto expected = leaf;
    if (!node.state.compare_exchange_strong(expected, growing)) return;
    const auto record = take(1, lot.records_, records_taken_, lanes * capacity_);
    if (record != nowhere) {
        records_[record].forecast = points;
        node.record = record;
    }
    node.state = record == nowhere ? leaf : seen;
}

void Tree::copy(Index to, Index from) {
    const auto& before = (*this)[from];
    auto& node = (*this)[to];
    State state;
    do {  // until no other thread has changed it meanwhile
        state = before.state;
        node.side = before.side.load();
        node.record = before.record.load();
        node.child_count = before.child_count.load();
        node.first_child = before.first_child.load();
    } while (before.state != state);
    if (state != growing) node.state = state;  // else: what another thread makes is not seen
    rows_[to / lanes].visits[to % lanes] = visits(from);
    set_value(to, value(from));
    if (state == over) set_prior(to, no_prior);
}

void Tree::prefetch([[maybe_unused]] Index first) const {
#if defined(__GNUC__)
    constexpr std::size_t line = 64;
    const auto* row = reinterpret_cast<const char*>(&rows_[first / lanes]);
    for (std::size_t at = 0; at < sizeof(Row); at += line) __builtin_prefetch(row + at);
#endif
}

#if defined(CORNERWISE_VECTORS)

namespace {

/// Read eight or four numbers at once while other threads may change them: each may be new or old.
/// C++ has no word for that. A processor reads each number whole, and that is enough. The fence
/// behind the reads keeps the compiler from reading twice.
template <typename Vector, typename Number>
[[gnu::always_inline]] inline void read(Vector& to, const std::atomic<Number>* from) {
#if defined(CORNERWISE_WATCHES_THREADS)
    for (std::size_t i = 0; i < sizeof(Vector) / sizeof(Number); ++i)
        to[i] = static_cast<Number>(from[i].load(std::memory_order_relaxed));
#else
    std::memcpy(&to, from, sizeof(Vector));
#endif
}

}  // namespace

// Every version of this computes the same: what happens in a lane does not depend on how many lanes
// a machine takes at a time. Doubles are taken four at a time, as blocks wider than the machine's
// registers go through memory.
CORNERWISE_HOT
Tree::Best Tree::best(Index first, int count, float eager, bool open_only) const {
    using Floats = float __attribute__((vector_size(4 * lanes)));
    using Ints = std::int32_t __attribute__((vector_size(4 * lanes)));
    using HalfFloats = float __attribute__((vector_size(2 * lanes)));
    using Doubles = double __attribute__((vector_size(4 * lanes)));  // a half of them
    const Ints step = {0, 1, 2, 3, 4, 5, 6, 7};
    const Ints any = Ints{} - !open_only;
    const Row* row = &rows_[first / lanes];
    Floats highest = Floats{} - 1;
    Ints at{}, tried{}, known;
    Doubles sums{};
    int begin = 0;
    for (;;) {
        Ints times;
        Doubles low, high;
        Floats prior;
        read(times, &row->visits[0]);
        read(low, &row->values[0]);
        read(high, &row->values[lanes / 2]);
        read(prior, &row->priors[0]);
        std::atomic_signal_fence(std::memory_order_acq_rel);
        known = times != 0;  // lanes behind the last sibling have neither visits nor values
        const auto visited = __builtin_convertvector(times, Floats);
        const Floats value = __builtin_shufflevector(__builtin_convertvector(low, HalfFloats),
                                                     __builtin_convertvector(high, HalfFloats), 0,
                                                     1, 2, 3, 4, 5, 6, 7);
        const Ints open = prior >= 0;
        const Floats draws = Floats(Ints(prior) & open);
        const Floats score = value / visited + eager * (draws / (1 + visited));
        const Ints better = known & (open | any) & Ints(score > highest);
        highest = better ? score : highest;
        at = better ? step + begin : at;
        tried += times;
        sums += low + high;
        if (row->visits[lanes - 1].load(std::memory_order_relaxed) == 0) break;
        if (begin + lanes >= count) break;
        begin += lanes;
        ++row;
    }
    tried += __builtin_shufflevector(tried, tried, 4, 5, 6, 7, 0, 1, 2, 3);
    tried += __builtin_shufflevector(tried, tried, 2, 3, 0, 1, 6, 7, 4, 5);
    known += __builtin_shufflevector(known, known, 4, 5, 6, 7, 0, 1, 2, 3);  // -1 for each
    known += __builtin_shufflevector(known, known, 2, 3, 0, 1, 6, 7, 4, 5);
    const int fresh = begin - (known[0] + known[1]);
    // The highest score of all lanes, and the earliest of those that have it.
    Floats top = highest, next;
    next = __builtin_shufflevector(top, top, 4, 5, 6, 7, 0, 1, 2, 3);
    top = top > next ? top : next;
    next = __builtin_shufflevector(top, top, 2, 3, 0, 1, 6, 7, 4, 5);
    top = top > next ? top : next;
    next = __builtin_shufflevector(top, top, 1, 0, 3, 2, 5, 4, 7, 6);
    top = top > next ? top : next;
    Ints node = Ints(highest == top) ? at : Ints{} + INT32_MAX, other;
    other = __builtin_shufflevector(node, node, 4, 5, 6, 7, 0, 1, 2, 3);
    node = node < other ? node : other;
    other = __builtin_shufflevector(node, node, 2, 3, 0, 1, 6, 7, 4, 5);
    node = node < other ? node : other;
    other = __builtin_shufflevector(node, node, 1, 0, 3, 2, 5, 4, 7, 6);
    node = node < other ? node : other;
    return {first + static_cast<Index>(node[0]), top[0], first + static_cast<Index>(fresh),
            (sums[0] + sums[2]) + (sums[1] + sums[3]),
            static_cast<std::uint32_t>(tried[0]) + static_cast<std::uint32_t>(tried[1])};
}

#else

Tree::Best Tree::best(Index first, int count, float eager, bool open_only) const {
    Best found{first, -1, first, 0, 0};
    const Index end = first + static_cast<Index>(count);
    // Add values in the order of the vector version: sums are rounded.
    std::array<double, lanes / 2> sums{};
    std::array<double, lanes> row{};
    const auto add_row = [&] {
        for (int i = 0; i < lanes / 2; ++i) sums[i] += row[i] + row[i + lanes / 2];
        row = {};
    };
    for (; found.fresh < end; ++found.fresh) {
        const Index node = found.fresh;
        const auto times = visits(node);
        if (times == 0) break;
        if (node % lanes == 0) add_row();
        const double value = this->value(node);
        row[node % lanes] = value;
        found.tried += times;
        const float prior = this->prior(node), visited = static_cast<float>(times);
        if (open_only && prior < 0) continue;
        const float draws = std::max(prior, 0.0f);
        const float score = float(value) / visited + eager * (draws / (1 + visited));
        if (score > found.score) found.score = score, found.node = node;
    }
    add_row();
    found.sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    return found;
}

#endif

}  // namespace cornerwise
