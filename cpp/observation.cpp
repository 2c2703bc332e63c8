#include "observation.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace cornerwise {

namespace {

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

/// The bits of a byte as eight bytes, the lowest first in memory.
constexpr auto spread_bits = [] {
    std::array<std::array<std::uint8_t, 8>, 256> found{};
    for (unsigned byte = 0; byte < 256; ++byte)
        for (unsigned bit = 0; bit < 8; ++bit) found[byte][bit] = byte >> bit & 1;
    return found;
}();

/// Write the lowest bits of a word as numbers, eight at a time where they are bytes.
void write_bits(std::uint64_t bits, int length, std::uint8_t* to) {
    for (; length >= 8; length -= 8, to += 8, bits >>= 8)
        std::memcpy(to, spread_bits[bits & 255].data(), 8);
    for (; length > 0; --length, bits >>= 1) *to++ = bits & 1;
}

void write_bits(std::uint64_t bits, int length, float* to) {
    for (; length > 0; --length, bits >>= 1) *to++ = float(bits & 1);
}

}  // namespace

void Layout::check(const Rules& rules) const {
    const int many = static_cast<int>(rules.rotation.size());
    require(many >= 1, "there must be a seat");
    require(int(seats.size()) == rules.colour_count(), "each colour needs its seat");
    for (std::size_t colour = 0; colour < seats.size(); ++colour) {
        const int seat = seats[colour];
        require(seat >= -1 && seat < many, "a seat is out of range");
        require(rules.sides[colour] == (seat < 0 ? -1 : rules.rotation[seat]),
                "a colour counts for another side than its seat");
    }
    require(cell != 0 && std::abs(cell) <= 1000, "the points of a cell are out of range");
    require(plane >= 1 && plane <= 1 << 16, "a plane has 1 to 65536 spots");
    require(int(spots.size()) == rules.tables->cell_count(), "each cell needs its spot");
    std::vector<bool> taken(static_cast<std::size_t>(plane));
    for (int spot : spots) {
        require(spot >= 0 && spot < plane, "a spot is out of range");
        require(!taken[static_cast<std::size_t>(spot)], "two cells have the same spot");
        taken[static_cast<std::size_t>(spot)] = true;
    }
}

Observation::Observation(const Rules& rules, Layout layout)
    : rules_(&rules), layout_(std::move(layout)) {
    layout_.check(rules);
    const auto& tables = *rules.tables;
    for (int cell = 0; cell < tables.cell_count(); ++cell) {
        const int position = tables.position_of[cell], spot = layout_.spots[cell];
        const bool goes_on = !runs_.empty() && runs_.back().length < 64 &&
                             runs_.back().position + runs_.back().length == position &&
                             runs_.back().spot + runs_.back().length == spot;
        if (goes_on)
            ++runs_.back().length;
        else
            runs_.push_back({position, spot, 1});
    }
}

void Observation::write(const Standing& game, std::size_t row, const Arrays& to,
                        Words& scratch) const {
    const auto& position = game.position;
    const auto seats = static_cast<std::size_t>(seat_count());
    const int colours = rules_->colour_count(), pieces = rules_->tables->piece_count();
    if (to.mask || to.packed || to.actions || to.counts) write_moves(position, row, to, scratch);
    const auto size = static_cast<std::size_t>(plane_count() * layout_.plane);
    if (to.planes) write_planes(position, to.planes + row * size);
    if (to.float_planes) write_planes(position, to.float_planes + row * size);
    if (to.pieces) {
        auto* at = to.pieces + row * static_cast<std::size_t>(colours * pieces);
        for (int step = 0; step < colours; ++step) {
            const auto& hand = position.hand((first_colour(position) + step) % colours);
            for (int piece = 0; piece < pieces; ++piece)
                *at++ = static_cast<std::uint8_t>(hand.count(piece));
        }
    }
    if (to.colours) to.colours[row] = static_cast<std::int8_t>(position.turn());
    if (to.seats) to.seats[row] = static_cast<std::int8_t>(seat_to_play(position));
    if (to.ends) to.ends[row] = position.turn() == Position::nobody;
    if (to.plies) {
        int placed = 0;
        for (int colour = 0; colour < colours; ++colour) placed += position.hand(colour).placed;
        to.plies[row] = static_cast<std::int16_t>(placed);
    }
    if (to.rewards) {
        const auto found = rewards(game);
        for (std::size_t seat = 0; seat < seats; ++seat)
            to.rewards[row * seats + seat] = found[side_of_seat(static_cast<int>(seat))];
    }
    if (to.scores) {
        const auto points = position.side_points();
        for (std::size_t seat = 0; seat < seats; ++seat)
            to.scores[row * seats + seat] =
                -layout_.cell * points[side_of_seat(static_cast<int>(seat))];
    }
}

/// A mask takes the moves in any order. What must ascend is gathered as bits first.
void Observation::write_moves(const Position& position, std::size_t row, const Arrays& to,
                              Words& moves) const {
    const auto& tables = *rules_->tables;
    const auto placements = static_cast<std::size_t>(tables.placement_count());
    const auto for_each_move = [&](auto visit) {
        if (position.turn() != Position::nobody)
            position.hand(position.turn()).for_each_move(tables, visit);
    };
    if (to.mask) {
        auto* mask = to.mask + row * placements;
        std::memset(mask, 0, placements);
        for_each_move([mask](int move) { mask[move] = 1; });
    }
    if (to.counts)
        to.counts[row] = position.turn() == Position::nobody
                             ? 0
                             : position.hand(position.turn()).count_moves(tables);
    if (!to.packed && !to.actions) return;
    moves.assign((placements + 63) / 64, 0);
    for_each_move(
        [words = moves.data()](int move) { words[move >> 6] |= std::uint64_t{1} << (move & 63); });
    if (to.packed) {
        auto* bytes = to.packed + row * packed_size();
        if constexpr (std::endian::native == std::endian::little)
            std::memcpy(bytes, moves.data(), packed_size());
        else
            for (std::size_t i = 0; i < packed_size(); ++i)
                bytes[i] = static_cast<std::uint8_t>(moves[i >> 3] >> 8 * (i & 7));
    }
    if (to.actions) {
        auto* listed = to.actions + row * to.width;
        const auto* end = listed + to.width;
        for (std::size_t i = 0; i < moves.size(); ++i)
            for_each_bit(moves[i], [&](int bit) {
                if (listed < end) *listed++ = static_cast<std::int32_t>(i) * 64 + bit;
            });
        while (listed < end) *listed++ = -1;
    }
}

template <typename Number>
void Observation::write_planes(const Position& position, Number* to) const {
    const auto& tables = *rules_->tables;
    const int colours = rules_->colour_count(), plane = layout_.plane;
    std::fill_n(to, plane_count() * plane, Number{0});
    for (int step = 0; step < colours; ++step) {
        const auto& hand = position.hand((first_colour(position) + step) % colours);
        Number* covered = to + step * planes_each * plane;
        Number* open = covered + plane;
        Number* closed = open + plane;
        for (int i = 0; i < hand.placed; ++i) {
            const auto [base, o] = tables.placements[hand.laid[i]];
            for (int delta : tables.orientations[o].cells)
                covered[layout_.spots[tables.cell_at(base + delta)]] = 1;
        }
        for (const auto& run : runs_) {
            const auto shut = hand.closed.slice(run.position, run.length);
            const auto anchored = hand.anchored.slice(run.position, run.length);
            write_bits(shut, run.length, closed + run.spot);
            write_bits(anchored & ~shut, run.length, open + run.spot);
        }
    }
}

int Observation::seat_to_play(const Position& position) const {
    if (position.turn() == Position::nobody) return -1;
    const int seat = layout_.seats[position.turn()];
    return seat >= 0 ? seat : position.sharer();
}

Values Observation::rewards(const Standing& game) const {
    Values found{};
    const int sides = rules_->side_count();
    if (game.position.turn() != Position::nobody) return found;
    const auto points = game.position.side_points();
    if (layout_.reward == Reward::points) {
        for (int side = 0; side < sides; ++side)
            found[side] = float(std::abs(layout_.cell) * points[side]);
        return found;
    }
    if (sides == 1) return shares(*rules_, points);
    // Who left loses, whatever the points.
    const auto ahead = [&](int side, int other) {
        if (game.lost != 0) return int(game.lost >> other & 1) - int(game.lost >> side & 1);
        return (points[side] > points[other]) - (points[side] < points[other]);
    };
    int winners = 0;
    std::array<bool, Rules::max_colours> wins{};
    for (int side = 0; side < sides; ++side) {
        int beaten = 0;
        wins[side] = true;
        for (int other = 0; other < sides; ++other) {
            beaten += ahead(side, other);
            wins[side] = wins[side] && ahead(side, other) >= 0;
        }
        winners += wins[side];
        found[side] = float(beaten) / float(sides - 1);
    }
    if (layout_.reward == Reward::win)
        for (int side = 0; side < sides; ++side) {
            const float share = wins[side] ? 1 / float(winners) : 0;
            found[side] = (share * float(sides) - 1) / float(sides - 1);
        }
    return found;
}

}  // namespace cornerwise
