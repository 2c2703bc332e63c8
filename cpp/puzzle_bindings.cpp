// The puzzle searches in the Python module. What callers pass is checked here.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <stdexcept>
#include <tuple>

#include "cover.h"
#include "ejection.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace cornerwise {

namespace {

template <class Value>
Value named(const std::map<std::string, Value>& values, const std::string& name) {
    const auto found = values.find(name);
    if (found == values.end()) throw std::invalid_argument("unknown rule: " + name);
    return found->second;
}

using Lists = std::vector<std::vector<int>>;

void check(int number, std::size_t bound) {
    if (number < 0 || static_cast<std::size_t>(number) >= bound) {
        throw std::invalid_argument("a number is out of range");
    }
}

void check(const std::vector<int>& numbers, std::size_t bound) {
    for (int number : numbers) check(number, bound);
}

void check(const Lists& rows, std::size_t bound) {
    for (const auto& row : rows) check(row, bound);
}

void check_size(std::size_t size, std::size_t wanted) {
    if (size != wanted) throw std::invalid_argument("a list has the wrong length");
}

CoverProblem cover_problem(const Lists& edges, const Lists& vertices,
                           const std::vector<std::tuple<int, int, bool>>& pieces,
                           const std::vector<std::pair<int, std::vector<int>>>& options,
                           const std::vector<int>& kinds, const std::vector<int>& laid,
                           const Lists& images, bool fill, bool all, bool own_edges,
                           const std::string& touch, const std::string& equal) {
    const std::size_t cells = edges.size();
    CoverProblem problem{.edges = edges,
                         .vertices = vertices,
                         .pieces = {},
                         .options = {},
                         .kinds = kinds,
                         .laid = laid,
                         .images = images,
                         .fill = fill,
                         .all = all,
                         .own_edges = own_edges};
    check_size(vertices.size(), cells);
    check(edges, cells);
    check(vertices, cells);
    for (const auto& [colour, shape, last] : pieces) {
        check(colour, kinds.size());
        check(shape, pieces.size());
        problem.pieces.push_back({colour, shape, last});
    }
    for (const auto& [piece, covered] : options) {
        check(piece, pieces.size());
        check(covered, cells);
        problem.options.push_back({piece, covered});
    }
    check(laid, options.size());
    check(images, options.size());
    for (const auto& image : images) check_size(image.size(), options.size());
    problem.touch = named<Touch>(
        {{"free", Touch::none}, {"each", Touch::each}, {"chain", Touch::chain}}, touch);
    problem.equal = named<Equal>(
        {{"free", Equal::free}, {"edges", Equal::edges}, {"apart", Equal::any}}, equal);
    return problem;
}

EjectionProblem ejection_problem(const Lists& edges, const Lists& vertices,
                                 const std::vector<int>& classes, const std::vector<int>& starts,
                                 const std::vector<Lists>& shapes,
                                 const std::vector<std::tuple<int, int, bool>>& pieces,
                                 const std::vector<std::pair<int, int>>& laid) {
    const std::size_t cells = edges.size();
    if (cells > 0x7fff) throw std::invalid_argument("there are too many cells");
    EjectionProblem problem{.edges = edges,
                            .vertices = vertices,
                            .classes = classes,
                            .starts = starts,
                            .shapes = shapes,
                            .pieces = {},
                            .laid = laid};
    check_size(vertices.size(), cells);
    check_size(classes.size(), cells);
    check(edges, cells);
    check(vertices, cells);
    check(classes, cells);
    check(starts, cells);
    for (const auto& ways : shapes) check(ways, cells);
    for (const auto& [family, shape, last] : pieces) {
        check(family, starts.size());
        check(shape, shapes.size());
        problem.pieces.push_back({family, shape, last});
    }
    for (const auto& [piece, way] : laid) {
        check(piece, pieces.size());
        check(way, shapes[problem.pieces[piece].shape].size());
    }
    return problem;
}

}  // namespace

void bind_puzzles(nb::module_& module) {
    nb::class_<CoverSearch>(module, "CoverSearch")
        .def(
            "__init__",
            [](CoverSearch* self, const Lists& edges, const Lists& vertices,
               const std::vector<std::tuple<int, int, bool>>& pieces,
               const std::vector<std::pair<int, std::vector<int>>>& options,
               const std::vector<int>& kinds, const std::vector<int>& laid, const Lists& images,
               bool fill, bool all, bool own_edges, const std::string& touch,
               const std::string& equal, std::uint64_t seed) {
                new (self) CoverSearch(cover_problem(edges, vertices, pieces, options, kinds, laid,
                                                     images, fill, all, own_edges, touch, equal),
                                       seed);
            },
            nb::kw_only(), "edges"_a, "vertices"_a, "pieces"_a, "options"_a, "kinds"_a, "laid"_a,
            "images"_a, "fill"_a, "all"_a, "own_edges"_a, "touch"_a, "equal"_a, "seed"_a)
        .def("run", &CoverSearch::run, "seconds"_a, "solutions"_a, "nodes"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("finished", &CoverSearch::finished)
        .def_prop_ro("nodes", &CoverSearch::nodes)
        .def_prop_ro("found", &CoverSearch::found)
        .def_prop_ro("solutions", &CoverSearch::solutions)
        .def_prop_ro("best", &CoverSearch::best);

    nb::class_<EjectionSearch>(module, "EjectionSearch")
        .def(
            "__init__",
            [](EjectionSearch* self, const Lists& edges, const Lists& vertices,
               const std::vector<int>& classes, const std::vector<int>& starts,
               const std::vector<Lists>& shapes,
               const std::vector<std::tuple<int, int, bool>>& pieces,
               const std::vector<std::pair<int, int>>& laid, std::uint64_t seed) {
                new (self) EjectionSearch(
                    ejection_problem(edges, vertices, classes, starts, shapes, pieces, laid), seed);
            },
            nb::kw_only(), "edges"_a, "vertices"_a, "classes"_a, "starts"_a, "shapes"_a, "pieces"_a,
            "laid"_a, "seed"_a)
        .def("run", &EjectionSearch::run, "seconds"_a, "steps"_a,
             nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("steps", &EjectionSearch::steps)
        .def_prop_ro("missing", &EjectionSearch::missing)
        .def_prop_ro("best", &EjectionSearch::best);
}

}  // namespace cornerwise
