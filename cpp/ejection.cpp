#include "ejection.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <stdexcept>

namespace cornerwise {
namespace {

constexpr std::int64_t kWeightPerCell = 100;  // what it costs to evict a piece, at first
constexpr int kRest = 3;                      // a piece just laid rests for fewer steps than this

}  // namespace

EjectionSearch::EjectionSearch(const EjectionProblem& problem, std::uint64_t seed)
    : pieces_(problem.pieces), classes_(problem.classes), starts_(problem.starts), random_(seed) {
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
    best_ = way_;
    best_missing_ = static_cast<int>(out_.size());
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
    weight_.assign(pieces_.size(), 1);
    rests_until_.assign(pieces_.size(), 0);
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
        family_[pieces_[piece].family].set(static_cast<int>(piece));
        if (pieces_[piece].last) last_.set(static_cast<int>(piece));
        const auto& ways = ways_[pieces_[piece].shape];
        if (!ways.empty()) weight_[piece] = kWeightPerCell * (ways[0].edges - ways[0].cells);
    }
}

// What it costs to evict a piece: beyond any limit while it rests.
std::int64_t EjectionSearch::price(int piece, std::int64_t limit) const {
    return rests_until_[piece] > steps_ ? limit + 1 : weight_[piece];
}

// The cost of the pieces in the way, given up as soon as it exceeds `limit`.
std::int64_t EjectionSearch::hit_by(int piece, const Way& way, std::int64_t limit, Set& hit) const {
    std::int64_t cost = 0;
    const auto add = [&](int other) {
        if (other < 0 || hit.test(other)) return;
        hit.set(other);
        cost += price(other, limit);
    };
    for (int at = way.cells; at < way.edges && cost <= limit; ++at) {
        add(owner_[classes_[numbers_[at]]]);
    }
    const auto& mine = at_[pieces_[piece].family];
    for (int at = way.edges; at < way.vertices && cost <= limit; ++at) add(mine[numbers_[at]]);
    return cost;
}

// The pieces that hang together with the first one, out of those there and a new one.
EjectionSearch::Set EjectionSearch::reached(const Set& there, const Set& first, int piece,
                                            const Set& touched) const {
    Set found{}, edge = first;
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

// Whether a piece laid this way hangs together with the start; adds what is then cut off from it.
bool EjectionSearch::connects(int piece, const Way& way, Set& evicted) const {
    const int family = pieces_[piece].family;
    Set touched{}, cut{};
    for (int at = way.vertices; at < way.end; ++at) {
        if (const int other = at_[family][numbers_[at]]; other >= 0) touched.set(other);
    }
    touched -= evicted;
    for (int other = 0; other < static_cast<int>(family_.size()); ++other) {
        const bool own = other == family;
        if (!own && !(family_[other] & evicted).any()) continue;
        Set there = (family_[other] & there_) - evicted;
        if (own) there.set(piece);
        const auto begin = numbers_.begin();
        const bool starts = own && std::find(begin + way.cells, begin + way.edges,
                                             starts_[family]) != begin + way.edges;
        const int first = starts ? piece : at_[other][starts_[other]];
        Set from{};
        if (first >= 0 && there.test(first)) from.set(first);
        const Set left = own ? reached(there, from, piece, touched) : reached(there, from, -1, {});
        if (own && !left.test(piece)) return false;
        cut |= there - left;
    }
    evicted |= cut;
    return !(cut & fixed_).any();
}

// Where a piece costs least; of several such ways a random one.
EjectionSearch::Candidate EjectionSearch::cheapest(int piece) {
    const int family = pieces_[piece].family;
    const auto& ways = ways_[pieces_[piece].shape];
    const auto& near = near_[family];
    Candidate best;
    std::int64_t limit = std::numeric_limits<std::int64_t>::max() / 4;
    int ties = 0;
    for (std::size_t number = 0; number < ways.size(); ++number) {
        const Way& way = ways[number];
        bool reaches = false;
        for (int at = way.cells; at < way.edges; ++at) {
            reaches |= near[numbers_[at]] || numbers_[at] == starts_[family];
        }
        if (!reaches) continue;
        Set evicted{};
        if (hit_by(piece, way, limit, evicted) > limit) continue;
        if (!connects(piece, way, evicted)) continue;
        std::int64_t cost = 0;
        evicted.for_each([&](int other) { cost += price(other, limit); });
        if (cost > limit) continue;
        ties = cost < limit ? 1 : ties + 1;
        if (random_.below(ties)) continue;
        limit = cost;
        best = {static_cast<int>(number), evicted};
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
}

void EjectionSearch::step() {
    ++steps_;
    const int chosen = random_.below(static_cast<int>(out_.size()));
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

bool EjectionSearch::run(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (!out_.empty() && Clock::now() < end) {
        for (int steps = 0; steps < 32 && !out_.empty(); ++steps) step();
    }
    return out_.empty();
}

}  // namespace cornerwise
