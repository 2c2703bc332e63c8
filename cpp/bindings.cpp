// The Python module: the only file that knows Python. It checks what callers pass and turns every
// mistake into an exception.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "position.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace cornerwise {

namespace {

using TablesPtr = std::shared_ptr<const Tables>;
using RulesPtr = std::shared_ptr<const Rules>;

/// The members of a set that Python passes as bytes, lowest bit first.
template <typename Visit>
void for_each_member(const nb::bytes& set, int bound, Visit visit) {
    const auto* data = reinterpret_cast<const unsigned char*>(set.data());
    for (std::size_t i = 0; i < set.size(); ++i)
        for (unsigned byte = data[i]; byte != 0; byte &= byte - 1) {
            const std::size_t member = i * 8 + std::countr_zero(byte);
            if (member >= std::size_t(bound)) throw std::invalid_argument("a set is too large");
            visit(static_cast<int>(member));
        }
}

nb::bytes moves_of(const Tables& tables, const Hand& hand) {
    std::vector<char> set(tables.placement_count() / 8 + 1);
    hand.for_each_move(tables, [&](int move) { set[move >> 3] |= char(1 << (move & 7)); });
    return nb::bytes(set.data(), set.size());
}

/// The moves of a colour for which these cells are closed and one of the wanted must be covered.
nb::bytes moves_in(const Tables& tables, const nb::bytes& closed, const nb::bytes& wanted,
                   std::uint32_t pieces, const nb::bytes& points, const nb::bytes& straights) {
    auto hand = std::make_unique<Hand>(tables);
    hand->hold(tables, pieces & hand->left);
    const int cells = tables.cell_count();
    const int lattice = static_cast<int>(tables.position_of_point.size());
    for_each_member(closed, cells, [&](int cell) { hand->closed.set(tables.position_of[cell]); });
    for_each_member(points, lattice,
                    [&](int point) { hand->points.set(tables.position_of_point[point]); });
    for_each_member(straights, lattice,
                    [&](int point) { hand->straights.set(tables.position_of_point[point]); });
    for_each_member(wanted, cells,
                    [&](int cell) { hand->add_anchor(tables, tables.position_of[cell]); });
    return moves_of(tables, *hand);
}

/// A position that keeps its rules alive and can take moves back.
class Board {
 public:
    explicit Board(RulesPtr rules) : rules_(std::move(rules)), position_(*rules_) {}

    const Position& position() const { return position_; }
    const RulesPtr& rules() const { return rules_; }

    void lay(int colour, int placement) {
        check_colour(colour);
        check_placement(placement);
        if (!position_.has_room(colour, placement))
            throw std::invalid_argument("there is no room for this placement");
        record({Step::lay, colour, placement});
    }

    void give_turn(int colour) {
        check_colour(colour);
        record({Step::give, colour, 0});
    }

    void play(int placement) {
        check_placement(placement);
        if (position_.turn() == Position::nobody ||
            !position_.is_legal(position_.turn(), placement))
            throw std::invalid_argument("this move is not legal");
        record({Step::play, position_.turn(), placement});
    }

    /// Take back the last step. A game is so short that starting again costs nothing.
    void undo() {
        if (steps_.empty()) throw std::invalid_argument("there is nothing to take back");
        steps_.pop_back();
        position_ = Position(*rules_);
        for (const auto& step : steps_) apply(step);
    }

    nb::bytes legal(int colour) const {
        check_colour(colour);
        return moves_of(position_.tables(), position_.hand(colour));
    }

    int count(int colour) const {
        check_colour(colour);
        return position_.hand(colour).count_moves(position_.tables());
    }

    std::vector<int> points() const {
        std::vector<int> found;
        for (int colour = 0; colour < rules_->colour_count(); ++colour)
            found.push_back(position_.points(colour));
        return found;
    }

    std::uint64_t perft(int depth) const {
        if (depth < 0) throw std::invalid_argument("a depth cannot be negative");
        nb::gil_scoped_release released;
        return position_.perft(depth);
    }

 private:
    struct Step {
        enum Kind { lay, give, play } kind;
        int colour;
        int placement;
    };

    void check_colour(int colour) const {
        if (colour < 0 || colour >= rules_->colour_count())
            throw nb::index_error("there is no such colour");
    }
    void check_placement(int placement) const {
        if (placement < 0 || placement >= rules_->tables->placement_count())
            throw nb::index_error("there is no such placement");
    }
    void record(const Step& step) {
        apply(step);
        steps_.push_back(step);
    }
    void apply(const Step& step) {
        switch (step.kind) {
            case Step::lay:
                position_.lay(step.colour, step.placement);
                break;
            case Step::give:
                position_.give_turn(step.colour);
                break;
            case Step::play:
                position_.play(step.placement);
                break;
        }
    }

    RulesPtr rules_;
    Position position_;
    std::vector<Step> steps_;
};

TablesPtr make_tables(std::vector<Point> places, std::vector<int> kinds, Lists edges,
                      Lists vertices, std::vector<int> sizes, std::vector<int> pieces, Lists cells,
                      std::vector<Point> lattice, Lists points, Lists straights) {
    return std::make_shared<const Tables>(
        TableSource{std::move(places), std::move(kinds), std::move(edges), std::move(vertices),
                    std::move(sizes), std::move(pieces), std::move(cells), std::move(lattice),
                    std::move(points), std::move(straights)});
}

RulesPtr make_rules(TablesPtr tables, std::vector<int> fields, std::vector<int> own, Lists apart,
                    std::vector<int> sides, std::vector<int> rotation, bool singles_last, int bonus,
                    int single_bonus) {
    auto rules = std::make_shared<Rules>();
    rules->tables = std::move(tables);
    rules->fields = std::move(fields);
    rules->own = std::move(own);
    rules->apart = std::move(apart);
    rules->sides = std::move(sides);
    rules->rotation = std::move(rotation);
    rules->singles_last = singles_last;
    rules->bonus = bonus;
    rules->single_bonus = single_bonus;
    rules->check();
    return rules;
}

}  // namespace

}  // namespace cornerwise

NB_MODULE(_kernel, m) {
    using namespace cornerwise;
    m.doc() = "The kernel: positions, moves and search over tables handed in by cornerwise.kernel.";

    nb::class_<Tables>(m, "Tables")
        .def(nb::new_(&make_tables), nb::kw_only(), "places"_a, "kinds"_a, "edges"_a, "vertices"_a,
             "sizes"_a, "pieces"_a, "cells"_a, "lattice"_a, "points"_a, "straights"_a)
        .def("moves", &moves_in, "closed"_a, "wanted"_a, "pieces"_a, "points"_a, "straights"_a);

    nb::class_<Rules>(m, "Rules")
        .def(nb::new_(&make_rules), "tables"_a, nb::kw_only(), "fields"_a, "own"_a, "apart"_a,
             "sides"_a, "rotation"_a, "singles_last"_a, "bonus"_a, "single_bonus"_a);

    nb::class_<Board>(m, "Position")
        .def(nb::init<RulesPtr>(), "rules"_a)
        .def("__copy__", [](const Board& self) { return Board(self); })
        .def("lay", &Board::lay, "colour"_a, "placement"_a)
        .def("give_turn", &Board::give_turn, "colour"_a)
        .def("play", &Board::play, "placement"_a)
        .def("undo", &Board::undo)
        .def("legal", &Board::legal, "colour"_a)
        .def("count", &Board::count, "colour"_a)
        .def("perft", &Board::perft, "depth"_a)
        .def("points", &Board::points)
        .def_prop_ro("turn", [](const Board& self) { return self.position().turn(); })
        .def_prop_ro("side", [](const Board& self) { return self.position().side_to_play(); })
        .def_prop_ro("is_consistent",
                     [](const Board& self) { return self.position().is_consistent(); });
}
