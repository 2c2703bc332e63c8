#include "rooms.h"

#include <thread>

namespace cornerwise {

std::shared_ptr<const Rooms> Rooms::of(const Position& position) {
    std::vector<Room> rooms;
    for (int colour = 0; colour < position.rules().colour_count(); ++colour) {
        rooms.emplace_back(position.tables(), position.hand(colour));
        if (rooms.back().is_vast()) return nullptr;
    }
    return std::shared_ptr<const Rooms>(new Rooms(std::move(rooms), position.tables()));
}

Rooms::Rooms(std::vector<Room> rooms, const Tables& tables)
    : tables_(tables), rooms_(std::move(rooms)), cell_words_(tables.words()) {
    for (int colour = 0; colour < static_cast<int>(rooms_.size()); ++colour) {
        const auto& room = rooms_[colour];
        const auto count = static_cast<std::size_t>(room.size());
        numbers_[colour].resize(tables.placement_count());
        for (int number = 0; number < room.size(); ++number)
            numbers_[colour][room[number].placement] = static_cast<std::uint16_t>(number);
        auto& rows = rows_[colour];
        rows.stride = lay_out(colour);
        rows.words = Array<std::uint64_t>(count * rows.stride);
        rows.state = Array<std::atomic<State>>(count);
        for (std::size_t i = 0; i < count; ++i) new (&rows.state[i]) std::atomic<State>(unknown);
    }
}

/// Say where in a row what stands; returns how long it is.
std::size_t Rooms::lay_out(int colour) {
    int end = 2 * cell_words_ + 2 * rooms_[colour].words();
    for (int other = 0; other < static_cast<int>(rooms_.size()); ++other) {
        if (other == colour) continue;
        offsets_[colour][other] = end;
        end += rooms_[other].words();
    }
    return static_cast<std::size_t>(end);
}

/// Fill a row, or wait until another thread has.
void Rooms::look_up(int colour, int number) const {
    const auto& rows = rows_[colour];
    auto& state = rows.state[number];
    auto expected = unknown;
    if (state.compare_exchange_strong(expected, under_way)) {
        fill(&rows.words[number * rows.stride], colour, rooms_[colour][number]);
        state.store(ready, std::memory_order_release);
    }
    while (state.load(std::memory_order_acquire) != ready) std::this_thread::yield();
}

void Rooms::fill(std::uint64_t* row, int colour, const Option& option) const {
    const auto [placement, base, o] = option;
    const auto& room = rooms_[colour];
    const auto& orientation = tables_.orientations[o];
    const auto set = [base = base](std::uint64_t* words, int delta) {
        words[(base + delta) / 64] |= std::uint64_t{1} << (base + delta) % 64;
    };
    std::fill_n(row, rows_[colour].stride, 0);
    for (int delta : orientation.claim) set(row, delta);
    for (int delta : orientation.cells) set(row + cell_words_, delta);
    auto* gone = row + 2 * cell_words_;
    room.unite(gone, base, orientation.claim);
    if (!room.has_several(orientation.piece)) room.add(gone, orientation.piece);
    room.unite(gone + room.words(), base, orientation.corners);
    for (int other = 0; other < static_cast<int>(rooms_.size()); ++other)
        if (other != colour)
            rooms_[other].unite(row + offsets_[colour][other], base, orientation.cells);
}

}  // namespace cornerwise
