// What the files that know Python share: positions as Python sees them, and checks of what callers
// pass. A class `PyX` is what Python calls `X`: it wraps the kernel's `X`.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

#include "outlook.h"
#include "played.h"
#include "prior.h"
#include "trial.h"

namespace cornerwise {

namespace nb = nanobind;

using TablesPtr = std::shared_ptr<const Tables>;
using RulesPtr = std::shared_ptr<const Rules>;

inline nb::bytes moves_of(const Tables& tables, const Stock& hand) {
    std::vector<char> set(tables.placement_count() / 8 + 1);
    std::vector<Option> moves;
    hand.list_moves(tables, moves);
    for (const auto& move : moves) set[move.placement >> 3] |= char(1 << (move.placement & 7));
    return nb::bytes(set.data(), set.size());
}

inline void check_weights(const std::vector<float>& given, std::size_t count) {
    if (given.size() != count) throw std::invalid_argument("wrong number of weights");
    for (float weight : given)
        if (!(std::abs(weight) <= 1000)) throw std::invalid_argument("a weight is too large");
}

inline PriorWeights weights_of(const std::vector<float>& given) {
    check_weights(given, PriorWeights::count);
    return PriorWeights(given);
}

inline ValueWeights value_of(const std::vector<float>& given) {
    if (given.empty()) return {};
    check_weights(given, ValueWeights::count);
    const auto spreads = given.begin() + ValueWeights::spreads;
    const auto trusts = given.begin() + ValueWeights::trusts;
    const auto horizons = given.begin() + ValueWeights::horizons;
    if (std::any_of(spreads, trusts, [](float spread) { return spread <= 0; }))
        throw std::invalid_argument("a spread must be more than nothing");
    if (std::any_of(trusts, horizons, [](float share) { return share < 0 || share > 1; }))
        throw std::invalid_argument("trusts and replies must be 0 to 1");
    if (std::any_of(horizons, given.end(), [](float horizon) { return horizon < 0; }))
        throw std::invalid_argument("a horizon cannot be negative");
    return ValueWeights(given);
}

inline ValueWeights value_needed(const std::vector<float>& given) {
    auto weights = value_of(given);
    if (weights.empty()) throw std::invalid_argument("without weights there is no forecast");
    return weights;
}

/// Lets one caller at a time do something that takes long, and refuses the others.
class Alone {
public:
    Alone(std::atomic<bool>& busy, const char* refusal) : busy_(busy) {
        if (busy_.exchange(true)) throw std::runtime_error(refusal);
    }
    ~Alone() { busy_ = false; }
    Alone(const Alone&) = delete;
    Alone& operator=(const Alone&) = delete;

private:
    std::atomic<bool>& busy_;
};

/// What Python may ask of a position in either form. It keeps its rules alive.
class PySituation {
public:
    virtual ~PySituation() = default;

    virtual const Situation& position() const = 0;
    const RulesPtr& rules() const { return rules_; }

    nb::bytes legal(int colour) const {
        check_colour(colour);
        return moves_of(position().tables(), position().hand(colour));
    }

    int count(int colour) const {
        check_colour(colour);
        return position().hand(colour).count_moves(position().tables());
    }

    std::vector<int> points() const {
        std::vector<int> found;
        for (int colour = 0; colour < rules_->colour_count(); ++colour)
            found.push_back(position().points(colour));
        return found;
    }

    /// The outlook of every colour: (how many it has left of each piece, pieces that fit as bits,
    /// counts).
    nb::list outlook() const {
        nb::list found;
        const Outlook outlook(position());
        for (int colour = 0; colour < rules_->colour_count(); ++colour) {
            nb::list left, counts;
            for (int piece = 0; piece < position().tables().piece_count(); ++piece)
                left.append(position().hand(colour).count(piece));
            for (int count : outlook.counts[colour]) counts.append(count);
            found.append(nb::make_tuple(left, outlook.fitting[colour], counts));
        }
        return found;
    }

    /// The moves of the colour on turn with their priors, best first.
    nb::list priors(const std::vector<float>& weights) const {
        const auto checked = weights_of(weights);
        nb::list found;
        if (position().turn() == Situation::nobody) return found;
        Rating rating;
        rate_moves(position(), checked, SIZE_MAX, rating);
        for (const auto& [move, prior] : rating.moves) found.append(nb::make_tuple(move, prior));
        return found;
    }

    /// The points that the value forecasts for each side.
    std::vector<float> forecast(const std::vector<float>& value) const {
        const auto points = cornerwise::forecast(position(), value_needed(value)).points;
        return {points.begin(), points.begin() + rules_->side_count()};
    }

protected:
    explicit PySituation(RulesPtr rules) : rules_(std::move(rules)) {}
    PySituation(const PySituation&) = default;
    PySituation& operator=(const PySituation&) = default;

    void check_colour(int colour) const {
        if (colour < 0 || colour >= rules_->colour_count())
            throw nb::index_error("there is no such colour");
    }
    void check_placement(int placement) const {
        if (placement < 0 || placement >= rules_->tables->placement_count())
            throw nb::index_error("there is no such placement");
    }
    void check_move(int placement) const {
        check_placement(placement);
        if (position().turn() == Situation::nobody ||
            !position().is_legal(position().turn(), placement))
            throw std::invalid_argument("this move is not legal");
    }

    RulesPtr rules_;
};

/// A position that can take moves back.
class PyPosition final : public PySituation {
public:
    explicit PyPosition(RulesPtr rules)
        : PySituation(std::move(rules)), played_(Position(*rules_)) {}

    const Position& position() const override { return played_.position(); }
    const Played& played() const { return played_; }

    void lay(int colour, int placement) {
        check_colour(colour);
        check_placement(placement);
        if (!position().has_room(colour, placement))
            throw std::invalid_argument("there is no room for this placement");
        take(Step::lay, colour, placement);
    }

    void retire(int colour) {
        check_colour(colour);
        take(Step::retire, colour);
    }

    void give_turn(int colour) {
        check_colour(colour);
        take(Step::give, colour);
    }

    void give_share(int place) {
        if (place < 0 || place >= static_cast<int>(rules()->rotation.size()))
            throw std::invalid_argument("there is no such place in the rotation");
        take(Step::share, place);
    }

    void play(int placement) {
        check_move(placement);
        played_.play(placement);
    }

    /// Play so many moves, or to the end, the way playouts do.
    void play_out(int moves, std::uint64_t seed, float reply) {
        WidePlayout playout;
        Random random(seed);
        for (; moves > 0 && position().turn() != Position::nobody; --moves)
            played_.play_by(playout, random, reply);
    }

    /// The points that are forecast for each side after so many moves of a playout, on average.
    std::vector<std::vector<float>> expected(const std::vector<float>& value,
                                             const std::vector<int>& horizons, int playouts,
                                             std::uint64_t seed, float reply) const {
        const auto weights = value_needed(value);
        if (!std::is_sorted(horizons.begin(), horizons.end()) ||
            (!horizons.empty() && horizons.front() < 0))
            throw std::invalid_argument("horizons must rise from 0");
        if (playouts < 1 || playouts > 1000)
            throw std::invalid_argument("there must be 1 to 1000 playouts");
        std::vector<Values> found;
        {
            nb::gil_scoped_release released;
            found = tried(position(), weights, {horizons, playouts, seed, reply});
        }
        std::vector<std::vector<float>> points;
        for (const auto& of_horizon : found)
            points.emplace_back(of_horizon.begin(), of_horizon.begin() + rules_->side_count());
        return points;
    }

    /// Take back the last step.
    void undo() {
        if (played_.steps().empty()) throw std::invalid_argument("there is nothing to take back");
        played_.undo(1);
    }

    std::vector<int> side_points() const {
        const auto points = position().side_points();
        return {points.begin(), points.begin() + rules_->side_count()};
    }

    std::vector<float> side_shares() const {
        const auto found = shares(*rules_, position().side_points());
        return {found.begin(), found.begin() + rules_->side_count()};
    }

    std::uint64_t perft(int depth) const {
        if (depth < 0) throw std::invalid_argument("a depth cannot be negative");
        const Position root = position();
        nb::gil_scoped_release released;
        return root.perft(depth);
    }

private:
    void take(Step::Kind kind, int number, int placement = 0) {
        played_.take(
            {kind, static_cast<std::uint8_t>(number), static_cast<std::uint16_t>(placement)});
    }

    Played played_;
};

}  // namespace cornerwise
