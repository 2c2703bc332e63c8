#include "tables.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>

namespace cornerwise {

namespace {

constexpr int max_placements = 65535;
constexpr int max_coordinate = 4096;

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

void require_below(const std::vector<int>& members, std::size_t bound, const char* message) {
    for (int member : members) require(member >= 0 && std::size_t(member) < bound, message);
}

void check(const TableSource& source) {
    const auto cells = source.places.size();
    const auto count = source.cells.size();
    require(cells > 0 && cells <= Tables::max_cells, "a board must have 1 to 512 cells");
    require(source.kinds.size() == cells, "each cell needs a kind");
    require(source.edges.size() == cells, "each cell needs its edge neighbours");
    require(source.vertices.size() == cells, "each cell needs its vertex neighbours");
    require_below(source.kinds, Tables::max_kinds, "a cell's kind is out of range");
    for (const auto* relation : {&source.edges, &source.vertices})
        for (const auto& list : *relation) require_below(list, cells, "a neighbour is no cell");

    require(!source.sizes.empty() && source.sizes.size() <= Tables::max_pieces,
            "there must be 1 to 32 pieces");
    require(source.counts.size() == source.sizes.size(), "each piece needs its count");
    for (int many : source.counts)
        require(many >= 1 && many <= 1 + Copies::most, "a colour has 1 to 4 of each piece");
    require(std::accumulate(source.counts.begin(), source.counts.end(), 0) <= Tables::max_pieces,
            "a colour has at most 32 pieces in all");
    for (int size : source.sizes)
        require(size >= 1 && size <= Orientation::max_size, "a piece must have 1 to 8 cells");

    require(count > 0 && count <= max_placements, "there must be 1 to 65535 placements");
    require(source.pieces.size() == count, "each placement needs a piece");
    require_below(source.pieces, source.sizes.size(), "a placement's piece is out of range");
    for (std::size_t p = 0; p < count; ++p) {
        const auto& list = source.cells[p];
        require_below(list, cells, "a placement covers what is no cell");
        require(std::is_sorted(list.begin(), list.end(), std::less_equal<int>()),
                "a placement's cells must ascend");
        require(int(list.size()) == source.sizes[source.pieces[p]],
                "a placement's size is not its piece's");
    }

    for (const auto* points : {&source.points, &source.straights}) {
        require(points->empty() || points->size() == count,
                "lattice points must be given for every placement or for none");
        for (const auto& list : *points)
            require_below(list, source.lattice.size(), "a placement has what is no lattice point");
    }
    require(source.points.size() == source.straights.size(),
            "points and straight points go together");
    for (const auto* places : {&source.places, &source.lattice})
        for (auto [x, y] : *places)
            require(std::abs(x) <= max_coordinate && std::abs(y) <= max_coordinate,
                    "a coordinate is out of range");
}

/// The differences of positions that occur in a relation of cells, for each kind of cell.
std::vector<std::set<int>> differences(const Tables& tables, const std::vector<int>& kinds,
                                       const Lists& relation) {
    std::vector<std::set<int>> found(Tables::max_kinds);
    std::size_t listed = 0;
    for (std::size_t cell = 0; cell < relation.size(); ++cell)
        for (int other : relation[cell]) {
            found[kinds[cell]].insert(tables.position_of[other] - tables.position_of[cell]);
            ++listed;
        }
    // What holds for one cell must hold for all of its kind, as far as they lie on the board.
    std::size_t expected = 0;
    for (std::size_t cell = 0; cell < relation.size(); ++cell)
        for (int delta : found[kinds[cell]])
            expected += tables.cell_at(tables.position_of[cell] + delta) >= 0;
    require(listed == expected, "neighbours must be the same for all cells of a kind");
    return found;
}

Deltas from(int base, const std::vector<int>& members, const std::vector<std::uint16_t>& position) {
    Deltas deltas;
    for (int member : members) deltas.add(position[member] - base);
    return deltas;
}

bool same(const Deltas& a, const Deltas& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// Whether one can go from any of these cells to any other over edges.
bool hang_together(const std::vector<int>& cells, const Lists& edges) {
    std::set<int> apart(cells.begin() + 1, cells.end());
    std::vector<int> reached{cells.front()};
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (int next : edges[reached[i]])
            if (apart.erase(next)) reached.push_back(next);
    return apart.empty();
}

/// Numbers modulo 256, a byte each.
Place packed(const std::array<int, 4>& numbers) {
    Place all = 0;
    for (int i = 0; i < 4; ++i) all |= Place{static_cast<std::uint8_t>(numbers[i])} << 8 * i;
    return all;
}

std::array<int, 4> directions(int x, int y) { return {x, y, x + y, x - y}; }

}  // namespace

void Extent::include(Point from, Point to) {
    const auto far = directions(to.first - from.first, to.second - from.second);
    for (int i = 0; i < 4; ++i) {
        least[i] = std::min(least[i], far[i]);
        most[i] = std::max(most[i], far[i]);
    }
}

Extent Extent::operator+(const Extent& other) const {
    Extent sum = *this;
    for (int i = 0; i < 4; ++i) sum.least[i] += other.least[i], sum.most[i] += other.most[i];
    return sum;
}

/// Distances too large for a byte wrap round: an octagon may hold places elsewhere, but misses
/// none.
Octagon::Octagon(const Extent& extent) : least_(packed(extent.least)) {
    std::array<int, 4> size;
    for (int i = 0; i < 4; ++i) size[i] = std::min(255, extent.most[i] - extent.least[i]);
    size_ = packed(size);
}

void Deltas::add(int delta) {
    require(count < capacity, "a placement touches too many cells or points");
    at[count++] = static_cast<std::int16_t>(delta);
}

void Relation::close() {
    require(found_.size() <= 64, "pieces reach too far");
    index_.assign(2 * span + 1, 0);
    rows_.assign(1, ShapeSet{});
    for (const auto& [delta, shapes] : found_) {
        const int shift = static_cast<int>(rows_.size()) - 1;
        if (runs_.empty() || runs_.back().delta + runs_.back().length != delta)
            runs_.push_back({delta, 0, shift});
        ++runs_.back().length;
        deltas_.push_back(delta);
        index_[delta + span] = static_cast<std::uint8_t>(rows_.size());
        rows_.push_back(ShapeSet{});
        for (int shape : shapes) rows_.back().set(shape);
    }
    found_.clear();
    for (std::size_t first = 1; first < rows_.size(); first += group_bits) {
        auto& group = groups_.emplace_back();
        for (std::size_t some = 1; some < group.size(); ++some) {
            const auto lowest = static_cast<std::size_t>(std::countr_zero(some));
            group[some] = group[some & (some - 1)];
            if (first + lowest < rows_.size()) group[some] |= rows_[first + lowest];
        }
    }
}

Tables::Tables(const TableSource& source) : sizes(source.sizes) {
    check(source);
    bars_straights = !source.points.empty();
    largest = *std::max_element(sizes.begin(), sizes.end());
    for (int piece = 0; piece < piece_count(); ++piece) {
        every |= std::uint32_t{1} << piece;
        copies.add(piece, source.counts[piece] - 1);
        all_cells += source.counts[piece] * sizes[piece];
        if (sizes[piece] == 1) singles |= 1u << piece;
    }
    lay_out(source);
    find_orientations(source);
    find_ways();
    count_steps();
    find_shapes();
    number_placements();
}

/// Give every cell and lattice point its position on a padded grid. The padding is so wide that
/// nothing within reach of a cell runs over an edge or into the next row.
void Tables::lay_out(const TableSource& source) {
    int left = max_coordinate, top = max_coordinate, right = -max_coordinate, low = -max_coordinate;
    for (const auto* places : {&source.places, &source.lattice})
        for (auto [x, y] : *places) {
            left = std::min(left, x), right = std::max(right, x);
            top = std::min(top, y), low = std::max(low, y);
        }
    int wide = 0, high = 0;
    const auto reach_for = [&](Point from, Point to) {
        wide = std::max(wide, std::abs(from.first - to.first));
        high = std::max(high, std::abs(from.second - to.second));
    };
    for (std::size_t cell = 0; cell < source.places.size(); ++cell)
        for (const auto* relation : {&source.edges, &source.vertices})
            for (int other : (*relation)[cell])
                reach_for(source.places[cell], source.places[other]);
    for (std::size_t p = 0; p < source.cells.size(); ++p)
        for (int cell : source.cells[p]) {
            for (int other : source.cells[p]) reach_for(source.places[cell], source.places[other]);
            if (bars_straights)
                for (const auto* points : {&source.points[p], &source.straights[p]})
                    for (int point : *points) reach_for(source.places[cell], source.lattice[point]);
        }
    const int stride = right - left + 1 + wide;
    const int rows = low - top + 1 + 2 * high;
    span = rows * stride + 2 * wide;
    require(span <= CellSet::capacity, "the board is too large");

    const auto position = [&](Point place) {
        return (place.second - top + high) * stride + place.first - left + wide;
    };
    place_of_position_.assign(CellSet::capacity, 0);
    kind_of_position_.assign(CellSet::capacity, 0);
    cell_of_position_.assign(CellSet::capacity, -1);
    for (int i = 0; i < CellSet::capacity; ++i) off_board.set(i);
    for (std::size_t cell = 0; cell < source.places.size(); ++cell) {
        const int at = position(source.places[cell]);
        require(cell_of_position_[at] < 0, "two cells lie at the same place");
        cell_of_position_[at] = static_cast<std::int16_t>(cell);
        place_of_position_[at] =
            packed(directions(source.places[cell].first, source.places[cell].second));
        kind_of_position_[at] = static_cast<std::int16_t>(source.kinds[cell]);
        off_board.reset(at);
        position_of.push_back(static_cast<std::uint16_t>(at));
    }
    const float width = float(right - left) / 2 + 1, height = float(low - top) / 2 + 1;
    centrality.assign(CellSet::capacity, 0);
    for (std::size_t cell = 0; cell < source.places.size(); ++cell) {
        const float x = (float(source.places[cell].first - left) + 1) / width - 1;
        const float y = (float(source.places[cell].second - top) + 1) / height - 1;
        const float out = std::min(1.0f, std::sqrt(x * x + y * y));
        centrality[position_of[cell]] = static_cast<std::uint8_t>(7.99f * (1 - out));
    }
    for (auto place : source.lattice)
        position_of_point.push_back(static_cast<std::uint16_t>(position(place)));
}

void Tables::find_orientations(const TableSource& source) {
    const auto edges = differences(*this, source.kinds, source.edges);
    const auto vertices = differences(*this, source.kinds, source.vertices);
    kinds.resize(*std::max_element(source.kinds.begin(), source.kinds.end()) + 1);
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        kinds[k].edges.assign(edges[k].begin(), edges[k].end());
        kinds[k].vertices.assign(vertices[k].begin(), vertices[k].end());
    }
    Extent reach, beside;  // from an anchor to what its shapes cover, from a cell to its neighbours
    for (const auto& cells : source.cells)
        for (int cell : cells)
            for (int other : cells) reach.include(source.places[cell], source.places[other]);
    for (std::size_t cell = 0; cell < source.edges.size(); ++cell)
        for (int other : source.edges[cell])
            beside.include(source.places[cell], source.places[other]);
    std::map<std::tuple<int, int, std::vector<int>>, int> known;
    for (std::size_t p = 0; p < source.cells.size(); ++p) {
        const auto& cells = source.cells[p];
        const int base = position_of[cells.front()];
        std::vector<int> deltas;
        for (int cell : cells) deltas.push_back(position_of[cell] - base);
        const auto [entry, is_new] =
            known.try_emplace({source.pieces[p], source.kinds[cells.front()], deltas},
                              static_cast<int>(orientations.size()));
        if (is_new) {
            require(hang_together(cells, source.edges), "a placement's cells must hang together");
            std::set<int> own(deltas.begin(), deltas.end()), border, corners;
            for (int cell : cells) {
                const int at = position_of[cell] - base;
                for (int delta : edges[source.kinds[cell]]) border.insert(at + delta);
                for (int delta : vertices[source.kinds[cell]]) corners.insert(at + delta);
            }
            Orientation made;
            made.piece = source.pieces[p];
            for (std::size_t i = 0; i < cells.size(); ++i) {
                made.kind[i] = static_cast<std::uint8_t>(source.kinds[cells[i]]);
                made.cells.add(deltas[i]);
                made.claim.add(deltas[i]);
            }
            for (int delta : border)
                if (!own.contains(delta)) made.border.add(delta), made.claim.add(delta);
            for (int delta : corners)
                if (!own.contains(delta) && !border.contains(delta)) made.corners.add(delta);
            for (int delta : made.cells) made.parts.add(Part::cell, delta);
            for (int delta : made.border) made.parts.add(Part::border, delta);
            for (int delta : made.corners) made.parts.add(Part::corner, delta);
            made.parts.fill_up();
            Extent extent;
            for (int cell : cells) extent.include(source.places[cells[0]], source.places[cell]);
            made.near = Octagon(extent + reach);
            made.wide = Octagon(extent + beside + reach);
            if (bars_straights) {
                made.points = from(base, source.points[p], position_of_point);
                made.straights = from(base, source.straights[p], position_of_point);
            }
            orientations.push_back(made);
        }
        const auto& orientation = orientations[entry->second];
        for (std::size_t i = 0; i < cells.size(); ++i)
            require(source.kinds[cells[i]] == orientation.kind[i],
                    "kinds must repeat with the grid");
        if (bars_straights) {
            require(
                same(orientation.points, from(base, source.points[p], position_of_point)) &&
                    same(orientation.straights, from(base, source.straights[p], position_of_point)),
                "lattice points must be the same for all placements of an orientation");
        }
        placements.push_back(
            {static_cast<std::uint16_t>(base), static_cast<std::uint16_t>(entry->second)});
    }
}

void Tables::find_ways() {
    std::map<int, Way> ways;
    for (int at : position_of)
        for (int delta : kinds[kind_at(at)].edges) {
            require(std::abs(delta) < 64, "neighbours lie too far apart");
            auto& way = ways[std::abs(delta)];
            (delta > 0 ? way.from : way.back).set(at);
        }
    for (auto& [delta, way] : ways) {
        way.delta = delta;
        way.everywhere = way.from == ~off_board && way.back == ~off_board;
        ways_.push_back(way);
    }
}

void Tables::count_steps() {
    for (int at : position_of) {
        CellSet reached{}, touching{};
        reached.set(at);
        for (int delta : kinds[kind_at(at)].vertices) touching.set(at + delta);
        touching -= off_board;
        for (int step = 1; step < cell_count() && (touching - reached).any(); ++step) {
            spread(reached, off_board, 1);
            steps_to_touching = std::max(steps_to_touching, step);
        }
    }
}

template <int Words>
[[gnu::always_inline]] inline void Tables::spread_within(CellSet& reached, const CellSet& closed,
                                                         int steps) const {
    auto found = reached.resized<Words>();
    spread_over(found, ~closed.resized<Words>(), steps);
    reached = found.template resized<CellSet::capacity / 64>();
}

CORNERWISE_HOT
void Tables::spread(CellSet& reached, const CellSet& closed, int steps) const {
    switch (words()) {
        case 8:
            return spread_within<8>(reached, closed, steps);
        case 12:
            return spread_within<12>(reached, closed, steps);
        case 16:
            return spread_within<16>(reached, closed, steps);
        default:
            return spread_within<20>(reached, closed, steps);
    }
}

void Tables::find_shapes() {
    for (auto& kind : kinds) {
        kind.of_piece.resize(sizes.size());
        kind.of_size.resize(largest + 1);
    }
    for (std::size_t o = 0; o < orientations.size(); ++o) {
        auto& orientation = orientations[o];
        for (int i = 0; i < orientation.cells.count; ++i) {
            const int anchor = orientation.cells.at[i];
            auto& kind = kinds[orientation.kind[i]];
            const int shape = static_cast<int>(kind.shapes.size());
            require(shape < ShapeSet::capacity, "too many shapes pass through a cell");
            orientation.shape[i] = static_cast<std::uint16_t>(shape);
            kind.shapes.push_back({static_cast<int>(o), -anchor});
            kind.of_piece[orientation.piece].set(shape);
            kind.of_size[sizes[orientation.piece]].set(shape);
            for (int delta : orientation.cells) kind.covers.add(delta - anchor, shape);
            for (int delta : orientation.points) kind.meets.add(delta - anchor, shape);
            for (int delta : orientation.straights) kind.straight.add(delta - anchor, shape);
        }
    }
    for (auto& kind : kinds)
        for (auto* relation : {&kind.covers, &kind.meets, &kind.straight}) relation->close();
}

void Tables::number_placements() {
    fits_.resize(cell_count());
    numbers_.assign(cell_count() * ShapeSet::capacity, 0);
    for (int p = 0; p < placement_count(); ++p) {
        const auto& orientation = orientation_of(p);
        for (int i = 0; i < orientation.cells.count; ++i) {
            const int cell = cell_at(placements[p].base + orientation.cells.at[i]);
            const int shape = orientation.shape[i];
            require(!fits_[cell].test(shape), "a placement is listed twice");
            fits_[cell].set(shape);
            numbers_[cell * ShapeSet::capacity + shape] = static_cast<std::uint16_t>(p);
        }
    }
    for (int cell = 0; cell < cell_count(); ++cell) {
        const auto& kind = kinds[kind_at(position_of[cell])];
        for (std::size_t s = 0; s < kind.shapes.size(); ++s) {
            const auto& shape = kind.shapes[s];
            bool on_board = true;
            for (int delta : orientations[shape.orientation].cells)
                on_board &= cell_at(position_of[cell] + shape.base + delta) >= 0;
            require(on_board == fits_[cell].test(static_cast<int>(s)),
                    "a placement that fits on the board is missing");
        }
    }
}

}  // namespace cornerwise
