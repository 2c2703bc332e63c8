#include "rest.h"

#include <algorithm>

#include "outcome.h"

namespace cornerwise {

namespace {

// Higher limits sometimes settle a search sooner, but take time from the rest of the search.
constexpr int few_placements = 48;
constexpr int few_games = 256;

/// How much a side likes an end. With two sides it is the margin, which costs nothing.
float liking(const Rules& rules, const Points& points, int side) {
    if (rules.side_count() == 2) return float(side == 0 ? margin(points) : -margin(points));
    return utilities(rules, {rules, points})[side];
}

}  // namespace

bool Rest::follow(const LatePosition& from) {
    int placements = 0;
    for (int colour = 0; colour < from.rules().colour_count(); ++colour)
        if (const auto& hand = from.hand(colour); hand.is_ready())
            placements += hand.potential().count(hand.possible());
    if (placements > few_placements) return false;
    games_ = 0;
    step(0, from).position.become(from);
    return find(0, {-most_margin, most_margin}, points_);
}

std::vector<int> Rest::line() const {
    std::vector<int> moves;
    LatePosition position = steps_[0]->position;
    for (int number : steps_[0]->line) {
        moves.push_back(position.hand(position.turn()).potential()[number].placement);
        position.make(number);
    }
    return moves;
}

/// There is one for each depth: positions are large.
Rest::Step& Rest::step(std::size_t depth, const LatePosition& like) {
    if (steps_.size() == depth) steps_.push_back(std::make_unique<Step>(Step{like, {}}));
    return *steps_[depth];
}

CORNERWISE_HOT
bool Rest::find(std::size_t depth, Window window, Points& best) {
    auto& [here, line] = *steps_[depth];
    auto& [next, further] = step(depth + 1, here);
    const auto& rules = here.rules();
    const int side = here.side_to_play();
    const auto& hand = here.hand(here.turn());
    float highest = -float(most_margin);
    for (int number = -1; window.low < window.high;) {
        number = hand.potential().next(hand.ready(), number + 1);
        if (number < 0) break;
        next.become(here);
        next.make(number);
        Points end;
        if (next.turn() != Situation::nobody) {
            if (!find(depth + 1, window, end)) return false;
        } else {
            if (++games_ > few_games) return false;
            end = next.side_points();
            further.clear();
        }
        const float value = liking(rules, end, side);
        if (value <= highest) continue;
        highest = value;
        best = end;
        line.assign(1, static_cast<std::uint16_t>(number));
        line.insert(line.end(), further.begin(), further.end());
        if (rules.side_count() != 2) continue;
        if (side == 0)
            window.low = std::max(window.low, margin(best));
        else
            window.high = std::min(window.high, margin(best));
    }
    return true;
}

}  // namespace cornerwise
