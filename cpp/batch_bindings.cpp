// Batches of games in the Python module. What callers pass is checked here.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <map>
#include <optional>

#include "batch.h"
#include "bindings.h"

using namespace nanobind::literals;

namespace cornerwise {

namespace {

using Array = nb::ndarray<>;
using Input = nb::ndarray<nb::ro>;

template <class Value>
Value named(const char* what, const std::map<std::string, Value>& values, const std::string& name) {
    const auto found = values.find(name);
    if (found != values.end()) return found->second;
    std::string known;
    for (const auto& value : values) known += (known.empty() ? "" : " or ") + value.first;
    throw std::invalid_argument(std::string(what) + " must be " + known + ", not '" + name + "'");
}

const std::map<std::string, Agent> agents{{"greedy", Agent::greedy}, {"random", Agent::random}};
const std::map<std::string, Reward> rewards{
    {"points", Reward::points}, {"rank", Reward::rank}, {"win", Reward::win}};
const std::map<Step::Kind, const char*> kinds{{Step::lay, "lay"},
                                              {Step::retire, "retire"},
                                              {Step::give, "give"},
                                              {Step::share, "share"},
                                              {Step::play, "play"}};

std::string type_name(nb::dlpack::dtype type) {
    using Code = nb::dlpack::dtype_code;
    std::string name = "of another kind, with ";
    if (type.code == std::uint8_t(Code::Bool)) return "bool";
    if (type.code == std::uint8_t(Code::Int)) name = "int";
    if (type.code == std::uint8_t(Code::UInt)) name = "uint";
    if (type.code == std::uint8_t(Code::Float)) name = "float";
    return name + std::to_string(type.bits);
}

template <typename Shape>
std::string shape_name(const Shape& shape) {
    std::string text;
    for (auto length : shape) text += (text.empty() ? "" : ", ") + std::to_string(length);
    return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

std::vector<std::size_t> shape_of(const Array& array) {
    std::vector<std::size_t> shape;
    for (std::size_t i = 0; i < array.ndim(); ++i) shape.push_back(array.shape(i));
    return shape;
}

std::string python_type(nb::handle given) {
    return nb::cast<std::string>(given.type().attr("__name__"));
}

/// An array that Python passes to be filled. Throws unless its elements are of one of these types
/// and lie side by side in writable memory.
Array writable(const std::string& name, nb::handle given, const std::vector<std::string>& types,
               const std::vector<std::size_t>& wanted) {
    Array array;
    if (!nb::try_cast(given, array, false)) {
        Input readable;
        if (nb::try_cast(given, readable, false))
            throw std::invalid_argument(name + " is read-only: it must be an array to write to");
        throw nb::type_error((name + " must be an array (numpy, the buffer protocol or DLPack), " +
                              "not " + python_type(given))
                                 .c_str());
    }
    if (array.device_type() != nb::device::cpu::value)
        throw std::invalid_argument(name + " must lie in main memory");
    const auto type = type_name(array.dtype());
    if (array.dtype().lanes != 1 || std::find(types.begin(), types.end(), type) == types.end()) {
        std::string known;
        for (const auto& one : types) known += (known.empty() ? "" : " or ") + one;
        throw nb::type_error((name + " must be of " + known + ", not " + type).c_str());
    }
    const auto shape = shape_of(array);
    if (shape != wanted)
        throw std::invalid_argument(name + " must have the shape " + shape_name(wanted) + ", not " +
                                    shape_name(shape));
    std::int64_t step = 1;
    for (std::size_t i = shape.size(); i-- > 0; step *= std::int64_t(shape[i]))
        if (shape[i] > 1 && array.stride(i) != step)
            throw std::invalid_argument(name + " must be contiguous, row by row");
    if (reinterpret_cast<std::uintptr_t>(array.data()) % (array.itemsize() ? array.itemsize() : 1))
        throw std::invalid_argument(name + " must be aligned");
    return array;
}

template <typename Number>
void append(const Input& array, std::vector<std::int64_t>& numbers) {
    const auto* at = static_cast<const char*>(array.data());
    for (std::size_t i = 0; i < array.shape(0); ++i) {
        Number number;  // it need not be aligned
        std::memcpy(&number, at + std::int64_t(i) * array.stride(0) * std::int64_t(sizeof(Number)),
                    sizeof(Number));
        if constexpr (sizeof(Number) == 8 && std::is_unsigned_v<Number>)
            if (number > std::uint64_t(INT64_MAX)) number = INT64_MAX;  // too large for anything
        numbers.push_back(static_cast<std::int64_t>(number));
    }
}

/// Whole numbers that Python passes as an array or as a sequence. An array of truth values stands
/// for the places where it is true; it must then have this length.
std::vector<std::int64_t> numbers_of(const char* name, nb::handle given,
                                     std::optional<std::size_t> places = std::nullopt) {
    std::vector<std::int64_t> numbers;
    Input array;
    if (!nb::try_cast(given, array, false)) {
        nb::list items;
        try {
            items = nb::list(given);
        } catch (const nb::python_error& error) {
            if (!error.matches(PyExc_TypeError)) throw;
            throw nb::type_error(
                (std::string(name) + " must be whole numbers, not " + python_type(given)).c_str());
        }
        for (nb::handle item : items) {
            std::int64_t number = 0;
            if (PyBool_Check(item.ptr()) || !PyIndex_Check(item.ptr()))
                throw nb::type_error(
                    (std::string(name) + " must be whole numbers: one is " + python_type(item))
                        .c_str());
            if (!nb::try_cast(item, number)) number = INT64_MAX;  // too large for anything
            numbers.push_back(number);
        }
        return numbers;
    }
    if (array.device_type() != nb::device::cpu::value)
        throw std::invalid_argument(std::string(name) + " must lie in main memory");
    if (array.ndim() != 1)
        throw std::invalid_argument(std::string(name) + " must have one dimension, not " +
                                    std::to_string(array.ndim()));
    const auto type = type_name(array.dtype());
    if (type == "bool" && places) {
        if (array.shape(0) != *places)
            throw std::invalid_argument(std::string(name) + " has " +
                                        std::to_string(array.shape(0)) + " truth values for " +
                                        std::to_string(*places) + " games");
        std::vector<std::int64_t> truth;
        append<std::uint8_t>(array, truth);
        for (std::size_t i = 0; i < truth.size(); ++i)
            if (truth[i] != 0) numbers.push_back(std::int64_t(i));
        return numbers;
    }
    const std::map<std::string, void (*)(const Input&, std::vector<std::int64_t>&)> readers{
        {"int8", append<std::int8_t>},     {"int16", append<std::int16_t>},
        {"int32", append<std::int32_t>},   {"int64", append<std::int64_t>},
        {"uint8", append<std::uint8_t>},   {"uint16", append<std::uint16_t>},
        {"uint32", append<std::uint32_t>}, {"uint64", append<std::uint64_t>}};
    const auto reader = readers.find(type);
    if (reader == readers.end() || array.dtype().lanes != 1)
        throw nb::type_error((std::string(name) + " must be whole numbers, not " + type).c_str());
    reader->second(array, numbers);
    return numbers;
}

/// A batch that keeps its rules and arrays alive and lets one thread at a time ask for something.
class PyBatch {
public:
    PyBatch(RulesPtr rules, int games, int threads, std::uint64_t seed, std::vector<int> seats,
            int cell, std::vector<int> spots, std::tuple<int, int> plane, const std::string& reward,
            bool relative)
        : rules_(std::move(rules)),
          height_(checked(std::get<0>(plane))),
          width_(checked(std::get<1>(plane))),
          batch_(*rules_,
                 Layout{std::move(seats), cell, std::move(spots), height_ * width_,
                        named("reward", rewards, reward), relative},
                 games, threads, seed) {}

    int size() const { return batch_.size(); }

    /// Fill these arrays from now on, and all at once. Others are let go.
    void attach(const nb::dict& given) {
        const Alone alone(busy_, at_work);
        Arrays arrays;
        std::vector<std::pair<std::string, Array>> kept;
        for (const auto& [key, value] : given) {
            const auto name = nb::cast<std::string>(nb::str(key));
            const Array array = taken(name, value, arrays);
            for (const auto& [other, its] : kept)
                if (overlap(array, its))
                    throw std::invalid_argument(name + " and " + other + " lie in the same memory");
            kept.emplace_back(name, array);
        }
        arrays_.insert(arrays_.end(), kept.begin(), kept.end());  // before anything points to them
        {
            nb::gil_scoped_release released;
            batch_.attach(arrays);
        }
        arrays_ = std::move(kept);
    }

    void seed(std::uint64_t seed) {
        const Alone alone(busy_, at_work);
        batch_.seed(seed);
    }
    std::vector<std::uint64_t> chances() {
        const Alone alone(busy_, at_work);
        return batch_.chances();
    }
    void set_chances(const std::vector<std::uint64_t>& states) {
        const Alone alone(busy_, at_work);
        batch_.set_chances(states);
    }
    void reset(nb::handle games) {
        const auto numbers = games_of("games", games);
        work([&] { batch_.reset(numbers); });
    }
    void step(nb::handle actions) {
        const auto numbers = numbers_of("actions", actions);
        work([&] { batch_.step(numbers); });
    }
    void undo(nb::handle games) {
        const auto numbers = games_of("games", games);
        work([&] { batch_.undo(numbers); });
    }
    void retire(int game, int seat) {
        check_game(game);
        work([&] { batch_.retire(game, seat); });
    }
    void copy(nb::handle sources, nb::handle targets) {
        const auto to = games_of("targets", targets);
        const auto from = games_of("sources", sources, true);
        work([&] { batch_.copy(from, to); });
    }
    void put(int game, const PyPosition& position) {
        check_game(game);
        if (position.rules() != rules_)
            throw std::invalid_argument("this position is one of another variant");
        work([&] { batch_.put(game, position.played()); });
    }
    void choose(const std::string& agent, nb::handle out) {
        const auto chosen = named("agent", agents, agent);
        const Array array = writable("out", out, {"int32"}, {games()});
        work([&] { batch_.choose(chosen, static_cast<std::int32_t*>(array.data())); });
    }
    void advance(const std::string& agent, int moves) {
        const auto chosen = named("agent", agents, agent);
        if (moves < 0) throw std::invalid_argument("the number of moves cannot be negative");
        work([&] { batch_.advance(chosen, moves); });
    }
    void rollouts(const std::string& agent, int playouts, nb::handle out) {
        const auto chosen = named("agent", agents, agent);
        if (playouts < 1 || playouts > 1000000)
            throw std::invalid_argument("there must be 1 to 1000000 playouts, not " +
                                        std::to_string(playouts));
        const Array array = writable("out", out, {"float32"}, {games(), std::size_t(seat_count())});
        work([&] { batch_.rollouts(chosen, playouts, static_cast<float*>(array.data())); });
    }

    /// What happened in a game: (kind of step, colour or place, placement).
    nb::list steps(int game) {
        check_game(game);
        const Alone alone(busy_, at_work);
        nb::list found;
        for (const auto& step : batch_.game(game).steps())
            found.append(nb::make_tuple(kinds.at(step.kind), step.number, step.placement));
        return found;
    }

private:
    static constexpr const char* at_work = "another thread is at work on this batch";

    static int checked(int length) {
        if (length < 1 || length > 4096)
            throw std::invalid_argument("a plane has 1 to 4096 rows and columns");
        return length;
    }

    template <typename Work>
    void work(Work&& doing) {
        const Alone alone(busy_, at_work);
        nb::gil_scoped_release released;
        doing();
    }

    std::size_t games() const { return static_cast<std::size_t>(batch_.size()); }
    int seat_count() const { return batch_.observation().seat_count(); }
    void check_game(std::int64_t game) const {
        if (game < 0 || game >= batch_.size())
            throw nb::index_error(("there is no game " + std::to_string(game) + ": they are 0 to " +
                                   std::to_string(batch_.size() - 1))
                                      .c_str());
    }

    /// The numbers of games: all of them for None. Only sources may be named twice.
    std::vector<int> games_of(const char* name, nb::handle given, bool twice = false) const {
        std::vector<int> found;
        if (given.is_none()) {
            for (int game = 0; game < batch_.size(); ++game) found.push_back(game);
            return found;
        }
        std::vector<bool> seen(games());
        for (auto game : numbers_of(name, given, games())) {
            check_game(game);
            if (!twice && seen[std::size_t(game)])
                throw std::invalid_argument("game " + std::to_string(game) + " is named twice");
            seen[std::size_t(game)] = true;
            found.push_back(static_cast<int>(game));
        }
        return found;
    }

    /// Check one array and enter where it lies.
    Array taken(const std::string& name, nb::handle given, Arrays& arrays) const {
        const auto& tables = *rules_->tables;
        const auto& observation = batch_.observation();
        const std::size_t n = games(), seats = std::size_t(seat_count());
        const std::size_t placements = std::size_t(tables.placement_count());
        const std::size_t colours = std::size_t(rules_->colour_count());
        const auto entered = [&](auto*& where, const std::vector<std::string>& types,
                                 const std::vector<std::size_t>& shape) {
            const Array array = writable(name, given, types, shape);
            where = static_cast<std::remove_reference_t<decltype(where)>>(array.data());
            return array;
        };
        const std::vector<std::string> flags{"bool", "uint8"};
        if (name == "mask") return entered(arrays.mask, flags, {n, placements});
        if (name == "packed")
            return entered(arrays.packed, {"uint8"}, {n, observation.packed_size()});
        if (name == "actions") {
            Array any;
            if (nb::try_cast(given, any, false) && any.ndim() == 2) arrays.width = any.shape(1);
            return entered(arrays.actions, {"int32"}, {n, arrays.width});
        }
        if (name == "counts") return entered(arrays.counts, {"int32"}, {n});
        if (name == "planes") {
            const std::vector<std::size_t> shape{n, std::size_t(observation.plane_count()),
                                                 std::size_t(height_), std::size_t(width_)};
            const Array array = writable(name, given, {"uint8", "float32"}, shape);
            if (array.itemsize() == 1)
                arrays.planes = static_cast<std::uint8_t*>(array.data());
            else
                arrays.float_planes = static_cast<float*>(array.data());
            return array;
        }
        if (name == "pieces")
            return entered(arrays.pieces, {"uint8"},
                           {n, colours, std::size_t(tables.piece_count())});
        if (name == "colours") return entered(arrays.colours, {"int8"}, {n});
        if (name == "seats") return entered(arrays.seats, {"int8"}, {n});
        if (name == "plies") return entered(arrays.plies, {"int16"}, {n});
        if (name == "ends") return entered(arrays.ends, flags, {n});
        if (name == "rewards") return entered(arrays.rewards, {"float32"}, {n, seats});
        if (name == "scores") return entered(arrays.scores, {"int32"}, {n, seats});
        throw std::invalid_argument(
            "there is no array '" + name +
            "': choose among mask, packed, actions, counts, planes, pieces, colours, seats, "
            "plies, ends, rewards and scores");
    }

    static bool overlap(const Array& a, const Array& b) {
        const auto first = reinterpret_cast<std::uintptr_t>(a.data());
        const auto second = reinterpret_cast<std::uintptr_t>(b.data());
        return first < second + b.nbytes() && second < first + a.nbytes();
    }

    RulesPtr rules_;
    int height_, width_;
    Batch batch_;
    std::vector<std::pair<std::string, Array>> arrays_;
    std::atomic<bool> busy_{false};
};

}  // namespace

void bind_batches(nb::module_& module) {
    nb::class_<PyBatch>(module, "Batch")
        .def(nb::init<RulesPtr, int, int, std::uint64_t, std::vector<int>, int, std::vector<int>,
                      std::tuple<int, int>, const std::string&, bool>(),
             "rules"_a, nb::kw_only(), "games"_a, "threads"_a, "seed"_a, "seats"_a, "cell"_a,
             "spots"_a, "plane"_a, "reward"_a, "relative"_a)
        .def("__len__", &PyBatch::size)
        .def("attach", &PyBatch::attach, "arrays"_a)
        .def("seed", &PyBatch::seed, "seed"_a)
        .def("chances", &PyBatch::chances)
        .def("set_chances", &PyBatch::set_chances, "states"_a)
        .def("reset", &PyBatch::reset, "games"_a.none())
        .def("step", &PyBatch::step, "actions"_a.none())
        .def("undo", &PyBatch::undo, "games"_a.none())
        .def("retire", &PyBatch::retire, "game"_a, "seat"_a)
        .def("copy", &PyBatch::copy, "sources"_a.none(), "targets"_a.none())
        .def("put", &PyBatch::put, "game"_a, "position"_a)
        .def("choose", &PyBatch::choose, "agent"_a, "out"_a)
        .def("advance", &PyBatch::advance, "agent"_a, "moves"_a)
        .def("rollouts", &PyBatch::rollouts, "agent"_a, "playouts"_a, "out"_a)
        .def("steps", &PyBatch::steps, "game"_a);
}

}  // namespace cornerwise
