#include "endgame.h"

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "clock.h"
#include "late.h"

namespace cornerwise {

namespace {

/// Thrown when the limits are reached, to leave the recursion.
struct OutOfBounds {};

/// What a colour could still place at most.
struct Hope {
    std::uint32_t pieces;
    int cells;
};

/// A position of hands, and the potentials of its colours.
class WideScene {
public:
    explicit WideScene(const Position& from) : position_(from) {
        std::vector<Potential> potentials;
        for (int colour = 0; colour < from.rules().colour_count(); ++colour) {
            potentials.emplace_back(from.tables(), from.hand(colour));
            potentials.back().fill(parts_[colour]);
        }
        potentials_ = std::make_shared<const std::vector<Potential>>(std::move(potentials));
    }

    const Position& position() const { return position_; }
    std::uint64_t key() const { return position_.key(); }

    /// Become what another one becomes by a move.
    void follow(const WideScene& before, int move) {
        const int colour = before.position_.turn();
        const auto& tables = before.position_.tables();
        const auto [base, o] = tables.placements[move];
        const auto& orientation = tables.orientations[o];
        position_ = before.position_;
        position_.play(move);
        for (std::size_t other = 0; other < potentials_->size(); ++other) {
            const auto& potential = (*potentials_)[other];
            const bool own = static_cast<int>(other) == colour;
            potential.copy(parts_[other], before.parts_[other]);
            if (own && !position_.hand(colour).holds(orientation.piece))
                potential.spend(parts_[other], orientation.piece);
            potential.close(parts_[other], base, own ? orientation.claim : orientation.cells);
        }
    }
    template <typename Visit>
    void for_each_move(Visit visit) const {
        position_.hand(position_.turn()).for_each_move(position_.tables(), visit);
    }
    Hope hope(int colour) const {
        const auto& hand = position_.hand(colour);
        const auto& potential = (*potentials_)[colour];
        if (potential.is_vast()) return {hand.left, hand.cells_left};
        return {potential.pieces(parts_[colour]), potential.cells(parts_[colour])};
    }
    /// How many placements a move takes from another colour.
    int weigh(int move, int other) const {
        const auto& tables = position_.tables();
        const auto [base, o] = tables.placements[move];
        return (*potentials_)[other].weigh(parts_[other], base, tables.orientations[o].cells);
    }

private:
    std::shared_ptr<const std::vector<Potential>> potentials_;
    Position position_;
    std::array<Potential::Part, Rules::max_colours> parts_;
};

/// A late position, which knows all of that itself.
class LateScene {
public:
    explicit LateScene(const LatePosition& from) : position_(from) {}

    const LatePosition& position() const { return position_; }
    std::uint64_t key() const { return position_.key(); }

    void follow(const LateScene& before, int move) {
        position_.become(before.position_);
        position_.sketch(move);
    }
    template <typename Visit>
    void for_each_move(Visit visit) const {
        const auto& hand = position_.hand(position_.turn());
        hand.potential().for_each(hand.ready(),
                                  [&](const Option& option) { visit(option.placement); });
    }
    Hope hope(int colour) const {
        const auto& hand = position_.hand(colour);
        const auto all = hand.possible();
        return {hand.potential().pieces(all), hand.potential().cells(all)};
    }
    int weigh(int move, int other) const { return position_.weigh(move, other); }

private:
    LatePosition position_;
};

template <typename Scene>
class WorkWith final : public Solver::Work {
public:
    WorkWith(const Scene& root, const std::atomic<bool>& stopped)
        : root_(root), stopped_(stopped) {}

    std::vector<Solution> solve(const Solver::Limits& limits) override;
    std::optional<Solution> best(const Solver::Limits& limits) override;
    bool ensures(int move, float share, const Solver::Limits& limits) override;

private:
    /// What is known of the margin of the first side in a position.
    struct Bounds {
        int low, high;
        int move;  // that reached the last bound which its side could wish for
    };
    struct Outcome {
        Points points{};
        int move = -1;
    };

    bool two_sided() const { return root_.position().rules().side_count() == 2; }
    void begin(const Solver::Limits& limits);
    void count_node();
    const Scene& after(const Scene& scene, int move, int depth);
    int search(const Scene& scene, int depth, int wanted);
    int margin_of(const Scene& scene, int depth, int guess);
    Points play_best(const Scene& scene, int depth, int margin, std::vector<int>& line);
    Points follow(const Scene& from, std::vector<int>& line) const;
    Solution solution(const Points& points, const std::vector<int>& line) const;
    int known_move(const Scene& scene) const;
    std::pair<int, int> limits(const Scene& scene) const;
    Outcome best_of(const Scene& scene, int depth);
    bool is_better(const Points& a, const Points& b, int side) const;
    std::vector<int> ordered(const Scene& scene, int first) const;

    const Scene root_;
    std::deque<Scene> stack_;  // one for each depth: positions are large
    std::unordered_map<std::uint64_t, Bounds> bounds_;
    std::unordered_map<std::uint64_t, Outcome> outcomes_;
    std::uint64_t nodes_ = 0, limit_ = 0;
    double deadline_ = 0;
    const std::atomic<bool>& stopped_;
};

template <typename Scene>
void WorkWith<Scene>::begin(const Solver::Limits& limits) {
    nodes_ = 0;
    limit_ = limits.nodes;
    deadline_ = now() + limits.seconds;
}

template <typename Scene>
void WorkWith<Scene>::count_node() {
    if (++nodes_ > limit_ || stopped_ || (nodes_ % 256 == 0 && now() > deadline_))
        throw OutOfBounds();
}

template <typename Scene>
std::vector<Solution> WorkWith<Scene>::solve(const Solver::Limits& limits) {
    std::vector<Solution> found;
    if (root_.position().turn() == Situation::nobody) return found;
    begin(limits);
    int guess = 0;
    try {
        for (int move : ordered(root_, -1)) {
            const auto& reached = after(root_, move, 0);
            std::vector<int> line = {move};
            if (two_sided()) {
                guess = margin_of(reached, 1, guess);
                found.push_back(solution(play_best(reached, 1, guess, line), line));
            } else {
                best_of(reached, 1);
                found.push_back(solution(follow(reached, line), line));
            }
        }
    } catch (const OutOfBounds&) {
        return {};
    }
    const int side = root_.position().side_to_play();
    std::stable_sort(found.begin(), found.end(), [&](const Solution& a, const Solution& b) {
        return is_better(a.points, b.points, side);
    });
    return found;
}

template <typename Scene>
std::optional<Solution> WorkWith<Scene>::best(const Solver::Limits& limits) {
    if (root_.position().turn() == Situation::nobody) return {};
    begin(limits);
    std::vector<int> line;
    float share = 1;
    bool is_proved = false;
    try {
        if (!two_sided()) {
            best_of(root_, 0);
            return solution(follow(root_, line), line);
        }
        // Ask first for a win, then for a draw, and only then for the margin.
        const bool raising = root_.position().side_to_play() == 0;
        for (int wanted : raising ? std::array{1, 0} : std::array{0, 1}) {
            is_proved = (search(root_, 0, wanted) >= wanted) == raising;
            if (is_proved) break;
            share = 0.5f;
        }
        const int margin = margin_of(root_, 0, 0);
        return solution(play_best(root_, 0, margin, line), line);
    } catch (const OutOfBounds&) {
    }
    if (!is_proved) return {};
    // The last move found wins too, with the largest margin known so far.
    line.clear();
    const auto points = follow(root_, line);
    return Solution{line.front(), points, line, share, false};
}

template <typename Scene>
bool WorkWith<Scene>::ensures(int move, float share, const Solver::Limits& limits) {
    bool is_legal = false;
    if (root_.position().turn() != Situation::nobody)
        root_.for_each_move([&](int legal) { is_legal |= legal == move; });
    if (!is_legal)
        throw std::invalid_argument("move " + std::to_string(move) + " is not legal here");
    if (!two_sided()) return share <= 0;
    begin(limits);
    // The least margin of the first side that is enough, or that is too much.
    const bool raising = root_.position().side_to_play() == 0;
    const int ahead = share > 0.5f ? 1 : share > 0 ? 0 : -most_margin;
    const int wanted = raising ? ahead : 1 - ahead;
    try {
        return (search(after(root_, move, 0), 1, wanted) >= wanted) == raising;
    } catch (const OutOfBounds&) {
        return false;
    }
}

template <typename Scene>
Solution WorkWith<Scene>::solution(const Points& points, const std::vector<int>& line) const {
    const auto& position = root_.position();
    const float share = shares(position.rules(), points)[position.side_to_play()];
    return {line.front(), points, line, share};
}

template <typename Scene>
const Scene& WorkWith<Scene>::after(const Scene& scene, int move, int depth) {
    while (static_cast<int>(stack_.size()) <= depth) stack_.push_back(root_);
    stack_[depth].follow(scene, move);
    return stack_[depth];
}

/// The margin of the first side, found from a first guess.
template <typename Scene>
int WorkWith<Scene>::margin_of(const Scene& scene, int depth, int guess) {
    int low = -most_margin, high = most_margin;
    while (low < high) {
        const int wanted = guess == low ? guess + 1 : guess;
        guess = search(scene, depth, wanted);
        (guess >= wanted ? low : high) = guess;
    }
    return low;
}

/// Whether the margin of the first side reaches `wanted`. If so, the number returned is a lower
/// bound of the margin. If not, it is an upper bound.
template <typename Scene>
int WorkWith<Scene>::search(const Scene& scene, int depth, int wanted) {
    count_node();
    const auto& position = scene.position();
    if (position.turn() == Situation::nobody) return margin(position.side_points());
    const auto key = scene.key();
    int first = -1;
    if (const auto entry = bounds_.find(key); entry != bounds_.end()) {
        if (entry->second.low >= wanted) return entry->second.low;
        if (entry->second.high < wanted) return entry->second.high;
        first = entry->second.move;
    }
    const auto [low, high] = limits(scene);
    if (low >= wanted) return low;
    if (high < wanted) return high;

    const bool raising = position.side_to_play() == 0;
    int reached = raising ? -most_margin : most_margin;
    for (int move : ordered(scene, first)) {
        const int here = search(after(scene, move, depth), depth + 1, wanted);
        reached = raising ? std::max(reached, here) : std::min(reached, here);
        if ((reached >= wanted) == raising) {
            first = move;
            break;
        }
    }
    auto& known = bounds_.try_emplace(key, Bounds{-most_margin, most_margin, -1}).first->second;
    (reached >= wanted ? known.low : known.high) = reached;
    known.move = first;
    return reached;
}

/// Bounds of every margin that can still come about.
template <typename Scene>
std::pair<int, int> WorkWith<Scene>::limits(const Scene& scene) const {
    const auto& position = scene.position();
    const auto& rules = position.rules();
    const auto& tables = position.tables();
    Points least{}, greatest{};
    for (int colour = 0; colour < rules.colour_count(); ++colour) {
        const int side = rules.sides[colour];
        if (side < 0) continue;
        const auto& hand = position.hand(colour);
        const int points = position.points(colour);
        least[side] += points;
        greatest[side] += points;
        if (hand.left == 0 || !hand.can_move(tables)) continue;
        const auto [pieces, cells] = scene.hope(colour);
        int more = 0;
        for_each_bit(pieces, [&](int piece) { more += hand.count(piece) * tables.sizes[piece]; });
        if (std::min(more, cells) == hand.cells_left)
            greatest[side] += rules.bonus + rules.single_bonus - points;
        else
            greatest[side] += std::min(more, cells);
    }
    return {least[0] - greatest[1], greatest[0] - least[1]};
}

/// The end of the game with this margin, when all play their best.
template <typename Scene>
Points WorkWith<Scene>::play_best(const Scene& scene, int depth, int value,
                                  std::vector<int>& line) {
    if (scene.position().turn() == Situation::nobody) return scene.position().side_points();
    const bool raising = scene.position().side_to_play() == 0;
    const int wanted = raising ? value : value + 1;
    for (int move : ordered(scene, known_move(scene))) {
        const auto& reached = after(scene, move, depth);
        if ((search(reached, depth + 1, wanted) >= wanted) != raising) continue;
        line.push_back(move);
        return play_best(reached, depth + 1, value, line);
    }
    throw OutOfBounds();  // cannot be: some move keeps the margin
}

/// The end of the game by the best moves found; where none was found, by the first one tried.
template <typename Scene>
Points WorkWith<Scene>::follow(const Scene& from, std::vector<int>& line) const {
    Scene scene = from, next = from;
    while (scene.position().turn() != Situation::nobody) {
        line.push_back(ordered(scene, known_move(scene)).front());
        next.follow(scene, line.back());
        std::swap(scene, next);
    }
    return scene.position().side_points();
}

/// The move that was found best in a position, -1 if none was.
template <typename Scene>
int WorkWith<Scene>::known_move(const Scene& scene) const {
    const auto key = scene.key();
    if (const auto known = bounds_.find(key); known != bounds_.end()) return known->second.move;
    const auto known = outcomes_.find(key);
    return known == outcomes_.end() ? -1 : known->second.move;
}

template <typename Scene>
typename WorkWith<Scene>::Outcome WorkWith<Scene>::best_of(const Scene& scene, int depth) {
    count_node();
    const auto& position = scene.position();
    if (position.turn() == Situation::nobody) return {position.side_points(), -1};
    const auto key = scene.key();
    if (const auto known = outcomes_.find(key); known != outcomes_.end()) return known->second;
    const int side = position.side_to_play();
    Outcome best;
    for (int move : ordered(scene, -1)) {
        const auto outcome = best_of(after(scene, move, depth), depth + 1);
        if (best.move < 0 || is_better(outcome.points, best.points, side))
            best = {outcome.points, move};
    }
    outcomes_.emplace(key, best);
    return best;
}

/// The moves of the colour on turn, likely best ones first: the best move found before, then large
/// pieces and moves that take most away from opponents.
template <typename Scene>
std::vector<int> WorkWith<Scene>::ordered(const Scene& scene, int first) const {
    const auto& position = scene.position();
    const auto& tables = position.tables();
    const auto& sides = position.rules().sides;
    const int side = position.side_to_play();
    std::vector<std::pair<int, int>> rated;
    scene.for_each_move([&](int move) {
        int worth = 1000 * tables.sizes[tables.piece_of(move)];
        for (int colour = 0; colour < position.rules().colour_count(); ++colour)
            if (colour != position.turn() && sides[colour] != side)
                worth += scene.weigh(move, colour);
        rated.emplace_back(move == first ? -most_margin : -worth, move);
    });
    std::sort(rated.begin(), rated.end());
    std::vector<int> moves;
    for (const auto& [worth, move] : rated) moves.push_back(move);
    return moves;
}

/// Whether a side prefers one end of the game to another: winning first, then by how much.
template <typename Scene>
bool WorkWith<Scene>::is_better(const Points& a, const Points& b, int side) const {
    const auto& rules = root_.position().rules();
    const float share_a = shares(rules, a)[side], share_b = shares(rules, b)[side];
    if (share_a != share_b) return share_a > share_b;
    const auto ahead = [&](const Points& points) {
        int others = 0;
        for (int other = 0; other < rules.side_count(); ++other) others += points[other];
        return points[side] * rules.side_count() - others;
    };
    return ahead(a) != ahead(b) ? ahead(a) > ahead(b) : a[side] > b[side];
}

}  // namespace

Solver::Solver(const Position& root) {
    if (const auto late = LatePosition::of(root))
        work_ = std::make_unique<WorkWith<LateScene>>(LateScene(*late), stopped_);
    else
        work_ = std::make_unique<WorkWith<WideScene>>(WideScene(root), stopped_);
}

}  // namespace cornerwise
