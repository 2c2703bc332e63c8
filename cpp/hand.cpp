#include "hand.h"

#include <algorithm>

namespace cornerwise {

Hand::Hand(const Tables& tables) : Stock(tables.off_board) {
    hold(tables, tables.every);
    copies = tables.copies;
    cells_left = static_cast<std::int16_t>(tables.all_cells);
}

Hand::Hand(const Hand& other) : Stock(other) { *this = other; }

/// Copies only what is in use: a handful of anchors out of hundreds.
Hand& Hand::operator=(const Hand& other) {
    Stock::operator=(other);
    points = other.points;
    straights = other.straights;
    singles_last = other.singles_last;
    retired = other.retired;
    start = other.start;
    held_ = other.held_;
    anchor_count_ = other.anchor_count_;
    std::copy_n(other.laid.begin(), placed, laid.begin());
    std::copy_n(other.anchors_.begin(), anchor_count_, anchors_.begin());
    std::copy_n(other.places_.begin(), anchor_count_, places_.begin());
    std::copy_n(other.shapes_.begin(), anchor_count_, shapes_.begin());
    return *this;
}

void Hand::hold(const Tables& tables, std::uint32_t pieces) {
    left = pieces;
    copies = {};
    cells_left = 0;
    held_ = {};
    for (int piece = 0; piece < tables.piece_count(); ++piece) {
        if (!(pieces >> piece & 1)) continue;
        cells_left = static_cast<std::int16_t>(cells_left + tables.sizes[piece]);
        for (std::size_t k = 0; k < tables.kinds.size(); ++k)
            held_[k] |= tables.kinds[k].of_piece[piece];
    }
}

namespace {

/// Remove the shapes of an anchor that cover any of these cells.
[[gnu::always_inline]] inline void strike_covering(const Tables& tables, int base,
                                                   const Deltas& cells, Hand::Anchor anchor,
                                                   ShapeSet& shapes) {
    const int away = base - anchor.position;
    const auto& covers = tables.kinds[anchor.kind].covers;
    ShapeSet gone{};
    for (int delta : cells) gone |= covers[away + delta];
    shapes -= gone;
}

/// Remove the shapes that would meet a placement of the same colour where either runs straight.
void strike_contacts(const Tables& tables, int base, const Orientation& orientation,
                     Hand::Anchor anchor, ShapeSet& shapes) {
    const int away = base - anchor.position;
    const auto& kind = tables.kinds[anchor.kind];
    for (int delta : orientation.points) shapes -= kind.straight[away + delta];
    for (int delta : orientation.straights) shapes -= kind.meets[away + delta];
}

}  // namespace

/// Drop the anchors that have lost all shapes: nothing ever adds to them.
[[gnu::always_inline]] inline void Hand::drop_empty() {
    int kept = 0;
    for (int a = 0; a < anchor_count_; ++a) {
        anchors_[kept] = anchors_[a];
        places_[kept] = places_[a];
        const ShapeSet rest = shapes_[a];
        shapes_[kept] = rest;
        kept += rest.any();
    }
    anchor_count_ = kept;
}

CORNERWISE_HOT
void Hand::block(const Tables& tables, int placement) {
    const auto [base, o] = tables.placements[placement];
    const auto& orientation = tables.orientations[o];
    for (int delta : orientation.cells) closed.set(base + delta);
    const auto near = orientation.near.moved(tables.place_at(base));
    bool emptied = false;
    for (int first = 0; first < anchor_count_; first += 32)
        for_each_bit(near.among(&places_[first], std::min(32, anchor_count_ - first)),
                     [&, base = int{base}](int i) {
                         auto& shapes = shapes_[first + i];
                         ShapeSet rest = shapes;
                         strike_covering(tables, base, orientation.cells, anchors_[first + i],
                                         rest);
                         shapes = rest;
                         emptied |= !rest.any();
                     });
    if (emptied) drop_empty();
}

CORNERWISE_HOT
void Hand::place(const Tables& tables, int placement) {
    const auto [base, o] = tables.placements[placement];
    const auto& orientation = tables.orientations[o];
    const int piece = orientation.piece;
    if (placed == 0) clear_anchors();  // the start fields have served

    laid[placed] = static_cast<std::uint16_t>(placement);
    spend(tables, placement, piece);
    if (!holds(piece))
        for (std::size_t k = 0; k < tables.kinds.size(); ++k)
            held_[k] -= tables.kinds[k].of_piece[piece];

    for (int delta : orientation.claim) closed.set(base + delta);
    const auto wide = orientation.wide.moved(tables.place_at(base));
    int kept = 0;
    std::uint32_t near = 0;
    for (int a = 0; a < anchor_count_; ++a, near >>= 1) {
        if (a % 32 == 0) near = wide.among(&places_[a], std::min(32, anchor_count_ - a));
        const auto anchor = anchors_[a];
        const auto place = places_[a];
        if (closed.test(anchor.position)) continue;  // which each of its shapes would cover
        ShapeSet rest = shapes_[a] & held_[anchor.kind];
        // The anchor lies outside and shapes are connected: a shape that covers a cell also covers
        // the border.
        if (near & 1) strike_covering(tables, base, orientation.border, anchor, rest);
        if (tables.bars_straights) strike_contacts(tables, base, orientation, anchor, rest);
        if (!rest.any()) continue;
        anchors_[kept] = anchor;
        places_[kept] = place;
        shapes_[kept++] = rest;
    }
    anchor_count_ = kept;
    if (tables.bars_straights) {
        for (int delta : orientation.points) points.set(base + delta);
        for (int delta : orientation.straights) straights.set(base + delta);
    }
    for (int delta : orientation.corners) {
        const int corner = base + delta;
        if (!closed.test(corner) && !anchored.test(corner)) add_anchor(tables, corner);
    }
}

CORNERWISE_HOT
void Hand::add_anchor(const Tables& tables, int position) {
    if (retired) return;
    const int k = tables.kind_at(position);
    const auto& kind = tables.kinds[k];
    ShapeSet found = tables.fits(position) & held_[k];
    found -= kind.covers.within(closed | anchored, position);
    if (tables.bars_straights) {
        found -= kind.straight.within(points, position);
        found -= kind.meets.within(straights, position);
    }
    anchored.set(position);
    if (!found.any()) return;
    anchors_[anchor_count_] = {static_cast<std::uint16_t>(position), static_cast<std::uint16_t>(k)};
    places_[anchor_count_] = tables.place_at(position);
    shapes_[anchor_count_++] = found;
}

void Hand::clear_anchors() {
    anchored = {};
    anchor_count_ = 0;
}

void Hand::retire() {
    retired = true;
    clear_anchors();
}

bool Hand::can_move(const Tables& tables) const {
    if (!singles_last) return anchor_count_ > 0;
    for (int a = 0; a < anchor_count_; ++a)
        if (shapes(tables, a).any()) return true;
    return false;
}

CORNERWISE_HOT
int Hand::moves_counted(const Tables& tables) const {
    int total = 0;
    for (int a = 0; a < anchor_count_; ++a) total += shapes(tables, a).count();
    return total;
}

void Hand::list_moves(const Tables& tables, std::vector<Option>& found) const {
    found.clear();
    for_each_shape(tables, [&](Anchor anchor, int shape) {
        const auto [o, base] = tables.kinds[anchor.kind].shapes[shape];
        found.push_back({tables.number(anchor.position, shape), anchor.position + base, o});
    });
}

/// Every move is held at one of the anchors that it covers.
bool Hand::can_place(const Tables& tables, int placement) const {
    const auto [base, o] = tables.placements[placement];
    const auto& orientation = tables.orientations[o];
    for (int a = 0; a < anchor_count_; ++a)
        for (int i = 0; i < orientation.cells.count; ++i)
            if (anchors_[a].position == base + orientation.cells.at[i] &&
                shapes(tables, a).test(orientation.shape[i]))
                return true;
    return false;
}

CORNERWISE_HOT
Survey Hand::surveyed(const Tables& tables) const {
    Survey found;
    std::array<ShapeSet, Tables::max_kinds> fit{};
    for (int a = 0; a < anchor_count_; ++a) {
        const auto here = shapes(tables, a);
        const int kind = anchors_[a].kind;
        found.moves += here.count();
        found.large += (here & tables.kinds[kind].of_size[tables.largest]).count();
        fit[kind] |= here;
        found.anchored.set(anchors_[a].position);
    }
    found.anchors = anchor_count_;
    for_each_bit(left, [&](int piece) {
        for (std::size_t k = 0; k < tables.kinds.size(); ++k)
            if ((fit[k] & tables.kinds[k].of_piece[piece]).any())
                found.fitting |= std::uint32_t{1} << piece;
    });
    return found;
}

CORNERWISE_HOT
int Hand::traffic_counted(const Tables& tables, Traffic& through) const {
    constexpr int few = 24;  // shapes that are walked over faster than counted cell by cell
    std::fill_n(through.begin(), tables.span, 0);
    int total = 0;
    for (int a = 0; a < anchor_count_; ++a) {
        const auto here = shapes(tables, a);
        const auto& kind = tables.kinds[anchors_[a].kind];
        const int position = anchors_[a].position, count = here.count();
        total += count;
        if (count < few)
            here.for_each([&](int shape) {
                const auto [o, base] = kind.shapes[shape];
                for (int delta : tables.orientations[o].cells) ++through[position + base + delta];
            });
        else
            kind.covers.for_each_outside(closed, position, [&](int at, const ShapeSet& covering) {
                through[at] = static_cast<std::uint16_t>(through[at] + (here & covering).count());
            });
    }
    return total;
}

}  // namespace cornerwise
