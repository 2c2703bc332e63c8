// The board and its numbered placements, in the form that makes move generation cheap.
//
// Cells have *positions*: places on a padded grid. They are numbered so that moving a shape adds
// one number to all its positions. What lies within reach of a cell is then a difference of
// positions, the same for all cells of a kind. Neighbours off the board are padding, which is
// closed from the beginning.
//
// A *shape* is an orientation of a piece, together with the cell of it that lies on the anchor. An
// anchor has some four hundred shapes, one bit each. "Which shapes at this anchor cover that cell"
// is one `ShapeSet`, and closing a cell is one and-not.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "bitset.h"
#include "copies.h"

namespace cornerwise {

using CellSet = BitSet<20>;
using ShapeSet = BitSet<8>;
using Point = std::pair<int, int>;
using Lists = std::vector<std::vector<int>>;

/// A few differences of positions.
struct Deltas {
    static constexpr int capacity = 31;

    std::uint16_t count = 0;
    std::array<std::int16_t, capacity> at{};

    const std::int16_t* begin() const { return at.data(); }
    const std::int16_t* end() const { return at.data() + count; }
    void add(int delta);
};

/// What a cell is to a placement: covered by it, beside it, or touching it at a vertex only.
enum Part : int { cell, border, corner, part_count };

/// The cells in and round a placement, each with the part that it is. They are offsets into a table
/// with `stride` entries for each position: one for each part, and one that is always 0.
struct Parts {
    static constexpr int stride = 4, nothing = part_count;
    static_assert(nothing < stride);

    std::uint16_t count = 0;  // a multiple of 4, what is missing filled up with `nothing`
    std::array<std::int16_t, (2 * Deltas::capacity + 3) / 4 * 4> at{};

    void add(Part part, int delta) {
        at[count++] = static_cast<std::int16_t>(delta * stride + part);
    }
    void fill_up() {
        while (count % 4 != 0) at[count++] = nothing;
    }
    /// The sum of all entries, from those of the placement's first cell on. It keeps four sums side
    /// by side, as an addition takes longer than it takes to begin the next.
    float sum(const float* from) const {
        std::array<float, 4> sums{};
        for (int i = 0; i < count; i += 4)
            for (int k = 0; k < 4; ++k) sums[k] += from[at[i + k]];
        return (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
};

/// Where a cell lies on the grid: x, y, x + y and x - y. Each is a byte, modulo 256, so all are
/// compared at once.
using Place = std::uint32_t;

/// The sum of two places, byte by byte without a carry.
inline Place added(Place a, Place b) {
    constexpr Place highest = 0x80808080;
    return ((a & ~highest) + (b & ~highest)) ^ ((a ^ b) & highest);
}

/// How far some cells lie from another along x, y, x + y and x - y.
struct Extent {
    std::array<int, 4> least{}, most{};

    void include(Point from, Point to);
    /// The extent of what lies as far from these cells as `other` says.
    Extent operator+(const Extent& other) const;
};

/// Part of the grid between bounds of x, y, x + y and x - y, since pieces reach less far along
/// diagonals.
class Octagon {
public:
    Octagon() = default;
    explicit Octagon(const Extent& extent);

    Octagon moved(Place by) const { return {added(least_, by), size_}; }

    /// Which of at most 32 places it contains, as bits.
    std::uint32_t among(const Place* places, int count) const;

private:
    Octagon(Place least, Place size) : least_(least), size_(size) {}

    Place least_ = 0, size_ = 0;  // the least of each, and how much more the most is
};

#if defined(CORNERWISE_VECTORS)
[[gnu::always_inline]] inline std::uint32_t Octagon::among(const Place* places, int count) const {
    using Eight = std::uint32_t __attribute__((vector_size(32)));
    using Bytes = std::uint8_t __attribute__((vector_size(32)));
    const auto least = Bytes(Eight{} + least_), size = Bytes(Eight{} + size_);
    Eight bit = {1, 2, 4, 8, 16, 32, 64, 128}, bits{};
    for (int i = 0; i < count; i += 8) {
        Bytes eight;
        std::memcpy(&eight, places + i, sizeof(Eight));
        bits |= bit & Eight(Eight(eight - least <= size) == ~std::uint32_t{0});
        bit <<= 8;
    }
    const auto four = __builtin_shufflevector(bits, bits, 0, 1, 2, 3) |
                      __builtin_shufflevector(bits, bits, 4, 5, 6, 7);
    const auto found = four[0] | four[1] | four[2] | four[3];
    return found & ~std::uint32_t{0} >> (32 - count);  // what lies behind the last is left over
}
#else
inline std::uint32_t Octagon::among(const Place* places, int count) const {
    std::uint32_t found = 0;
    for (int i = 0; i < count; ++i) {
        bool inside = true;
        for (int byte = 0; byte < 32; byte += 8)
            inside &=
                std::uint8_t((places[i] >> byte) - (least_ >> byte)) <= std::uint8_t(size_ >> byte);
        found |= std::uint32_t{inside} << i;
    }
    return found;
}
#endif

/// A piece turned and flipped in one way. Deltas count from the position of its first cell.
struct Orientation {
    static constexpr int max_size = 8;

    int piece = 0;
    std::array<std::uint8_t, max_size> kind{};    // of each of its cells
    std::array<std::uint16_t, max_size> shape{};  // with each of its cells on the anchor
    Octagon near;  // where anchors lie whose shapes may cover its cells, from its first cell
    Octagon wide;  // the same for its border
    Deltas cells;
    Deltas border;     // cells that share an edge with it
    Deltas claim;      // its cells and its border
    Deltas corners;    // cells that touch it at a vertex only
    Parts parts;       // all of these cells
    Deltas points;     // its lattice points, and
    Deltas straights;  // those where its outline runs straight
};

/// For every difference of positions, the shapes that have something there.
class Relation {
public:
    void add(int delta, int shape) { found_[delta].push_back(shape); }
    /// To be called when all is added.
    void close();

    /// The shapes with something at `delta`: the empty set where none has.
    const ShapeSet& operator[](int delta) const { return rows_[index_[delta + span]]; }

    /// The shapes that have something at any member of a set, as seen from `position`.
    [[gnu::always_inline]] ShapeSet within(const CellSet& set, int position) const {
        auto near = seen(set, position);
        ShapeSet found{};
        for (const auto& group : groups_) {
            found |= group[near & (group.size() - 1)];
            near >>= group_bits;
        }
        return found;
    }

    /// Visit the positions outside of a set at which shapes have something, seen from `position`,
    /// with those shapes.
    template <typename Visit>
    [[gnu::always_inline]] void for_each_outside(const CellSet& set, int position,
                                                 Visit visit) const {
        const auto all = ~std::uint64_t{0} >> (64 - deltas_.size());
        for_each_bit(all & ~seen(set, position),
                     [&](int bit) { visit(position + deltas_[bit], rows_[bit + 1]); });
    }

private:
    /// Neighbouring deltas, which a set holds as neighbouring bits.
    struct Run {
        int delta, length, shift;
    };

    static constexpr int span = CellSet::capacity;  // positions differ by less
    static constexpr int group_bits = 4;

    /// Which deltas lie in a set, seen from `position`: a bit each.
    [[gnu::always_inline]] std::uint64_t seen(const CellSet& set, int position) const {
        std::uint64_t near = 0;
        for (const auto& run : runs_)
            near |= set.slice(position + run.delta, run.length) << run.shift;
        return near;
    }

    std::map<int, std::vector<int>> found_;
    std::vector<Run> runs_;
    std::vector<int> deltas_;  // ascending
    std::vector<std::uint8_t> index_;
    std::vector<ShapeSet> rows_;  // the empty set, then one for each delta, ascending
    // The union of any of four neighbouring rows: fewer steps than rows.
    std::vector<std::array<ShapeSet, 1 << group_bits>> groups_;
};

/// Cells of one kind have the same surroundings. All squares are of one kind; triangles point up or
/// down.
struct Kind {
    struct Shape {
        int orientation;
        int base;  // from the anchor to the orientation's first cell
    };

    std::vector<Shape> shapes;
    std::vector<int> edges;     // from a cell to those that share an edge with it
    std::vector<int> vertices;  // from a cell to those that touch it at a vertex
    std::vector<ShapeSet> of_piece;
    std::vector<ShapeSet> of_size;
    Relation covers;
    Relation meets;     // lattice points
    Relation straight;  // lattice points where the outline runs straight
};

/// What Python hands over, unchecked.
struct TableSource {
    std::vector<Point> places;   // of each cell in its grid
    std::vector<int> kinds;      // of each cell
    Lists edges;                 // of each cell: the cells that share an edge with it
    Lists vertices;              // of each cell: the cells that touch it at a vertex
    std::vector<int> sizes;      // of each piece
    std::vector<int> counts;     // of each piece: how many a colour has
    std::vector<int> pieces;     // of each placement
    Lists cells;                 // of each placement, ascending
    std::vector<Point> lattice;  // the lattice points, and
    Lists points;                // of each placement: its lattice points, and
    Lists straights;             // those where it runs straight; empty without T4
};

class Tables {
public:
    static constexpr int max_cells = 512;
    static constexpr int max_pieces = 32;  // a hand is one word of bits; copies count, too
    static constexpr int max_kinds = 4;

    /// Throws std::invalid_argument if the tables do not describe such a board.
    explicit Tables(const TableSource& source);

    struct Placement {
        std::uint16_t base;  // the position of its first cell
        std::uint16_t orientation;
    };

    int cell_count() const { return static_cast<int>(position_of.size()); }
    int placement_count() const { return static_cast<int>(placements.size()); }
    int piece_count() const { return static_cast<int>(sizes.size()); }
    int kind_at(int position) const { return kind_of_position_[position]; }
    /// How many words hold all positions: 8, 12, 16 or 20.
    int words() const { return std::max(8, (span + 255) / 256 * 4); }
    Place place_at(int position) const { return place_of_position_[position]; }
    int cell_at(int position) const { return cell_of_position_[position]; }
    const Orientation& orientation_of(int placement) const {
        return orientations[placements[placement].orientation];
    }
    int piece_of(int placement) const { return orientation_of(placement).piece; }
    /// The placement that puts this shape on this anchor.
    int number(int position, int shape) const { return numbers(position)[shape]; }
    /// The same for every shape on this anchor.
    const std::uint16_t* numbers(int position) const {
        return &numbers_[static_cast<std::size_t>(cell_of_position_[position]) *
                         ShapeSet::capacity];
    }
    /// Add what is reached from a set in so many steps over edges to open cells.
    void spread(CellSet& reached, const CellSet& closed, int steps) const;
    /// The same with sets of fewer words, for small boards.
    template <int Words>
    [[gnu::always_inline]] void spread_over(BitSet<Words>& reached, const BitSet<Words>& free,
                                            int steps) const {
        for (; steps > 0; --steps) {
            BitSet<Words> beside{};
            for (const auto& way : ways_)
                if (way.everywhere) {
                    beside |= reached.raised(way.delta);
                    beside |= reached.lowered(way.delta);
                } else {
                    beside |= (reached & way.from.resized<Words>()).raised(way.delta);
                    beside |= (reached & way.back.resized<Words>()).lowered(way.delta);
                }
            beside &= free;
            beside -= reached;
            if (!beside.any()) break;
            reached |= beside;
        }
    }
    /// The shapes that fit on the board at this anchor.
    const ShapeSet& fits(int position) const { return fits_[cell_of_position_[position]]; }

    std::vector<int> sizes;
    std::vector<std::uint16_t> position_of;        // of each cell
    std::vector<std::uint16_t> position_of_point;  // of each lattice point
    std::vector<Placement> placements;
    std::vector<Orientation> orientations;
    std::vector<Kind> kinds;
    std::vector<std::uint8_t> centrality;  // of each position: 7 in the middle, 0 far out
    CellSet off_board{};
    int span = 0;               // all positions in use are smaller
    std::uint32_t every = 0;    // all pieces
    Copies copies;              // that a colour has beyond the first
    int all_cells = 0;          // of all pieces of a colour
    std::uint32_t singles = 0;  // the pieces of one cell
    int largest = 0;            // the size of the largest piece
    int steps_to_touching = 1;  // over edges, from a cell to any that touches it at a vertex
    bool bars_straights = false;

private:
    /// A step over an edge and the one back, which cells of some kinds offer.
    struct Way {
        int delta = 0;            // more than 0
        bool everywhere = false;  // all cells offer both: what is off the board is closed anyway
        CellSet from{}, back{};
    };

    void lay_out(const TableSource& source);
    void find_orientations(const TableSource& source);
    void find_ways();
    void count_steps();
    template <int Words>
    void spread_within(CellSet& reached, const CellSet& closed, int steps) const;
    void find_shapes();
    void number_placements();

    std::vector<Way> ways_;
    std::vector<Place> place_of_position_;
    std::vector<std::int16_t> kind_of_position_;
    std::vector<std::int16_t> cell_of_position_;
    std::vector<std::uint16_t> numbers_;
    std::vector<ShapeSet> fits_;
};

}  // namespace cornerwise
