#include "endgame.h"

#include <algorithm>

#include "clock.h"

namespace cornerwise {

namespace {

constexpr int most = 1 << 20;  // more than any margin

/// Thrown when the limits are reached, to leave the recursion.
struct OutOfBounds {};

int margin(const Points& points) { return points[0] - points[1]; }

}  // namespace

Solver::Solver(const Position& root) : root_(root) {
    for (int colour = 0; colour < root.rules().colour_count(); ++colour) {
        rooms_.emplace_back(root.tables(), root.hand(colour));
        rooms_.back().fill(root_.parts[colour]);
    }
}

void Solver::begin(std::uint64_t nodes, double seconds) {
    nodes_ = 0;
    limit_ = nodes;
    deadline_ = now() + seconds;
}

void Solver::count_node() {
    if (++nodes_ > limit_ || stopped_ || (nodes_ % 256 == 0 && now() > deadline_))
        throw OutOfBounds();
}

std::vector<Solution> Solver::solve(std::uint64_t nodes, double seconds) {
    std::vector<Solution> found;
    if (root_.position.turn() == Position::nobody) return found;
    begin(nodes, seconds);
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
                found.push_back(solution(follow(reached.position, line), line));
            }
        }
    } catch (const OutOfBounds&) {
        return {};
    }
    const int side = root_.position.side_to_play();
    std::stable_sort(found.begin(), found.end(), [&](const Solution& a, const Solution& b) {
        return is_better(a.points, b.points, side);
    });
    return found;
}

std::optional<Solution> Solver::best(std::uint64_t nodes, double seconds) {
    if (root_.position.turn() == Position::nobody) return {};
    begin(nodes, seconds);
    std::optional<Solution> found;
    std::vector<int> line;
    try {
        if (!two_sided()) {
            best_of(root_, 0);
            return solution(follow(root_.position, line), line);
        }
        // First whether to win, then whether not to lose, and only then by how much.
        const bool raising = root_.position.side_to_play() == 0;
        float share = 1;
        for (int wanted : raising ? std::array{1, 0} : std::array{0, 1}) {
            if ((search(root_, 0, wanted) >= wanted) == raising) {
                const auto points = follow(root_.position, line);
                found = Solution{line.front(), points, line, share, false};
                break;
            }
            share = 0.5f;
        }
        const int margin = margin_of(root_, 0, 0);
        line.clear();
        found = solution(play_best(root_, 0, margin, line), line);
    } catch (const OutOfBounds&) {
    }
    return found;
}

Solution Solver::solution(const Points& points, const std::vector<int>& line) const {
    const auto& position = root_.position;
    const float share = shares(position.rules(), points)[position.side_to_play()];
    return {line.front(), points, line, share};
}

const Solver::Scene& Solver::after(const Scene& scene, int move, int depth) {
    while (static_cast<int>(stack_.size()) <= depth) stack_.push_back(root_);
    auto& next = stack_[depth];
    const int colour = scene.position.turn();
    const auto& tables = scene.position.tables();
    const auto [base, o] = tables.placements[move];
    const auto& orientation = tables.orientations[o];
    next.position = scene.position;
    next.position.play(move);
    for (int other = 0; other < scene.position.rules().colour_count(); ++other) {
        auto& part = next.parts[other];
        rooms_[other].copy(part, scene.parts[other]);
        const bool own = other == colour;
        if (own) rooms_[other].spend(part, orientation.piece);
        rooms_[other].close(part, base, own ? orientation.claim : orientation.cells);
    }
    return next;
}

/// The margin of the first side, starting from what it might be.
int Solver::margin_of(const Scene& scene, int depth, int guess) {
    int low = -most, high = most;
    while (low < high) {
        const int wanted = guess == low ? guess + 1 : guess;
        guess = search(scene, depth, wanted);
        (guess >= wanted ? low : high) = guess;
    }
    return low;
}

/// Whether the margin of the first side is at least as wanted: no less than the number returned if
/// that is so, no more than it if not.
int Solver::search(const Scene& scene, int depth, int wanted) {
    count_node();
    const auto& position = scene.position;
    if (position.turn() == Position::nobody) return margin(position.side_points());
    const auto key = position.key();
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
    int reached = raising ? -most : most;
    for (int move : ordered(scene, first)) {
        const int here = search(after(scene, move, depth), depth + 1, wanted);
        reached = raising ? std::max(reached, here) : std::min(reached, here);
        if ((reached >= wanted) == raising) {
            first = move;
            break;
        }
    }
    auto& known = bounds_.try_emplace(key, Bounds{-most, most, -1}).first->second;
    (reached >= wanted ? known.low : known.high) = reached;
    known.move = first;
    return reached;
}

/// No margin that can still come about lies outside of these.
std::pair<int, int> Solver::limits(const Scene& scene) const {
    const auto& position = scene.position;
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
        const auto& room = rooms_[colour];
        const auto& part = scene.parts[colour];
        const auto fitting = room.is_vast() ? hand.left : room.pieces(part);
        const int cells = room.is_vast() ? hand.cells_left : room.cells(part);
        int more = 0;
        for_each_bit(fitting, [&](int piece) { more += tables.sizes[piece]; });
        if (std::min(more, cells) == hand.cells_left)
            greatest[side] += rules.bonus + rules.single_bonus - points;
        else
            greatest[side] += std::min(more, cells);
    }
    return {least[0] - greatest[1], greatest[0] - least[1]};
}

/// How the game ends if all play as well as they can, which gives this margin.
Points Solver::play_best(const Scene& scene, int depth, int value, std::vector<int>& line) {
    if (scene.position.turn() == Position::nobody) return scene.position.side_points();
    const bool raising = scene.position.side_to_play() == 0;
    const int wanted = raising ? value : value + 1;
    for (int move : ordered(scene, known_move(scene.position))) {
        const auto& reached = after(scene, move, depth);
        if ((search(reached, depth + 1, wanted) >= wanted) != raising) continue;
        line.push_back(move);
        return play_best(reached, depth + 1, value, line);
    }
    throw OutOfBounds();  // cannot be: some move keeps the margin
}

/// How the game ends by the moves that were found best, and where none was by those tried first.
Points Solver::follow(const Position& from, std::vector<int>& line) const {
    Scene scene = root_;
    scene.position = from;
    while (scene.position.turn() != Position::nobody) {
        line.push_back(ordered(scene, known_move(scene.position)).front());
        scene.position.play(line.back());
    }
    return scene.position.side_points();
}

/// The move that was found best in a position, -1 if none was.
int Solver::known_move(const Position& position) const {
    const auto key = position.key();
    if (const auto known = bounds_.find(key); known != bounds_.end()) return known->second.move;
    const auto known = outcomes_.find(key);
    return known == outcomes_.end() ? -1 : known->second.move;
}

Solver::Outcome Solver::best_of(const Scene& scene, int depth) {
    count_node();
    const auto& position = scene.position;
    if (position.turn() == Position::nobody) return {position.side_points(), -1};
    const auto key = position.key();
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

/// The moves of the colour on turn, those first that are likely best: one that was so before, large
/// pieces, and what takes most away from the opponents.
std::vector<int> Solver::ordered(const Scene& scene, int first) const {
    const auto& position = scene.position;
    const auto& tables = position.tables();
    const auto& sides = position.rules().sides;
    const int side = position.side_to_play();
    std::vector<std::pair<int, int>> rated;
    position.hand(position.turn()).for_each_move(tables, [&](int move) {
        const auto [base, o] = tables.placements[move];
        const auto& orientation = tables.orientations[o];
        int worth = 1000 * tables.sizes[orientation.piece];
        for (int colour = 0; colour < position.rules().colour_count(); ++colour)
            if (colour != position.turn() && sides[colour] != side)
                worth += rooms_[colour].weigh(scene.parts[colour], base, orientation.cells);
        rated.emplace_back(move == first ? -most : -worth, move);
    });
    std::sort(rated.begin(), rated.end());
    std::vector<int> moves;
    for (const auto& [worth, move] : rated) moves.push_back(move);
    return moves;
}

/// Whether a side prefers one end of the game to another: winning first, then by how much.
bool Solver::is_better(const Points& a, const Points& b, int side) const {
    const auto& rules = root_.position.rules();
    const float share_a = shares(rules, a)[side], share_b = shares(rules, b)[side];
    if (share_a != share_b) return share_a > share_b;
    const auto ahead = [&](const Points& points) {
        int others = 0;
        for (int other = 0; other < rules.side_count(); ++other) others += points[other];
        return points[side] * rules.side_count() - others;
    };
    return ahead(a) != ahead(b) ? ahead(a) > ahead(b) : a[side] > b[side];
}

}  // namespace cornerwise
