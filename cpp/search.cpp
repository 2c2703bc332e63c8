#include "search.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <thread>

#include "clock.h"

namespace cornerwise {

Search::Worker::Worker(const Search& search, std::size_t number)
    : position(search.root_->copy()),
      random(search.settings_.seed * 0x9e3779b97f4a7c15 + number),
      totals(search.root_->hand(position->turn()).count_moves(position->tables())) {
    if (search.is_late_)
        playout = std::make_unique<LatePlayout>();
    else
        playout = std::make_unique<WidePlayout>();
}

Search::Search(const Position& root, const Weights& weights, const ValueWeights& value,
               const Settings& settings)
    : root_(LatePosition::of(root)),
      is_late_(root_ != nullptr),
      weights_(weights),
      value_(value),
      settings_(settings),
      capacity_(settings.memory / sizeof(Node)) {
    if (root.turn() == Situation::nobody) throw std::invalid_argument("the game is over");
    if (!is_late_) root_ = root.copy();
    if (capacity_ > UINT32_MAX) capacity_ = UINT32_MAX;
    const auto moves = root.hand(root.turn()).count_moves(root.tables());
    if (capacity_ < static_cast<std::size_t>(moves))
        throw std::invalid_argument("there is too little memory to search");
    nodes_.reset(static_cast<Node*>(::operator new[](capacity_ * sizeof(Node))));
    hire(1);
    reach(*workers_[0]);
    grow(top_, *workers_[0], static_cast<std::size_t>(moves));
    top_.born = 1;
}

void Search::run(std::uint64_t simulations, double seconds, int threads) {
    const double deadline = now() + seconds;
    hire(static_cast<std::size_t>(threads));
    std::vector<std::thread> others;
    for (int number = 1; number < threads; ++number)
        others.emplace_back([&, number] { work(*workers_[number], simulations, deadline); });
    work(*workers_[0], simulations, deadline);
    for (auto& thread : others) thread.join();
}

/// Have at least so many workers.
void Search::hire(std::size_t count) {
    const std::lock_guard guard(workers_lock_);
    while (workers_.size() < count)
        workers_.push_back(std::make_unique<Worker>(*this, workers_.size()));
}

void Search::work(Worker& worker, std::uint64_t simulations, double deadline) {
    constexpr int few = 8;  // simulations between two looks at the clock
    for (int made = 0; !stopped_; ++made) {
        if (made % few == 0 && now() >= deadline) return;
        if (simulations_.fetch_add(1) >= simulations) {
            simulations_.fetch_sub(1);
            return;
        }
        simulate(worker);
    }
}

void Search::simulate(Worker& worker) {
    constexpr std::uint32_t often = 1000;  // visited so often, a node is in the caches
    worker.path.clear();
    worker.reached = 0;
    Node* node = &top_;
    top_.visits.fetch_add(1, std::memory_order_relaxed);
    for (Growth state; (state = node->state) != over;) {
        if (state < cut && !expand(*node, worker)) break;
        if (state == cut) widen(*node, worker);
        const int side = node->side;
        node = select(*node);
        prefetch(*node);
        const auto visits = node->visits.fetch_add(1, std::memory_order_relaxed);
        worker.path.emplace_back(node, side);
        if (visits < often && node->state != over) reach(worker);  // while memory is waited for
    }
    const auto expected = expect(*node, worker);
    const auto values = worth(root_->rules(), expected);
    for (auto [visited, side] : worker.path)
        visited->value.fetch_add(values[side], std::memory_order_relaxed);
    auto& total = worker.totals[worker.path.front().first - children(top_)];
    const std::lock_guard guard(worker.lock);
    for (int side = 0; side < root_->rules().side_count(); ++side) {
        total.share[side] += expected.share[side];
        total.points[side] += expected.points[side];
    }
}

/// Have the first children fetched from memory while the move is made: a long search's tree is
/// larger than the caches.
void Search::prefetch([[maybe_unused]] const Node& node) const {
#if defined(__GNUC__)
    const auto* first = reinterpret_cast<const char*>(children(node));
    for (int line = 0; line < 4; ++line) __builtin_prefetch(first + 64 * line);
#endif
}

/// Bring the position to where the path ends. This is the dear part of a simulation, so it is left
/// until the position is needed: where a game has ended it never is.
void Search::reach(Worker& worker) const {
    if (worker.reached == 0) worker.position->become(*root_);
    for (; worker.reached < worker.path.size(); ++worker.reached)
        worker.position->play(worker.path[worker.reached].first->move);
}

/// How the game ended or goes on from where the tree ends: partly what is foretold, partly what
/// comes of playing on, to the end or so far that what is foretold then is worth more. Whichever of
/// the two counts for more is always asked. The other is asked so often that it may then count as
/// much: on average that comes to the same, and it takes less time.
Expectation Search::expect(Node& node, Worker& worker) {
    if (node.state == over) return {root_->rules(), ending(node)->points};
    reach(worker);
    auto& position = *worker.position;
    if (position.turn() == Situation::nobody) {
        finish(node, position);
        return foretold(position, value_);
    }
    const bool known = !value_.empty() && position.rules().side_count() > 1;
    const int stage = position.stage();
    const float trust = known ? std::min(1.0f, settings_.trust * value_.trust(stage)) : 1;
    const float both = 2 * std::min(trust, 1 - trust);
    const float played = both > 0 && worker.random.unit() < both ? 0.5f : std::round(trust);
    Expectation expected{};
    if (played < 1) expected.add(foretold(position, value_), 1 - played);
    if (played > 0) {
        const float reply = known ? value_.reply(stage) : Playout::usual_reply;
        worker.playout->run(position, worker.random, reply,
                            known ? value_.horizon(stage) : INT_MAX);
        expected.add(foretold(position, value_), played);
    }
    return expected;
}

/// The child to try: promising by its value so far, or by its prior and little tried. Children are
/// sorted by prior, so of those never tried only the first can be best. After many visits the
/// others keep a share of them: a long search must find out where values and priors are wrong.
Search::Node* Search::select(const Node& parent) {
    const auto count = parent.child_count.load();
    Node* child = children(parent);
    Node* const end = child + count;
    const auto tried = parent.visits.load(std::memory_order_relaxed) - parent.born;
    const float all = float(tried);
    const float eager =
        settings_.exploration * std::sqrt((all + 1) * (1 + all / settings_.broaden));
    double sum = 0;
    Node* best = child;
    float highest = -1;
    for (; child != end; ++child) {
        const float visits = float(child->visits.load(std::memory_order_relaxed));
        if (visits == 0) break;
        const double value = child->value.load(std::memory_order_relaxed);
        const float score = float(value) / visits + eager * child->prior / (1 + visits);
        sum += value;
        if (score > highest) highest = score, best = child;
    }
    Node* const fresh = child;
    const float mean = tried == 0 ? 0.5f : float(sum / tried);
    if (fresh != end && mean - settings_.first_play + eager * fresh->prior > highest) best = fresh;
    return best;
}

/// Give a node its children when it is worth it. False if it has none, be it that there is no room
/// or that another thread is at it.
bool Search::expand(Node& node, Worker& worker) {
    if (node.visits < static_cast<std::uint32_t>(settings_.expand_at) || is_full()) return false;
    reach(worker);
    if (worker.position->turn() == Situation::nobody) return false;
    auto expected = leaf;
    if (!node.state.compare_exchange_strong(expected, growing))
        return expected == cut || expected == whole;
    return grow(node, worker, first_children);  // if not, it stays `growing`: nobody will try again
}

/// Let the rest of a node's moves in once all that looked best have been tried, so that the search
/// is the same as with all of them from the beginning: children are tried in their order. Few nodes
/// come to that, and the others take a fraction of the memory.
void Search::widen(Node& node, Worker& worker) {
    const auto count = node.child_count.load();
    const Node* first = children(node);
    if (first[count - 1].visits.load(std::memory_order_relaxed) == 0 || is_full()) return;
    auto expected = cut;
    if (!node.state.compare_exchange_strong(expected, growing)) return;
    reach(worker);
    if (!grow(node, worker, SIZE_MAX)) node.state = cut;
}

/// Make a node's children, so many that look best; those that it has already keep what was found.
/// False if there is no room.
bool Search::grow(Node& node, Worker& worker, std::size_t most) {
    const auto all = rate_moves(*worker.position, weights_, most, worker.rating);
    const auto& moves = worker.rating.moves;
    const auto count = moves.size(), known = std::size_t(node.child_count);
    const auto first = used_.fetch_add(count);
    if (first + count > capacity_) return false;
    const Node* before = children(node);
    for (std::size_t i = 0; i < count; ++i) {
        Node* child = new (nodes_.get() + first + i) Node;
        child->move = static_cast<std::uint16_t>(moves[i].move);
        child->prior = moves[i].prior;
        if (i >= known) continue;
        const auto state = before[i].state.load();
        if (state != growing) child->state = state;  // else: what another thread makes is not seen
        child->side = before[i].side;
        child->born = before[i].born;
        child->child_count = before[i].child_count.load();
        child->first_child = before[i].first_child.load();
        child->visits = before[i].visits.load();
        child->value = before[i].value.load();
    }
    if (known == 0) {
        node.born = node.visits;
        node.side = static_cast<std::int8_t>(worker.position->side_to_play());
    }
    node.first_child = static_cast<std::uint32_t>(first);
    node.child_count = static_cast<std::uint16_t>(count);
    node.state = count < all ? cut : whole;
    return true;
}

/// Keep how the game ended at a node, if there is room.
void Search::finish(Node& node, const Situation& position) {
    auto expected = leaf;
    if (is_full() || !node.state.compare_exchange_strong(expected, growing)) return;
    const auto place = used_.fetch_add(1);
    if (place >= capacity_) return;
    new (nodes_.get() + place) Ending{position.side_points()};
    node.first_child = static_cast<std::uint32_t>(place);
    node.state = over;
}

std::vector<Verdict> Search::verdicts() const {
    std::vector<Total> totals(top_.child_count);
    {
        const std::lock_guard guard(workers_lock_);
        for (const auto& worker : workers_) {
            const std::lock_guard guard_of_totals(worker->lock);
            for (std::size_t i = 0; i < totals.size(); ++i)
                for (int side = 0; side < Rules::max_colours; ++side) {
                    totals[i].share[side] += worker->totals[i].share[side];
                    totals[i].points[side] += worker->totals[i].points[side];
                }
        }
    }
    std::vector<Verdict> found;
    for (std::size_t i = 0; i < totals.size(); ++i) {
        const Node& node = children(top_)[i];
        Verdict verdict{node.move, node.visits, node.prior, 0, {}, {}};
        if (verdict.visits > 0) {
            const float visits = float(verdict.visits);
            verdict.value = float(node.value) / visits;
            for (int side = 0; side < Rules::max_colours; ++side) {
                verdict.share[side] = float(totals[i].share[side]) / visits;
                verdict.points[side] = float(totals[i].points[side]) / visits;
            }
        }
        found.push_back(verdict);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Verdict& a, const Verdict& b) { return a.visits > b.visits; });
    return found;
}

const Search::Node* Search::most_visited(const Node& parent) const {
    const Node* best = nullptr;
    const auto count = parent.child_count.load();
    const Node* first = children(parent);
    for (int i = 0; i < count; ++i) {
        const Node& node = first[i];
        if (node.visits > (best ? best->visits.load() : 0)) best = &node;
    }
    return best;
}

std::vector<int> Search::line() const {
    std::vector<int> moves;
    for (const Node* node = &top_; node->child_count > 0;) {
        node = most_visited(*node);
        if (node == nullptr) break;
        moves.push_back(node->move);
    }
    return moves;
}

}  // namespace cornerwise
