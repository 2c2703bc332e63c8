// What a colour could ever still place, to bound the points that it can make.
#pragma once

#include "position.h"

namespace cornerwise {

/// The placements of the pieces that a colour holds, on cells that are not closed to it and that it
/// could get to, whether it touches them now or not. As a game goes on they only become fewer.
class Room {
public:
    /// Some of the placements.
    using Part = BitSet<16>;

    Room(const Position& position, int colour);

    /// Whether there are so many that they are not kept apart: then everything is in every part.
    bool is_vast() const { return vast_; }
    const Part& whole() const { return whole_; }
    /// Take away what covers one of these cells.
    void close(Part& part, int base, const Deltas& cells) const;
    /// Take away the placements of a piece.
    void spend(Part& part, int piece) const { part -= of_piece_[piece]; }
    /// How many placements of a part cover one of these cells.
    int weigh(const Part& part, int base, const Deltas& cells) const;
    /// The pieces of which a part has a placement.
    std::uint32_t pieces(const Part& part, std::uint32_t left) const;
    /// How many cells a part covers.
    int cells(const Part& part) const;

private:
    Part whole_{};
    bool vast_ = false;
    std::array<std::uint8_t, CellSet::capacity> row_{};  // of each position, 0 where there is none
    std::vector<Part> covering_;
    std::vector<Part> of_piece_;
};

}  // namespace cornerwise
