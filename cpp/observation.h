// A game as rows of arrays, the way learners want it.
#pragma once

#include "outcome.h"
#include "position.h"

namespace cornerwise {

/// What a seat is rewarded for at the end of a game.
enum class Reward { win, points, rank };

/// What the arrays say beyond the rules.
struct Layout {
    std::vector<int> seats;  // of each colour, -1 for the one that the seats share
    int cell = -1;           // the points of a cell left over, as the scoring counts them
    std::vector<int> spots;  // of each cell: where it lies in a plane
    int plane = 0;           // how many spots a plane has
    Reward reward = Reward::win;
    bool relative = true;  // the colour on turn comes first

    /// Throws std::invalid_argument if anything is out of range.
    void check(const Rules& rules) const;
};

/// Where to write: each points to the row of the first game. What is not wanted is null.
struct Arrays {
    std::uint8_t* mask = nullptr;     // for each placement whether it is legal
    std::uint8_t* packed = nullptr;   // the same in bits, lowest first
    std::int32_t* actions = nullptr;  // the legal placements, ascending, then -1
    std::size_t width = 0;            // how many of them a row has room for
    std::int32_t* counts = nullptr;   // how many are legal
    std::uint8_t* planes = nullptr;   // of each colour: its cells, open corners, closed cells
    float* float_planes = nullptr;    // the same as floating-point numbers
    std::uint8_t* pieces = nullptr;   // of each colour: how many of each piece it holds
    std::int8_t* colours = nullptr;   // the colour on turn, -1 when the game is over
    std::int8_t* seats = nullptr;     // the seat on turn, -1 when the game is over
    std::int16_t* plies = nullptr;    // the pieces on the board
    std::uint8_t* ends = nullptr;     // whether the game is over
    float* rewards = nullptr;         // of each seat, 0 before the end
    std::int32_t* scores = nullptr;   // of each seat, under the scoring
};

/// A game as it is told: `lost` are the sides that lost because they left, as bits.
struct Standing {
    const Position& position;
    std::uint32_t lost;
};

/// Writes games to arrays. The rules must outlive it.
class Observation {
public:
    static constexpr int planes_each = 3;  // planes of a colour

    Observation(const Rules& rules, Layout layout);

    const Layout& layout() const { return layout_; }
    int seat_count() const { return static_cast<int>(rules_->rotation.size()); }
    int plane_count() const { return planes_each * rules_->colour_count(); }
    std::size_t packed_size() const {
        return (static_cast<std::size_t>(rules_->tables->placement_count()) + 7) / 8;
    }

    using Words = std::vector<std::uint64_t>;

    /// Write the row of a game. `scratch` is memory to work with.
    void write(const Standing& game, std::size_t row, const Arrays& to, Words& scratch) const;
    /// The reward of each side.
    Values rewards(const Standing& game) const;
    int side_of_seat(int seat) const { return rules_->rotation[seat]; }

private:
    void write_moves(const Position& position, std::size_t row, const Arrays& to,
                     Words& moves) const;
    template <typename Number>
    void write_planes(const Position& position, Number* to) const;
    int seat_to_play(const Position& position) const;
    /// The colour that comes first in planes and pieces.
    int first_colour(const Position& position) const {
        return layout_.relative ? std::max(0, position.turn()) : 0;
    }

    /// Cells side by side, whose positions and spots follow each other.
    struct Run {
        int position, spot, length;
    };

    const Rules* rules_;
    Layout layout_;
    std::vector<Run> runs_;  // all cells
};

}  // namespace cornerwise
