#include "search.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "clock.h"

namespace cornerwise {

namespace {

/// The most visits that a 32-bit counter holds.
constexpr std::uint64_t most_simulations = INT32_MAX;

/// How many visits a thread collects at a node that has had `visits`, before it enters them.
std::uint32_t several(std::uint32_t visits) { return std::min<std::uint32_t>(visits / 16, 256); }

/// Add to a sum that only this thread changes.
template <typename Number, typename More>
void add_to(std::atomic<Number>& sum, More more) {
    sum.store(sum.load(std::memory_order_relaxed) + static_cast<Number>(more),
              std::memory_order_relaxed);
}

/// How many moves the colour on turn has.
std::size_t moves_of(const Position& position) {
    if (position.turn() == Situation::nobody) throw std::invalid_argument("the game is over");
    return static_cast<std::size_t>(position.hand(position.turn()).count_moves(position.tables()));
}

}  // namespace

Search::Worker::Worker(const Search& search, std::size_t number)
    : position(search.start_->copy()),
      random(search.settings_.seed * 0x9e3779b97f4a7c15 + number),
      boldness(std::pow(16.0f, float(std::min<std::size_t>(number, 4)))),
      totals(search.start_->hand(position->turn()).count_moves(position->tables())) {
    if (search.is_late_)
        playout = std::make_unique<LatePlayout>();
    else
        playout = std::make_unique<WidePlayout>();
}

Search::Search(const Position& start, const PriorWeights& weights, const ValueWeights& value,
               const SearchSettings& settings)
    : start_(LatePosition::of(start)),
      is_late_(start_ != nullptr),
      weights_(weights),
      value_(value),
      settings_(settings),
      tree_(settings.memory, moves_of(start)) {
    if (!is_late_) start_ = start.copy();
    hire(1);
    tree_.add(1, workers_[0]->lot);
    reach(*workers_[0]);
    grow(root, *workers_[0], SIZE_MAX);
    tree_[root].record = 1;  // as if it had got its children at the first visit
    const auto& node = tree_[root];
    for (Index child = node.first_child; child < node.first_child + node.child_count; ++child)
        priors_.push_back(tree_.prior(child));
}

void Search::run(std::uint64_t simulations, double seconds, int threads) {
    const double deadline = now() + seconds;
    simulations = std::min<std::uint64_t>(simulations, most_simulations);
    hire(static_cast<std::size_t>(threads));
    for (auto& worker : workers_) worker->is_alone = threads == 1;
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
    constexpr std::uint64_t few = 32;  // simulations between two looks at the clock
    while (!stopped_ && !settled_ && now() < deadline) {
        // Claim several at once: threads that asked before every simulation would wait for each
        // other.
        auto claimed = few;
        const auto before = simulations_.fetch_add(claimed);
        if (before + claimed > simulations) {
            const auto over = std::min(claimed, before + claimed - simulations);
            simulations_ -= over;
            claimed -= over;
        }
        if (claimed == 0) break;
        for (; claimed > 0 && !stopped_ && !settled_; --claimed) simulate(worker);
        simulations_ -= claimed;
    }
    for (auto& pending : worker.pending) enter(pending);
}

void Search::simulate(Worker& worker) {
    constexpr std::uint32_t often = 1000;  // visited so often, a node is in the caches
    constexpr int patience = 8;  // simulations at proved nodes before it looks beside them
    worker.path.clear();
    worker.reached = worker.updated = 0;
    Index node = root;
    if (worker.is_alone)
        tree_.visit(root, true);
    else
        count({root, 0, true}, 0, worker);
    Tree::State state;
    bool in_vain = false;
    while ((state = tree_[node].state) != Tree::over) {
        if (state < Tree::cut && !expand(node, worker)) break;
        const int side = tree_[node].side;
        Index child = select(node, false, worker);
        if (is_proved(child)) {
            in_vain = true;
            if (worker.in_vain >= patience) child = look_beside(node, child, worker);
        }
        if (child == root) return settle(worker);
        node = child;
        tree_.prefetch(tree_[node].first_child);
        const auto visits = visit(node, side, worker);
        if (visits < often && !is_proved(node)) reach(worker);  // while memory is waited for
    }
    worker.in_vain = in_vain && settings_.prove ? worker.in_vain + 1 : 0;
    backpropagate(worker, expect(node, worker));
    if (settings_.prove && state != Tree::over && is_proved(node)) settle(worker);
}

/// Go on to a node. Returns how often it had been visited before. At busy nodes threads would wait
/// for each other if they counted visits one by one. There each thread collects its visits and
/// enters several at a time.
std::uint32_t Search::visit(Index node, int side, Worker& worker) {
    const auto visits = tree_.visits(node);
    const bool is_shared = !worker.is_alone && several(visits) > 1;
    worker.path.push_back({node, side, is_shared});
    return is_shared ? visits : tree_.visit(node, worker.is_alone);
}

/// Selection chose a child that is proved already. The child gets its visit, and the path its
/// value, but nothing new is found. One such visit costs little and brings the next choice nearer.
/// After several in a row nearly everything is proved. Then the simulation goes on with the best
/// child that is still open. What it finds there does not change the values above. Returns the root
/// if no child is open.
Search::Index Search::look_beside(Index parent, Index proved, Worker& worker) {
    auto& path = worker.path;
    visit(proved, tree_[parent].side, worker);
    backpropagate(worker, expect(proved, worker));
    path.pop_back();
    worker.updated = path.size();
    const Index child = select(parent, true, worker);
    if (child == root) return root;
    if (parent == root) ++worker.totals[child - tree_[root].first_child].beside;
    return child;
}

/// Add the utilities of a visit to the nodes of the path that do not have them yet.
void Search::backpropagate(Worker& worker, const Expectation& expected) {
    const auto& rules = start_->rules();
    const auto& path = worker.path;
    const auto values = utilities(rules, expected);
    for (auto at = worker.updated; at < path.size(); ++at) {
        const auto& step = path[at];
        const float value = values[step.side];
        if (step.is_shared) {
            count(step, value, worker);
            continue;
        }
        tree_.add_value(step.node, value, worker.is_alone);
        // If another thread has proved it meanwhile, earlier estimates do not count.
        if (!worker.is_alone && is_proved(step.node)) set_utility(step.node, step.side);
    }
    if (worker.updated > 0) return;
    auto& total = worker.totals[path.front().node - tree_[root].first_child];
    for (int side = 0; side < rules.side_count(); ++side) {
        add_to(total.share[side], expected.share[side]);
        add_to(total.points[side], expected.points[side]);
    }
}

/// Collect a visit and its value until there are enough to enter.
void Search::count(const Step& step, float value, Worker& worker) {
    auto& pending = worker.pending[step.node % worker.pending.size()];
    if (pending.step.node != step.node) enter(pending);
    pending.step = step;
    pending.value += value;
    if (++pending.visits >= several(tree_.visits(step.node))) enter(pending);
}

/// Enter the visits that a thread has collected, and their values.
void Search::enter(Pending& pending) {
    if (pending.visits == 0) return;
    const auto [node, side, is_shared] = pending.step;
    tree_.visit(node, false, pending.visits);
    tree_.add_value(node, pending.value, false);
    if (is_proved(node)) set_utility(node, side);
    pending = {};
}

/// Bring the position to the end of the path. This is the expensive part of a simulation, so it
/// waits until the position is needed. At a proved node it never is.
void Search::reach(Worker& worker) const {
    if (worker.reached == 0) worker.position->become(*start_);
    for (; worker.reached < worker.path.size(); ++worker.reached)
        worker.position->sketch(tree_[worker.path[worker.reached].node].move);
}

/// The expectation at the end of the path. A proved node knows it. Otherwise it mixes the value and
/// a playout. The playout goes to the end of the game, or to the horizon, where the value takes
/// over. The more trusted of the two is always asked. The other is asked only some of the time, and
/// then counts for half. On average that gives the learned mixture, in less time.
Expectation Search::expect(Index node, Worker& worker) {
    if (is_proved(node)) return {start_->rules(), tree_.ending(node)};
    reach(worker);
    auto& position = *worker.position;
    if (const auto points = conclude(node, worker)) return {position.rules(), *points};
    const bool known = !value_.empty() && position.rules().side_count() > 1;
    const int stage = position.stage();
    const float trust = known ? std::min(1.0f, settings_.trust * value_.trust(stage)) : 1;
    const float both = 2 * std::min(trust, 1 - trust);
    const float played = both > 0 && worker.random.unit() < both ? 0.5f : std::round(trust);
    Expectation expected{};
    if (played < 1) {
        const auto* known_points = tree_.forecast(node);
        const auto value =
            known_points ? forecast(position, value_, *known_points) : forecast(position, value_);
        if (!known_points) tree_.keep_forecast(node, value.points, worker.lot);
        expected.add(value, 1 - played);
    }
    if (played > 0) {
        const float reply = known ? value_.reply(stage) : Playout::usual_reply;
        worker.playout->run(position, worker.random, reply,
                            known ? value_.horizon(stage) : INT_MAX);
        expected.add(forecast(position, value_), played);
    }
    return expected;
}

/// The child to try, by PUCT. Children are sorted by prior, so of the untried ones only the first
/// can be best. After many visits of the parent exploration grows faster: a long search must find
/// out where values and priors are wrong. With `open_only` proved children are left out; the root
/// means that there are no others.
Search::Index Search::select(Index parent, bool open_only, Worker& worker) {
    const auto& node = tree_[parent];
    const int count = node.child_count;
    const Index first = node.first_child, end = first + static_cast<Index>(count);
    // Visits from before it had children do not make them more urgent.
    const std::uint32_t visits = tree_.visits(parent), born = node.record;
    const float all = float(visits - std::min(visits, born));
    float eager = settings_.exploration * std::sqrt((all + 1) * (1 + all / settings_.broaden));
    if (open_only) eager *= worker.boldness;
    const auto best = tree_.best(first, count, eager, open_only);
    if (best.fresh == end) {
        if (widen(parent, worker)) return select(parent, open_only, worker);
        return best.score < 0 ? root : best.node;
    }
    const float mean = best.tried == 0 ? 0.5f : float(best.sum / best.tried);
    const float hope = mean - settings_.first_play_reduction + eager * tree_.prior(best.fresh);
    return hope > best.score ? best.fresh : best.node;
}

/// Give a node its children once it has enough visits. False if it has none: memory is full, the
/// game is over, or another thread is making them.
bool Search::expand(Index node, Worker& worker) {
    if (tree_.visits(node) < static_cast<std::uint32_t>(settings_.expand_at) || is_full())
        return false;
    reach(worker);
    if (worker.position->turn() == Situation::nobody) return false;
    auto state = tree_[node].state.load();
    while (state <= Tree::seen)
        if (tree_[node].state.compare_exchange_strong(state, Tree::growing))
            // If memory is full, it stays `growing`: nobody will try again.
            return grow(node, worker, first_children);
    return state == Tree::cut || state == Tree::whole;
}

/// Give a node the rest of its moves once all of the first ones have been tried. Children are tried
/// in their order, so the search is the same as with all of them from the beginning. Few nodes get
/// that far, and the others take a fraction of the memory. False if the node has all its moves,
/// memory is full, or another thread is making them.
bool Search::widen(Index node, Worker& worker) {
    auto expected = Tree::cut;
    if (tree_[node].state != expected || is_full()) return false;
    if (!tree_[node].state.compare_exchange_strong(expected, Tree::growing)) return false;
    reach(worker);
    const bool grown = grow(node, worker, SIZE_MAX);
    if (!grown) tree_[node].state = Tree::cut;
    return grown;
}

/// Make a node's children: the `most` best-looking moves. Children that exist keep what was found.
/// False if memory is full.
bool Search::grow(Index at, Worker& worker, std::size_t most) {
    worker.position->catch_up();
    const auto all = rate_moves(*worker.position, weights_, most, worker.rating);
    const auto& moves = worker.rating.moves;
    auto& node = tree_[at];
    const auto count = moves.size(), known = std::size_t(node.child_count);
    const auto first = tree_.add(count, worker.lot);
    if (first == Tree::nowhere) return false;
    const Index before = node.first_child;
    for (std::size_t i = 0; i < count; ++i) {
        const auto child = static_cast<Index>(first + i);
        tree_[child].move = static_cast<std::uint16_t>(moves[i].move);
        tree_.set_prior(child, moves[i].prior);
        if (i < known) tree_.copy(child, static_cast<Index>(before + i));
    }
    if (known == 0) {
        node.record = tree_.visits(at);
        node.side = static_cast<std::int8_t>(worker.position->side_to_play());
    }
    node.first_child = first;
    node.child_count = static_cast<std::uint16_t>(count);
    node.state = count < all ? Tree::cut : Tree::whole;
    return true;
}

/// The result of the game from a node, if the game is over there. At the first visit it is also
/// found where so little is left that `Rest` can follow all of it. The node keeps the result if
/// there is memory. Other threads that come by meanwhile leave the node alone.
std::optional<Points> Search::conclude(Index node, Worker& worker) {
    const auto& position = *worker.position;
    const bool is_over = position.turn() == Situation::nobody;
    if (!is_over && (!settings_.prove || !is_late_ || tree_.visits(node) > 1)) return {};
    auto& state = tree_[node].state;
    auto expected = Tree::leaf;
    const bool is_mine = !is_full() && state.compare_exchange_strong(expected, Tree::growing);
    auto points = position.side_points();
    if (!is_over) {
        auto& rest = worker.rest;
        if (!is_mine) return {};
        if (!rest.follow(static_cast<const LatePosition&>(position))) {
            state = Tree::leaf;
            return {};
        }
        add_to(worker.more_games, rest.games() - 1);
        points = rest.points();
    }
    if (is_mine) tree_.keep_ending(node, points, worker.lot);
    return points;
}

/// The path ended at a proved node. If that was the last open child of its parent, the parent is
/// proved too, and so on up the path. (Another thread may have been at work when the parent was
/// replaced: so whoever finds nothing open looks again.)
void Search::settle(const Worker& worker) {
    const auto& path = worker.path;
    for (auto at = path.size(); at-- > 0;)
        if (!settle(path[at].node, path[at].side)) return;
    const auto& node = tree_[root];
    for (Index child = node.first_child; child < node.first_child + node.child_count; ++child)
        if (!is_proved(child)) return;
    settled_ = true;
}

/// A node whose children are all proved is proved: it ends as the child that its side likes best.
/// `side` made the move to it.
bool Search::settle(Index at, int side) {
    auto& node = tree_[at];
    if (node.state != Tree::whole) return node.state == Tree::over;
    Index best = 0;
    float highest = -1;
    // The last children are tried last, so begin there to find one that is open.
    const Index first = node.first_child;
    for (Index child = first + node.child_count; child-- > first;) {
        if (!is_proved(child)) return false;
        const float value = proved_utility(child, node.side);
        if (value >= highest) highest = value, best = child;
    }
    tree_.keep_ending(at, best);
    set_utility(at, side);
    return true;
}

/// The utility of a proved node for a side.
float Search::proved_utility(Index node, int side) const {
    return utilities(start_->rules(), {start_->rules(), tree_.ending(node)})[side];
}

/// Set the value of a proved node for the side that moved to it, whatever was estimated before.
void Search::set_utility(Index node, int side) {
    tree_.set_value(node, double{proved_utility(node, side)} * tree_.visits(node));
}

std::size_t Search::nodes() const {
    const std::lock_guard guard(workers_lock_);
    std::size_t made = 0;
    for (const auto& worker : workers_) made += worker->lot.made();
    return made;
}

std::uint64_t Search::games() const {
    const std::lock_guard guard(workers_lock_);
    std::uint64_t followed = simulations_;
    for (const auto& worker : workers_) followed += worker->more_games;
    return followed;
}

std::vector<Search::Sums> Search::sums() const {
    std::vector<Sums> sums(tree_[root].child_count);
    const std::lock_guard guard(workers_lock_);
    for (const auto& worker : workers_)
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const auto& total = worker->totals[i];
            sums[i].beside += total.beside;
            for (int side = 0; side < Rules::max_colours; ++side) {
                sums[i].share[side] += total.share[side];
                sums[i].points[side] += total.points[side];
            }
        }
    return sums;
}

/// The visits to a move at the root that were made for its own sake.
std::uint32_t Search::own_visits(std::size_t number, const Sums& sums) const {
    const auto all = tree_.visits(static_cast<Index>(tree_[root].first_child + number));
    return all - std::min(all, sums.beside);
}

std::uint32_t Search::lead() const {
    std::uint32_t most = 0, next = 0;
    const auto totals = sums();
    for (std::size_t i = 0; i < totals.size(); ++i) {
        const auto visits = own_visits(i, totals[i]);
        next = std::max(next, std::min(most, visits));
        most = std::max(most, visits);
    }
    return most - next;
}

std::vector<Verdict> Search::verdicts() const {
    const auto totals = sums();
    std::vector<Verdict> found;
    for (std::size_t i = 0; i < totals.size(); ++i) {
        const auto node = static_cast<Index>(tree_[root].first_child + i);
        Verdict verdict{tree_[node].move, own_visits(i, totals[i]), priors_[i], 0, {}, {}};
        const float visits = float(tree_.visits(node));
        if (visits > 0) verdict.value = float(tree_.value(node)) / visits;
        if (is_proved(node)) {
            const Expectation ended{start_->rules(), tree_.ending(node)};
            verdict.value = proved_utility(node, tree_[root].side);
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
    // Visits measure how good a move is, until everything is proved.
    const bool proved = settled_;
    std::stable_sort(found.begin(), found.end(), [&](const Verdict& a, const Verdict& b) {
        return proved && a.value != b.value ? a.value > b.value : a.visits > b.visits;
    });
    return found;
}

/// The child with which a line goes on below the root. Under a proved node it is the child with the
/// same result. Otherwise it is the most visited child, or a proved one that is better. The root
/// means that there is none.
Search::Index Search::next(Index parent) const {
    const auto& node = tree_[parent];
    const int count = node.child_count;
    const Index first = node.first_child, end = first + static_cast<Index>(count);
    const auto mean = [&](Index child) { return tree_.value(child) / tree_.visits(child); };
    Index best = root;
    for (Index child = first; child < end && tree_.visits(child) > 0; ++child) {
        if (is_proved(parent) && tree_[child].record == node.record) return child;
        if (best == root || tree_.visits(child) > tree_.visits(best)) best = child;
    }
    for (Index child = first; best != root && child < end; ++child)
        if (is_proved(child) && mean(child) > mean(best)) best = child;
    return best;
}

std::vector<int> Search::line() const {
    if (simulations_ == 0) return {};
    std::vector<int> moves = {verdicts().front().move};
    Index node = tree_[root].first_child;
    while (tree_[node].move != moves.front()) ++node;
    Index last = node;
    for (; (node = next(node)) != root; last = node) moves.push_back(tree_[node].move);
    if (is_late_ && is_proved(last)) {
        auto position = start_->copy();
        for (int move : moves) position->sketch(move);
        const auto& reached = static_cast<const LatePosition&>(*position);
        Rest rest;
        if (reached.turn() != Situation::nobody && rest.follow(reached))
            for (int move : rest.line()) moves.push_back(move);
    }
    return moves;
}

}  // namespace cornerwise
