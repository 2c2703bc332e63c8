// The Python module, together with batch_bindings.cpp and puzzle_bindings.cpp: no other file knows
// Python. It checks what callers pass and turns every mistake into an exception.

#include "bindings.h"

#include "endgame.h"
#include "search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace cornerwise {

void bind_batches(nb::module_& module);
void bind_puzzles(nb::module_& module);

namespace {

constexpr const char* running = "this search is already running";

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

/// The members of a bitset, ascending, each as its difference to the one before.
std::vector<int> differences(const nb::bytes& mask) {
    std::vector<int> found;
    int last = 0;
    for_each_member(mask, static_cast<int>(8 * mask.size()), [&](int member) {
        found.push_back(member - last);
        last = member;
    });
    return found;
}

/// A position in the late form, as the search keeps it.
class PyLatePosition final : public PySituation {
public:
    static std::optional<PyLatePosition> of(const PyPosition& given) {
        auto position = LatePosition::of(given.position());
        if (!position) return std::nullopt;
        return PyLatePosition(given.rules(), *position);
    }

    const LatePosition& position() const override { return position_; }

    void play(int placement) {
        check_move(placement);
        position_.play(placement);
    }

    /// Play so many moves, or to the end, the way playouts do.
    void play_out(int moves, std::uint64_t seed, float reply) {
        LatePlayout playout;
        Random random(seed);
        playout.run(position_, random, reply, moves);
        position_.catch_up();
    }

private:
    PyLatePosition(RulesPtr rules, const LatePosition& position)
        : PySituation(std::move(rules)), position_(position) {}

    LatePosition position_;
};

/// A search that keeps its rules alive and refuses to be run twice at a time.
class PySearch {
public:
    PySearch(const PyPosition& given, const std::vector<float>& weights,
             const std::vector<float>& value, const SearchSettings& settings)
        : rules_(given.rules()),
          search_(given.position(), weights_of(weights), value_of(value), checked(settings)) {}

    void run(std::uint64_t simulations, double seconds, int threads) {
        if (threads < 1 || threads > 256) throw std::invalid_argument("threads must be 1 to 256");
        const Alone alone(running_, running);
        nb::gil_scoped_release released;
        search_.run(simulations, seconds, threads);
    }

    Search& search() { return search_; }
    int sides() const { return rules_->side_count(); }

private:
    static const SearchSettings& checked(const SearchSettings& settings) {
        const auto within = [](float value, float low, float high) {
            if (!(value >= low && value <= high))
                throw std::invalid_argument("a search setting is out of range");
        };
        within(settings.exploration, 0, 100);
        within(settings.broaden, 1, 1e9f);
        within(settings.first_play_reduction, -10, 10);
        within(settings.trust, 0, 100);
        within(float(settings.expand_at), 1, 1e6f);
        if (settings.memory > std::size_t{1} << 40)
            throw std::invalid_argument("memory is given in bytes, at most 2 to the power of 40");
        return settings;
    }

    RulesPtr rules_;
    Search search_;
    std::atomic<bool> running_{false};
};

/// A solver that keeps its rules alive.
class PySolver {
public:
    explicit PySolver(const PyPosition& given) : rules_(given.rules()), solver_(given.position()) {}

    nb::list solve(std::uint64_t nodes, double seconds) {
        std::vector<Solution> found;
        {
            const Alone alone(running_, running);
            nb::gil_scoped_release released;
            found = solver_.solve(nodes, seconds);
        }
        nb::list solutions;
        for (const auto& solution : found) solutions.append(told(solution));
        return solutions;
    }

    nb::object best(std::uint64_t nodes, double seconds) {
        std::optional<Solution> found;
        {
            const Alone alone(running_, running);
            nb::gil_scoped_release released;
            found = solver_.best(nodes, seconds);
        }
        return found ? nb::object(told(*found)) : nb::none();
    }

    bool ensures(int move, float share, std::uint64_t nodes, double seconds) {
        const Alone alone(running_, running);
        nb::gil_scoped_release released;
        return solver_.ensures(move, share, nodes, seconds);
    }

    void stop() { solver_.stop(); }

private:
    /// (move, points of each side, line, share of the win, whether all of that is proved)
    nb::tuple told(const Solution& solution) const {
        nb::list points, line;
        for (int side = 0; side < rules_->side_count(); ++side)
            points.append(solution.points[side]);
        for (int move : solution.line) line.append(move);
        return nb::make_tuple(solution.move, points, line, solution.share, solution.exact);
    }

    RulesPtr rules_;
    Solver solver_;
    std::atomic<bool> running_{false};
};

/// (move, visits, prior, value, share of each side, points of each side)
nb::list verdicts_of(PySearch& given) {
    nb::list found;
    const auto sides = static_cast<std::size_t>(given.sides());
    for (const auto& verdict : given.search().verdicts()) {
        nb::list share, points;
        for (std::size_t side = 0; side < sides; ++side) {
            share.append(verdict.share[side]);
            points.append(verdict.points[side]);
        }
        found.append(nb::make_tuple(verdict.move, verdict.visits, verdict.prior, verdict.value,
                                    share, points));
    }
    return found;
}

/// What is seen of every move of the colour on turn: (move, piece, features).
nb::list features_of(const PyPosition& given) {
    nb::list found;
    const auto& position = given.position();
    if (position.turn() == Position::nobody) return found;
    const Eye eye(position);
    position.hand(position.turn()).for_each_move(position.tables(), [&](int move) {
        nb::list row;
        for (int count : eye.look(move)) row.append(count);
        found.append(nb::make_tuple(move, position.tables().piece_of(move), row));
    });
    return found;
}

TablesPtr make_tables(std::vector<Point> places, std::vector<int> kinds, Lists edges,
                      Lists vertices, std::vector<int> sizes, std::vector<int> counts,
                      std::vector<int> pieces, Lists cells, std::vector<Point> lattice,
                      Lists points, Lists straights) {
    return std::make_shared<const Tables>(
        TableSource{std::move(places), std::move(kinds), std::move(edges), std::move(vertices),
                    std::move(sizes), std::move(counts), std::move(pieces), std::move(cells),
                    std::move(lattice), std::move(points), std::move(straights)});
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
#ifdef NDEBUG
    // Tables are kept as long as the process lasts. Where numpy is loaded Python leaves them alone
    // at its end: that is no leak to tell users of.
    nb::set_leak_warnings(false);
#endif

    nb::class_<Tables>(m, "Tables")
        .def(nb::new_(&make_tables), nb::kw_only(), "places"_a, "kinds"_a, "edges"_a, "vertices"_a,
             "sizes"_a, "counts"_a, "pieces"_a, "cells"_a, "lattice"_a, "points"_a, "straights"_a)
        .def("moves", &moves_in, "closed"_a, "wanted"_a, "pieces"_a, "points"_a, "straights"_a);

    m.def("differences", &differences, "mask"_a);

    nb::class_<Rules>(m, "Rules")
        .def(nb::new_(&make_rules), "tables"_a, nb::kw_only(), "fields"_a, "own"_a, "apart"_a,
             "sides"_a, "rotation"_a, "singles_last"_a, "bonus"_a, "single_bonus"_a);

    nb::class_<PySituation>(m, "Situation")
        .def("legal", &PySituation::legal, "colour"_a)
        .def("count", &PySituation::count, "colour"_a)
        .def("points", &PySituation::points)
        .def("outlook", &PySituation::outlook)
        .def("priors", &PySituation::priors, "weights"_a)
        .def("forecast", &PySituation::forecast, "value"_a)
        .def_prop_ro("turn", [](const PySituation& self) { return self.position().turn(); })
        .def_prop_ro("side",
                     [](const PySituation& self) { return self.position().side_to_play(); });

    nb::class_<PyPosition, PySituation>(m, "Position")
        .def(nb::init<RulesPtr>(), "rules"_a)
        .def("__copy__", [](const PyPosition& self) { return PyPosition(self); })
        .def("lay", &PyPosition::lay, "colour"_a, "placement"_a)
        .def("retire", &PyPosition::retire, "colour"_a)
        .def("give_turn", &PyPosition::give_turn, "colour"_a)
        .def("give_share", &PyPosition::give_share, "place"_a)
        .def_prop_ro("key", [](const PyPosition& self) { return self.position().key(); })
        .def("play", &PyPosition::play, "placement"_a)
        .def("play_out", &PyPosition::play_out, "moves"_a, "seed"_a,
             "reply"_a = Playout::usual_reply)
        .def("expected", &PyPosition::expected, "value"_a, "horizons"_a, "playouts"_a, "seed"_a,
             "reply"_a = Playout::usual_reply)
        .def("undo", &PyPosition::undo)
        .def("perft", &PyPosition::perft, "depth"_a)
        .def("side_points", &PyPosition::side_points)
        .def("side_shares", &PyPosition::side_shares)
        .def("features", &features_of)
        .def_prop_ro("is_consistent",
                     [](const PyPosition& self) { return self.position().is_consistent(); });

    nb::class_<PyLatePosition, PySituation>(m, "LatePosition")
        .def_static("of", &PyLatePosition::of, "position"_a)
        .def("__copy__", [](const PyLatePosition& self) { return PyLatePosition(self); })
        .def("play", &PyLatePosition::play, "placement"_a)
        .def("play_out", &PyLatePosition::play_out, "moves"_a, "seed"_a,
             "reply"_a = Playout::usual_reply);

    nb::class_<SearchSettings>(m, "SearchSettings")
        .def(nb::init<>())
        .def_rw("seed", &SearchSettings::seed)
        .def_rw("memory", &SearchSettings::memory)
        .def_rw("exploration", &SearchSettings::exploration)
        .def_rw("broaden", &SearchSettings::broaden)
        .def_rw("first_play_reduction", &SearchSettings::first_play_reduction)
        .def_rw("trust", &SearchSettings::trust)
        .def_rw("expand_at", &SearchSettings::expand_at)
        .def_rw("prove", &SearchSettings::prove);

    nb::class_<PySearch>(m, "Search")
        .def(nb::init<const PyPosition&, const std::vector<float>&, const std::vector<float>&,
                      const SearchSettings&>(),
             "position"_a, "weights"_a, "value"_a, "settings"_a)
        .def("run", &PySearch::run, "simulations"_a, "seconds"_a, "threads"_a)
        .def("stop", [](PySearch& self) { self.search().stop(); })
        .def("verdicts", &verdicts_of)
        .def("line", [](PySearch& self) { return self.search().line(); })
        .def_prop_ro("simulations", [](PySearch& self) { return self.search().simulations(); })
        .def_prop_ro("games", [](PySearch& self) { return self.search().games(); })
        .def_prop_ro("is_stopped", [](PySearch& self) { return self.search().is_stopped(); })
        .def_prop_ro("nodes", [](PySearch& self) { return self.search().nodes(); })
        .def_prop_ro("is_full", [](PySearch& self) { return self.search().is_full(); })
        .def_prop_ro("lead", [](PySearch& self) { return self.search().lead(); })
        .def_prop_ro("is_settled", [](PySearch& self) { return self.search().is_settled(); });

    nb::class_<PySolver>(m, "Solver")
        .def(nb::init<const PyPosition&>(), "position"_a)
        .def("solve", &PySolver::solve, "nodes"_a, "seconds"_a)
        .def("best", &PySolver::best, "nodes"_a, "seconds"_a)
        .def("ensures", &PySolver::ensures, "move"_a, "share"_a, "nodes"_a, "seconds"_a)
        .def("stop", &PySolver::stop);

    nb::list ends;
    for (int end : PriorWeights::phase_ends) ends.append(end);
    m.attr("PHASE_ENDS") = nb::tuple(ends);
    m.attr("MAX_PIECES") = Tables::max_pieces;
    m.attr("STAGES") = ValueWeights::stages;
    m.attr("MAX_COLOURS") = Rules::max_colours;
    nb::list features, prospects;
    for (const std::string part : part_names)
        for (const char* trait : trait_names)
            features.append(nb::str((part + " " + trait).c_str()));
    for (const char* name : prospect_names) prospects.append(name);
    m.attr("FEATURES") = nb::tuple(features);
    m.attr("PROSPECTS") = nb::tuple(prospects);

    bind_batches(m);
    bind_puzzles(m);
}
