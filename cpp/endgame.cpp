#include "endgame.h"

#include <algorithm>
#include <limits>

#include "clock.h"
#include "random.h"

namespace cornerwise {

namespace {

constexpr int most = 1 << 20;  // more than any margin

/// Thrown when the limits are reached, to leave the recursion.
struct OutOfBounds {};

/// A number that tells positions apart: what each colour has laid, whose turn it is, and whether a
/// colour that is through ended with its single cell.
std::uint64_t key_of(const Position& position) {
    const auto& tables = position.tables();
    std::uint64_t key = Random(position.turn() + 1).next();
    for (int colour = 0; colour < position.rules().colour_count(); ++colour) {
        const auto& hand = position.hand(colour);
        for (int i = 0; i < hand.placed; ++i)
            key ^= Random(hand.laid[i] * 8 + colour + (1 << 24)).next();
        if (hand.left == 0 && hand.placed > 0 && tables.singles >> tables.piece_of(hand.last()) & 1)
            key ^= Random(colour + (1 << 28)).next();
    }
    return key;
}

/// The cells that a colour's placements can ever reach: those free for it that hang together, by
/// edges or vertices, with its anchors.
int reachable_cells(const Tables& tables, const Hand& hand) {
    CellSet seen = hand.closed;
    std::vector<int> found;
    const auto visit = [&](int at) {
        if (seen.test(at)) return;
        seen.set(at);
        found.push_back(at);
    };
    for (int a = 0; a < hand.anchor_count(); ++a) visit(hand.anchor(a).position);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& kind = tables.kinds[tables.kind_at(found[i])];
        for (int delta : kind.edges) visit(found[i] + delta);
        for (int delta : kind.vertices) visit(found[i] + delta);
    }
    return static_cast<int>(found.size());
}

/// No fewer points than a colour can still end with.
int most_points(const Position& position, int colour) {
    const auto& hand = position.hand(colour);
    const int points = position.points(colour);
    if (hand.left == 0 || !hand.can_move(position.tables())) return points;
    const int cells = reachable_cells(position.tables(), hand);
    if (cells < hand.cells_left) return points + cells;
    return position.rules().bonus + position.rules().single_bonus;
}

std::vector<int> moves_of(const Position& position) {
    std::vector<int> moves;
    const auto& tables = position.tables();
    position.hand(position.turn()).for_each_move(tables, [&](int move) { moves.push_back(move); });
    std::sort(moves.begin(), moves.end(), [&](int a, int b) {
        const int large = tables.sizes[tables.piece_of(a)],
                  small = tables.sizes[tables.piece_of(b)];
        return large != small ? large > small : a < b;
    });
    return moves;
}

}  // namespace

std::vector<Solution> Solver::solve(std::uint64_t nodes, double seconds) {
    std::vector<Solution> found;
    if (root_.turn() == Position::nobody) return found;
    nodes_ = 0;
    limit_ = nodes;
    deadline_ = now() + seconds;
    known_.clear();
    const int side = root_.side_to_play();
    try {
        for (int move : moves_of(root_)) {
            const auto& reached = after(root_, move, 0);
            const auto outcome = search(reached, 1, -most, most);
            auto line = line_from(reached);
            line.insert(line.begin(), move);
            found.push_back({move, outcome.points, line});
        }
    } catch (const OutOfBounds&) {
        return {};
    }
    std::stable_sort(found.begin(), found.end(), [&](const Solution& a, const Solution& b) {
        return is_better(a.points, b.points, side);
    });
    return found;
}

const Position& Solver::after(const Position& position, int move, int depth) {
    while (static_cast<int>(stack_.size()) <= depth) stack_.push_back(root_);
    stack_[depth] = position;
    stack_[depth].play(move);
    return stack_[depth];
}

/// The outcome of a position. With two sides it is exact if its margin lies between `low` and
/// `high` and otherwise a bound on that side; with any other number it is always exact.
Solver::Outcome Solver::search(const Position& position, int depth, int low, int high) {
    if (++nodes_ > limit_ || stopped_ || (nodes_ % 256 == 0 && now() > deadline_))
        throw OutOfBounds();
    if (position.turn() == Position::nobody) return {position.side_points(), -1};

    const bool two_sided = root_.rules().side_count() == 2;
    const auto key = key_of(position);
    if (const auto entry = known_.find(key); entry != known_.end()) {
        const auto& [outcome, least, greatest] = entry->second;
        if (least == greatest || least >= high || greatest <= low) return outcome;
    }
    const auto outcome =
        two_sided ? best_margin(position, depth, low, high) : best_of(position, depth);
    Entry entry{outcome, -most, most};
    const int reached = two_sided ? margin(outcome.points) : 0;
    if (reached < high || !two_sided) entry.high = reached;
    if (reached > low || !two_sided) entry.low = reached;
    known_.insert_or_assign(key, entry);
    return outcome;
}

Solver::Outcome Solver::best_of(const Position& position, int depth) {
    const int side = position.side_to_play();
    Outcome best;
    for (int move : moves_of(position)) {
        const auto outcome = search(after(position, move, depth), depth + 1, -most, most);
        if (best.move < 0 || is_better(outcome.points, best.points, side))
            best = {outcome.points, move};
    }
    return best;
}

/// Alpha-beta on the margin of the first side: the first side raises `low`, the second lowers
/// `high`.
Solver::Outcome Solver::best_margin(const Position& position, int depth, int low, int high) {
    const bool raising = position.side_to_play() == 0;
    Points least{}, greatest{};
    for (int colour = 0; colour < position.rules().colour_count(); ++colour)
        if (const int side = position.rules().sides[colour]; side >= 0) {
            least[side] += position.points(colour);
            greatest[side] += most_points(position, colour);
        }
    // Nothing that can still happen leads out of these bounds, so the search may end here.
    if (greatest[0] - least[1] <= low) return {{greatest[0], least[1]}, -1};
    if (least[0] - greatest[1] >= high) return {{least[0], greatest[1]}, -1};

    Outcome best;
    for (int move : moves_of(position)) {
        const auto outcome = search(after(position, move, depth), depth + 1, low, high);
        const int reached = margin(outcome.points);
        if (best.move < 0 ||
            (raising ? reached > margin(best.points) : reached < margin(best.points)))
            best = {outcome.points, move};
        (raising ? low : high) = raising ? std::max(low, reached) : std::min(high, reached);
        if (low >= high) break;
    }
    return best;
}

/// Whether a side prefers one end of the game to another: winning first, then by how much.
bool Solver::is_better(const Points& a, const Points& b, int side) const {
    const auto& rules = root_.rules();
    const float share_a = shares(rules, a)[side], share_b = shares(rules, b)[side];
    if (share_a != share_b) return share_a > share_b;
    const auto ahead = [&](const Points& points) {
        int others = 0;
        for (int other = 0; other < rules.side_count(); ++other) others += points[other];
        return points[side] * rules.side_count() - others;
    };
    return ahead(a) != ahead(b) ? ahead(a) > ahead(b) : a[side] > b[side];
}

std::vector<int> Solver::line_from(Position position) const {
    std::vector<int> line;
    while (position.turn() != Position::nobody) {
        const auto entry = known_.find(key_of(position));
        if (entry == known_.end() || entry->second.outcome.move < 0) break;
        line.push_back(entry->second.outcome.move);
        position.play(line.back());
    }
    return line;
}

}  // namespace cornerwise
