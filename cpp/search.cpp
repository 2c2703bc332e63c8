#include "search.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "clock.h"

namespace cornerwise {

namespace {

/// So many visits a number has room for.
constexpr std::uint64_t most_simulations = INT32_MAX;

/// How many moves the colour on turn has.
std::size_t moves_of(const Position& position) {
    if (position.turn() == Situation::nobody) throw std::invalid_argument("the game is over");
    return static_cast<std::size_t>(position.hand(position.turn()).count_moves(position.tables()));
}

}  // namespace

Search::Worker::Worker(const Search& search, std::size_t number)
    : position(search.start_->copy()),
      random(search.settings_.seed * 0x9e3779b97f4a7c15 + number),
      totals(search.start_->hand(position->turn()).count_moves(position->tables())) {
    if (search.is_late_)
        playout = std::make_unique<LatePlayout>();
    else
        playout = std::make_unique<WidePlayout>();
}

Search::Search(const Position& start, const Weights& weights, const ValueWeights& value,
               const Settings& settings)
    : start_(LatePosition::of(start)),
      is_late_(start_ != nullptr),
      weights_(weights),
      value_(value),
      settings_(settings),
      tree_(settings.memory, moves_of(start)) {
    if (!is_late_) start_ = start.copy();
    hire(1);
    reach(*workers_[0]);
    grow(root, *workers_[0], SIZE_MAX);
    tree_[root].born = 1;
    const auto& node = tree_[root];
    for (Index child = node.first_child; child < node.first_child + node.child_count; ++child)
        priors_.push_back(tree_.prior(child));
}

void Search::run(std::uint64_t simulations, double seconds, int threads) {
    const double deadline = now() + seconds;
    simulations = std::min<std::uint64_t>(simulations, most_simulations);
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
    for (int made = 0; !stopped_ && !settled_; ++made) {
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
    Index node = root;
    tree_.visit(root);
    Tree::State state;
    while ((state = tree_[node].state) != Tree::over) {
        if (state < Tree::cut && !expand(node, worker)) break;
        if (state == Tree::cut) widen(node, worker);
        const int side = tree_[node].side;
        node = select(node);
        tree_.prefetch(tree_[node].first_child);
        const auto visits = tree_.visit(node);
        worker.path.emplace_back(node, side);
        if (visits < often && tree_[node].state != Tree::over)
            reach(worker);  // while memory is waited for
    }
    const auto expected = expect(node, worker);
    const auto values = worth(start_->rules(), expected);
    for (auto [visited, side] : worker.path) tree_.add_value(visited, values[side]);
    if (state != Tree::over && tree_[node].state == Tree::over) settle(worker);
    auto& total = worker.totals[worker.path.front().first - tree_[root].first_child];
    const std::lock_guard guard(worker.lock);
    for (int side = 0; side < start_->rules().side_count(); ++side) {
        total.share[side] += expected.share[side];
        total.points[side] += expected.points[side];
    }
}

/// Bring the position to where the path ends. This is the dear part of a simulation, so it is left
/// until the position is needed: where the ending is certain it never is.
void Search::reach(Worker& worker) const {
    if (worker.reached == 0) worker.position->become(*start_);
    for (; worker.reached < worker.path.size(); ++worker.reached)
        worker.position->sketch(tree_[worker.path[worker.reached].first].move);
}

/// How the game ended or goes on from where the tree ends: partly what is foretold, partly what
/// comes of playing on, to the end or so far that what is foretold then is worth more. Whichever of
/// the two counts for more is always asked. The other is asked so often that it may then count as
/// much: on average that comes to the same, and it takes less time.
Expectation Search::expect(Index node, Worker& worker) {
    if (tree_[node].state == Tree::over) return {start_->rules(), tree_.ending(node)};
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
    if (played < 1) {
        const bool seen = tree_[node].state == Tree::seen;
        const auto value =
            seen ? foretold(position, value_, tree_.foretold(node)) : foretold(position, value_);
        if (!seen) tree_.keep_foretold(node, value.points);
        expected.add(value, 1 - played);
    }
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
Search::Index Search::select(Index parent) const {
    const auto& node = tree_[parent];
    const int count = node.child_count;
    const Index first = node.first_child, end = first + static_cast<Index>(count);
    const auto tried = tree_.visits(parent) - node.born;
    const float all = float(tried);
    const float eager =
        settings_.exploration * std::sqrt((all + 1) * (1 + all / settings_.broaden));
    const auto best = tree_.best(first, count, eager);
    if (best.fresh == end) return best.node;
    const float mean = tried == 0 ? 0.5f : float(best.sum / tried);
    const float hope = mean - settings_.first_play + eager * tree_.prior(best.fresh);
    return hope > best.score ? best.fresh : best.node;
}

/// Give a node its children when it is worth it. False if it has none, be it that there is no room
/// or that another thread is at it.
bool Search::expand(Index node, Worker& worker) {
    if (tree_.visits(node) < static_cast<std::uint32_t>(settings_.expand_at) || is_full())
        return false;
    reach(worker);
    if (worker.position->turn() == Situation::nobody) return false;
    auto state = tree_[node].state.load();
    while (state <= Tree::seen)
        if (tree_[node].state.compare_exchange_strong(state, Tree::growing))
            // If there is no room, it stays `growing`: nobody will try again.
            return grow(node, worker, first_children);
    return state == Tree::cut || state == Tree::whole;
}

/// Let the rest of a node's moves in once all that looked best have been tried, so that the search
/// is the same as with all of them from the beginning: children are tried in their order. Few nodes
/// come to that, and the others take a fraction of the memory.
void Search::widen(Index node, Worker& worker) {
    const int count = tree_[node].child_count;
    const Index last = tree_[node].first_child + static_cast<Index>(count) - 1;
    if (tree_.visits(last) == 0 || is_full()) return;
    auto expected = Tree::cut;
    if (!tree_[node].state.compare_exchange_strong(expected, Tree::growing)) return;
    reach(worker);
    if (!grow(node, worker, SIZE_MAX)) tree_[node].state = Tree::cut;
}

/// Make a node's children, so many that look best; those that it has already keep what was found.
/// False if there is no room.
bool Search::grow(Index at, Worker& worker, std::size_t most) {
    worker.position->catch_up();
    const auto all = rate_moves(*worker.position, weights_, most, worker.rating);
    const auto& moves = worker.rating.moves;
    auto& node = tree_[at];
    const auto count = moves.size(), known = std::size_t(node.child_count);
    const auto first = tree_.add(count);
    if (first == 0) return false;
    const Index before = node.first_child;
    for (std::size_t i = 0; i < count; ++i) {
        const auto child = static_cast<Index>(first + i);
        tree_[child].move = static_cast<std::uint16_t>(moves[i].move);
        tree_.set_prior(child, moves[i].prior);
        if (i < known) tree_.copy(child, static_cast<Index>(before + i));
    }
    if (known == 0) {
        node.born = tree_.visits(at);
        node.side = static_cast<std::int8_t>(worker.position->side_to_play());
    }
    node.first_child = first;
    node.child_count = static_cast<std::uint16_t>(count);
    node.state = count < all ? Tree::cut : Tree::whole;
    return true;
}

/// Keep how the game ended at a node, if there is room.
void Search::finish(Index node, const Situation& position) {
    auto expected = Tree::leaf;
    if (is_full() || !tree_[node].state.compare_exchange_strong(expected, Tree::growing)) return;
    const auto place = tree_.add_ending(position.side_points());
    if (place == 0) return;
    tree_[node].born = place;
    tree_[node].state = Tree::over;
}

/// The path has come to a node whose ending has just become certain. Where that was the last of a
/// parent's moves, the parent is certain, too, and so on.
void Search::settle(const Worker& worker) {
    const auto& path = worker.path;
    tree_.set_prior(path.back().first, 0);  // there is nothing more to find: it no longer draws
    for (auto at = path.size(); at-- > 1;)
        if (!settle(path[at - 1].first, path[at - 1].second)) return;
    const auto& node = tree_[root];
    for (Index child = node.first_child; child < node.first_child + node.child_count; ++child)
        if (tree_[child].state != Tree::over) return;
    settled_ = true;
}

/// If all that can come of a node is certain, it ends as what its side likes best, and that is what
/// it is worth, whatever was thought before. `side` has made the move to it.
bool Search::settle(Index at, int side) {
    auto& node = tree_[at];
    if (node.state != Tree::whole) return false;
    const auto& rules = start_->rules();
    Index best = 0;
    float highest = -1;
    // The last ones are tried last, so that is where to look for one that is not certain.
    const Index first = node.first_child;
    for (Index child = first + node.child_count; child-- > first;) {
        if (tree_[child].state != Tree::over) return false;
        const float value = worth(rules, {rules, tree_.ending(child)})[node.side];
        if (value >= highest) highest = value, best = child;
    }
    const float value = worth(rules, {rules, tree_.ending(best)})[side];
    node.born = tree_[best].born.load();
    node.state = Tree::over;
    tree_.set_prior(at, 0);
    tree_.set_value(at, double{value} * tree_.visits(at));
    return true;
}

std::vector<Verdict> Search::verdicts() const {
    std::vector<Total> totals(tree_[root].child_count);
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
        const auto node = static_cast<Index>(tree_[root].first_child + i);
        Verdict verdict{tree_[node].move, tree_.visits(node), priors_[i], 0, {}, {}};
        const float visits = float(verdict.visits);
        if (visits > 0) verdict.value = float(tree_.value(node)) / visits;
        if (tree_[node].state == Tree::over) {
            const Expectation ended{start_->rules(), tree_.ending(node)};
            verdict.share = ended.share;
            verdict.points = ended.points;
        } else if (visits > 0) {
            for (int side = 0; side < Rules::max_colours; ++side) {
                verdict.share[side] = float(totals[i].share[side]) / visits;
                verdict.points[side] = float(totals[i].points[side]) / visits;
            }
        }
        found.push_back(verdict);
    }
    // How often a move was tried says how good it is, until that is certain.
    const bool certain = settled_;
    std::stable_sort(found.begin(), found.end(), [&](const Verdict& a, const Verdict& b) {
        return certain && a.value != b.value ? a.value > b.value : a.visits > b.visits;
    });
    return found;
}

/// The child that a line goes on with: the one that makes the ending certain, or else the most
/// visited. The root if there is none.
Search::Index Search::next(Index parent) const {
    const auto& node = tree_[parent];
    const int count = node.child_count;
    const Index first = node.first_child;
    Index best = root;
    std::pair<float, std::uint32_t> most{0, 0};
    for (Index child = first; child < first + static_cast<Index>(count); ++child) {
        const auto visits = tree_.visits(child);
        if (visits == 0) continue;
        float certain = 0;
        if (node.state == Tree::over) certain = tree_[child].born == node.born;
        if (parent == root && settled_) certain = float(tree_.value(child)) / float(visits);
        if (const std::pair liked{certain, visits}; liked > most) most = liked, best = child;
    }
    return best;
}

std::vector<int> Search::line() const {
    std::vector<int> moves;
    for (Index node = root; (node = next(node)) != root;) moves.push_back(tree_[node].move);
    return moves;
}

}  // namespace cornerwise
