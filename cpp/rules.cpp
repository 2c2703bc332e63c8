#include "rules.h"

#include <algorithm>
#include <stdexcept>

namespace cornerwise {

namespace {

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

}  // namespace

void Rules::check() {
    require(tables != nullptr, "rules need tables");
    const auto colours = sides.size();
    require(colours >= 1 && colours <= max_colours, "there must be 1 to 4 colours");
    require(own.size() == colours && apart.size() == colours, "each colour needs its start rule");
    require(!fields.empty() && fields.size() <= 31, "there must be 1 to 31 start fields");
    for (int cell : fields)
        require(cell >= 0 && cell < tables->cell_count(), "a start field is no cell");
    for (int field : own)
        require(field >= -1 && field < int(fields.size()), "a colour's own start field is unknown");
    for (const auto& row : apart) require(row.size() == colours, "start distances go in pairs");

    side_count_ = 1 + *std::max_element(sides.begin(), sides.end());
    require(side_count_ >= 1, "some colour must count");
    for (int side = 0; side < side_count_; ++side)
        require(std::count(sides.begin(), sides.end(), side) > 0, "a side has no colour");
    for (int side : sides) require(side >= -1, "a side is out of range");
    for (int side : rotation)
        require(side >= 0 && side < side_count_, "a side of the rotation is out of range");
    require(!rotation.empty() || std::count(sides.begin(), sides.end(), -1) == 0,
            "somebody must take the turns of a colour that counts for none");
    require(rotation.size() <= 16, "the rotation is too long");
    require(bonus >= 0 && bonus <= 1000 && single_bonus >= 0 && single_bonus <= 1000,
            "a bonus is out of range");
    all_cells_ = tables->all_cells * colour_count();
}

}  // namespace cornerwise
