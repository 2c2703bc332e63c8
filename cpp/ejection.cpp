#include "ejection.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>

namespace cornerwise {
namespace {

constexpr std::int64_t kWeightPerCell = 100;  // what it costs to evict a piece, at first
constexpr int kRest = 3;                      // a piece just laid rests for fewer steps than this
constexpr std::uint64_t kPatience = 20000;    // the steps of the first try
constexpr std::uint64_t kGrowth = 64;         // each try is longer by this part of the last one
constexpr std::int64_t kForbidden = std::numeric_limits<std::int64_t>::max() / 512;  // a price

}  // namespace

EjectionSearch::EjectionSearch(const EjectionProblem& problem, std::uint64_t seed)
    : pieces_(problem.pieces),
      classes_(problem.classes),
      starts_(problem.starts),
      patience_(kPatience),
      random_(seed) {
    if (pieces_.size() > most_pieces) throw std::invalid_argument("too many pieces");
    prepare(problem);
    for (const auto& [piece, way] : problem.laid) {
        insert(piece, way);
        fixed_.set(piece);
        rests_until_[piece] = std::numeric_limits<std::uint64_t>::max();
    }
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
        if (way_[piece] < 0) out_.push_back(static_cast<int>(piece));
    }
    find_open_ways();
    begin();
    best_ = way_;
    best_missing_ = static_cast<int>(out_.size());
}

// Forget what was tried: some tries never end, where others are done at once.
void EjectionSearch::begin() {
    for (int piece = 0; piece < static_cast<int>(pieces_.size()); ++piece) {
        weight_[piece] = kWeightPerCell * sizes_[piece];
        if (way_[piece] < 0 || fixed_.test(piece)) continue;
        remove(piece);
        out_.push_back(piece);
        rests_until_[piece] = 0;
    }
    ends_at_ = steps_ + patience_;
    patience_ += patience_ / kGrowth;
}

// In a begun position most ways are shut for good: they are not looked at again.
void EjectionSearch::find_open_ways() {
    open_.resize(pieces_.size());
    for (int piece : out_) {
        const auto& ways = ways_[pieces_[piece].shape];
        for (std::size_t number = 0; number < ways.size(); ++number) {
            Set hit{};
            hit_by(pieces_[piece].family, ways[number], kForbidden, hit);
            if (!hit.any()) open_[piece].push_back(static_cast<int>(number));
        }
    }
}

void EjectionSearch::prepare(const EjectionProblem& problem) {
    const std::size_t cells = problem.edges.size();
    std::vector<int> mark(cells, 0);
    for (const auto& shape : problem.shapes) {
        auto& ways = ways_.emplace_back();
        for (const auto& covered : shape) {
            Way way{};
            way.cells = static_cast<int>(numbers_.size());
            for (int cell : covered) {
                numbers_.push_back(static_cast<std::int16_t>(cell));
                mark[cell] = 1;
            }
            way.edges = static_cast<int>(numbers_.size());
            for (int cell : covered) {
                for (int other : problem.edges[cell]) {
                    if (mark[other]) continue;
                    mark[other] = 1;
                    numbers_.push_back(static_cast<std::int16_t>(other));
                }
            }
            way.vertices = static_cast<int>(numbers_.size());
            for (int cell : covered) {
                for (int other : problem.vertices[cell]) {
                    if (mark[other]) continue;
                    mark[other] = 1;
                    numbers_.push_back(static_cast<std::int16_t>(other));
                }
            }
            way.end = static_cast<int>(numbers_.size());
            for (int at = way.cells; at < way.end; ++at) mark[numbers_[at]] = 0;
            ways.push_back(way);
        }
    }
    const std::size_t families = starts_.size();
    owner_.assign(cells, -1);
    at_.assign(families, std::vector<std::int16_t>(cells, -1));
    near_.assign(families, std::vector<std::int16_t>(cells, 0));
    contacts_.resize(pieces_.size());
    family_.resize(families);
    way_.assign(pieces_.size(), -1);
    weight_.assign(pieces_.size(), 0);
    price_.assign(pieces_.size(), 0);
    rests_until_.assign(pieces_.size(), 0);
    cut_.resize(pieces_.size());
    for (std::size_t family = 0; family < families; ++family) near_[family][starts_[family]] = 1;
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
        family_[pieces_[piece].family].set(static_cast<int>(piece));
        if (pieces_[piece].last) last_.set(static_cast<int>(piece));
        const auto& ways = ways_[pieces_[piece].shape];
        sizes_.push_back(ways.empty() ? 0 : ways[0].edges - ways[0].cells);
    }
}

// What it costs to evict each piece in the next step; a resting piece cannot be evicted.
void EjectionSearch::set_prices() {
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
        price_[piece] = rests_until_[piece] > steps_ ? kForbidden : weight_[piece];
    }
}

std::int64_t EjectionSearch::cost(const Set& evicted) const {
    std::int64_t total = 0;
    evicted.for_each([&](int piece) { total += price_[piece]; });
    return total;
}

// The cost of the pieces in the way, given up as soon as it exceeds `limit`.
std::int64_t EjectionSearch::hit_by(int family, const Way& way, std::int64_t limit,
                                    Set& hit) const {
    std::int64_t total = 0;
    const auto add = [&](int other) {
        if (other < 0 || hit.test(other)) return;
        hit.set(other);
        total += price_[other];
    };
    const auto* numbers = numbers_.data();
    const auto* mine = at_[family].data();
    for (int at = way.cells; at < way.edges && total <= limit; ++at) {
        add(owner_[classes_[numbers[at]]]);
    }
    for (int at = way.edges; at < way.vertices && total <= limit; ++at) add(mine[numbers[at]]);
    return total;
}

// The pieces connected with the first one, out of those there and a new one.
EjectionSearch::Set EjectionSearch::reached(const Set& there, int first, int piece,
                                            const Set& touched) const {
    Set found{}, edge{};
    if (first >= 0 && there.test(first)) edge.set(first);
    while (edge.any()) {
        found |= edge;
        Set next{};
        (edge - last_).for_each([&](int from) {
            next |= from == piece ? touched : contacts_[from];
            if (touched.test(from)) next.set(piece);
        });
        edge = (next & there) - found;
    }
    return found;
}

// What is cut off from the start if only this piece is evicted. It is kept until the family
// changes.
const EjectionSearch::Set& EjectionSearch::cut_by(int piece) {
    if (!cut_known_.test(piece)) {
        const int family = pieces_[piece].family;
        Set there = family_[family] & there_;
        there.reset(piece);
        cut_[piece] = there - reached(there, at_[family][starts_[family]], -1, {});
        cut_known_.set(piece);
    }
    return cut_[piece];
}

// Add what is cut off in the other families. False if that costs more than `limit`.
bool EjectionSearch::cut_others(int family, std::int64_t limit, Set& evicted) {
    const Set hit = evicted - family_[family];
    if (!hit.any()) return true;
    hit.for_each([&](int other) { evicted |= cut_by(other); });
    if (cost(evicted) > limit) return false;
    for (int other = 0; other < static_cast<int>(family_.size()); ++other) {
        const Set gone = hit & family_[other];
        if (other == family || gone.count() < 2) continue;
        const Set there = (family_[other] & there_) - gone;  // together they may cut off more
        evicted |= there - reached(there, at_[other][starts_[other]], -1, {});
    }
    return true;
}

// Whether a piece laid this way is connected with the start. Adds what it then cuts off.
bool EjectionSearch::connects(int piece, const Way& way, Set& evicted) const {
    const int family = pieces_[piece].family;
    Set touched{};
    for (int at = way.vertices; at < way.end; ++at) {
        if (const int other = at_[family][numbers_[at]]; other >= 0) touched.set(other);
    }
    touched -= evicted;
    const auto* cells = numbers_.data();
    const bool starts =
        std::find(cells + way.cells, cells + way.edges, starts_[family]) != cells + way.edges;
    if (!starts && !(touched - last_).any()) return false;
    if (!(evicted & family_[family]).any()) return true;
    Set there = (family_[family] & there_) - evicted;
    there.set(piece);
    const int first = starts ? piece : at_[family][starts_[family]];
    const Set left = reached(there, first, piece, touched);
    evicted |= there - left;
    return left.test(piece);
}

// Where a piece costs least; of several such ways a random one.
EjectionSearch::Candidate EjectionSearch::cheapest(int piece) {
    const int family = pieces_[piece].family;
    const auto& ways = ways_[pieces_[piece].shape];
    const auto* near = near_[family].data();
    const auto* numbers = numbers_.data();
    Candidate best;
    std::int64_t limit = kForbidden - 1;
    int ties = 0;
    set_prices();
    for (int number : open_[piece]) {
        const Way& way = ways[number];
        int reaches = 0;
        for (int at = way.cells; at < way.edges; ++at) reaches |= near[numbers[at]];
        if (!reaches) continue;
        Set evicted{};
        if (hit_by(family, way, limit, evicted) > limit) continue;
        if (!connects(piece, way, evicted)) continue;
        if (!cut_others(family, limit, evicted)) continue;
        const std::int64_t total = cost(evicted);
        if (total > limit) continue;
        ties = total < limit ? 1 : ties + 1;
        if (random_.below(ties)) continue;
        limit = total;
        best = {number, evicted};
    }
    return best;
}

void EjectionSearch::insert(int piece, int number) {
    const int family = pieces_[piece].family;
    const Way& way = ways_[pieces_[piece].shape][number];
    for (int at = way.cells; at < way.edges; ++at) {
        owner_[classes_[numbers_[at]]] = static_cast<std::int16_t>(piece);
        at_[family][numbers_[at]] = static_cast<std::int16_t>(piece);
    }
    for (int at = way.vertices; at < way.end; ++at) {
        ++near_[family][numbers_[at]];
        const int other = at_[family][numbers_[at]];
        if (other < 0) continue;
        contacts_[other].set(piece);
        contacts_[piece].set(other);
    }
    way_[piece] = number;
    there_.set(piece);
    cut_known_ -= family_[family];
}

void EjectionSearch::remove(int piece) {
    const int family = pieces_[piece].family;
    const Way& way = ways_[pieces_[piece].shape][way_[piece]];
    for (int at = way.cells; at < way.edges; ++at) {
        owner_[classes_[numbers_[at]]] = -1;
        at_[family][numbers_[at]] = -1;
    }
    for (int at = way.vertices; at < way.end; ++at) --near_[family][numbers_[at]];
    contacts_[piece].for_each([&](int other) { contacts_[other].reset(piece); });
    contacts_[piece] = {};
    way_[piece] = -1;
    there_.reset(piece);
    cut_known_ -= family_[family];
}

// The place in `out_` of the piece to insert next: the heaviest half of the time, else any.
int EjectionSearch::choose() {
    const auto lighter = [&](int a, int b) { return weight_[a] < weight_[b]; };
    if (random_.below(2)) {
        return static_cast<int>(std::max_element(out_.begin(), out_.end(), lighter) - out_.begin());
    }
    return random_.below(static_cast<int>(out_.size()));
}

void EjectionSearch::step() {
    ++steps_;
    const int chosen = choose();
    const int piece = out_[chosen];
    const Candidate best = cheapest(piece);
    if (best.way >= 0) {
        best.evicted.for_each([&](int other) { remove(other); });
        insert(piece, best.way);
        out_.erase(out_.begin() + chosen);
        best.evicted.for_each([&](int other) { out_.push_back(other); });
        rests_until_[piece] = steps_ + random_.below(kRest);
    }
    for (int other : out_) ++weight_[other];
    if (static_cast<int>(out_.size()) < best_missing_) {
        best_missing_ = static_cast<int>(out_.size());
        best_ = way_;
    }
}

bool EjectionSearch::run(double seconds, std::uint64_t steps) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    const std::uint64_t last = steps_ + steps;
    while (!out_.empty() && steps_ < last && Clock::now() < end) {
        for (int few = 0; few < 32 && steps_ < last && !out_.empty(); ++few) {
            if (steps_ == ends_at_) begin();
            step();
        }
    }
    return out_.empty();
}

}  // namespace cornerwise
