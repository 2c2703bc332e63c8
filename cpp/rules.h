// A way to play as plain numbers. It names no variant.
#pragma once

#include <memory>
#include <optional>

#include "tables.h"

namespace cornerwise {

struct Rules {
    static constexpr int max_colours = 4;

    std::shared_ptr<const Tables> tables;
    std::vector<int> fields;  // the cells of the start fields, as a ring
    std::vector<int> own;     // for each colour its start field, -1 for any
    Lists apart;              // for two colours the allowed distances of their starts along the
                              // ring, as bits; 0 allows every distance
    std::vector<int> sides;   // for each colour the side (seat or team) it counts for, -1 for none
    std::vector<int> rotation;  // the sides that take the turns of a colour that counts for none
    bool singles_last = false;
    int bonus = 0;         // points for placing everything, and
    int single_bonus = 0;  // more if the single cell came last

    int colour_count() const { return static_cast<int>(sides.size()); }
    int side_count() const { return side_count_; }
    /// The cells of all pieces of all colours.
    int all_cells() const { return all_cells_; }

    /// Throws std::invalid_argument if anything is out of range. To be called before use.
    void check();

private:
    int side_count_ = 0;
    int all_cells_ = 0;
};

}  // namespace cornerwise
