// One colour: its anchors, and the shapes that still fit at each.
#pragma once

#include "stock.h"

namespace cornerwise {

/// Cells never open again and pieces never come back, so a colour's moves are kept up to date by
/// striking out. The `ShapeSet` of an anchor loses what a closed cell or a placed piece rules out.
/// A new anchor takes only the shapes that cover no older anchor, so each move is held once.
class Hand final : public Stock {
public:
    struct Anchor {
        std::uint16_t position;
        std::uint16_t kind;
    };

    explicit Hand(const Tables& tables);
    Hand(const Hand& other);
    Hand& operator=(const Hand& other);

    /// Another colour covered cells.
    void block(const Tables& tables, int placement);
    /// This colour made a placement.
    void place(const Tables& tables, int placement);
    /// Let placements pass through a cell.
    void add_anchor(const Tables& tables, int position);
    void clear_anchors();
    /// Place nothing any more: whoever played this colour has left.
    void retire();
    /// Hold exactly these pieces, one of each.
    void hold(const Tables& tables, std::uint32_t pieces);

    int anchor_count() const { return anchor_count_; }
    const Anchor& anchor(int index) const { return anchors_[index]; }
    /// The shapes that may be placed through an anchor now.
    ShapeSet shapes(const Tables& tables, int index) const {
        if (!singles_wait(tables)) return shapes_[index];
        return shapes_[index] - tables.kinds[anchors_[index].kind].of_size[1];
    }
    bool can_move(const Tables& tables) const override;
    int count_moves(const Tables& tables) const override { return moves_counted(tables); }
    void list_moves(const Tables& tables, std::vector<Option>& found) const override;
    bool can_place(const Tables& tables, int placement) const override;
    Survey survey(const Tables& tables) const override { return surveyed(tables); }
    int count_traffic(const Tables& tables, Traffic& through) const override {
        return traffic_counted(tables, through);
    }

    /// Visit the moves as anchors with the shapes that may be placed there.
    template <typename Visit>
    void for_each_shape(const Tables& tables, Visit visit) const {
        for (int a = 0; a < anchor_count_; ++a)
            shapes(tables, a).for_each([&, at = anchors_[a]](int shape) { visit(at, shape); });
    }

    template <typename Visit>
    void for_each_move(const Tables& tables, Visit visit) const {
        for (int a = 0; a < anchor_count_; ++a) {
            const auto* numbers = tables.numbers(anchors_[a].position);
            shapes(tables, a).for_each([&](int shape) { visit(int{numbers[shape]}); });
        }
    }

    CellSet points{};           // lattice points of this colour's placements, and
    CellSet straights{};        // those where one runs straight; kept only with T4
    bool singles_last = false;  // the single cell may only come last
    bool retired = false;
    std::int8_t start = -1;  // the start field that the first placement covered
    std::array<std::uint16_t, Tables::max_pieces> laid;  // the placements made

private:
    bool singles_wait(const Tables& tables) const {
        return singles_last && (left & ~tables.singles) != 0;
    }
    void drop_empty();
    // What is compiled for several instruction sets cannot be virtual itself.
    int moves_counted(const Tables& tables) const;
    Survey surveyed(const Tables& tables) const;
    int traffic_counted(const Tables& tables, Traffic& through) const;

    std::array<ShapeSet, Tables::max_kinds> held_;  // the shapes of the pieces left
    int anchor_count_ = 0;
    std::array<Anchor, Tables::max_cells> anchors_;
    std::array<Place, Tables::max_cells> places_;  // of the anchors
    std::array<ShapeSet, Tables::max_cells> shapes_;
};

}  // namespace cornerwise
