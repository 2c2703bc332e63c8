#include "effects.h"

#include <thread>

namespace cornerwise {

std::shared_ptr<const Effects> Effects::of(const Position& position) {
    std::vector<Potential> potentials;
    for (int colour = 0; colour < position.rules().colour_count(); ++colour) {
        potentials.emplace_back(position.tables(), position.hand(colour));
        if (potentials.back().is_vast()) return nullptr;
    }
    return std::shared_ptr<const Effects>(new Effects(std::move(potentials), position.tables()));
}

Effects::Effects(std::vector<Potential> potentials, const Tables& tables)
    : tables_(tables), potentials_(std::move(potentials)), cell_words_(tables.words()) {
    for (int colour = 0; colour < static_cast<int>(potentials_.size()); ++colour) {
        const auto& potential = potentials_[colour];
        const auto count = static_cast<std::size_t>(potential.size());
        numbers_[colour].resize(tables.placement_count());
        for (int number = 0; number < potential.size(); ++number)
            numbers_[colour][potential[number].placement] = static_cast<std::uint16_t>(number);
        auto& rows = rows_[colour];
        rows.stride = lay_out(colour);
        rows.words = Array<std::uint64_t>(count * rows.stride);
        rows.state = Array<std::atomic<State>>(count);
        for (std::size_t i = 0; i < count; ++i) new (&rows.state[i]) std::atomic<State>(unknown);
    }
}

/// Decide where the sets stand in a row. Returns its length.
std::size_t Effects::lay_out(int colour) {
    int end = 2 * cell_words_ + 2 * potentials_[colour].words();
    for (int other = 0; other < static_cast<int>(potentials_.size()); ++other) {
        if (other == colour) continue;
        offsets_[colour][other] = end;
        end += potentials_[other].words();
    }
    return static_cast<std::size_t>(end);
}

/// Fill a row, or wait until another thread has.
void Effects::look_up(int colour, int number) const {
    const auto& rows = rows_[colour];
    auto& state = rows.state[number];
    auto expected = unknown;
    if (state.compare_exchange_strong(expected, under_way)) {
        fill(&rows.words[number * rows.stride], colour, potentials_[colour][number]);
        state.store(ready, std::memory_order_release);
    }
    while (state.load(std::memory_order_acquire) != ready) std::this_thread::yield();
}

void Effects::fill(std::uint64_t* row, int colour, const Option& option) const {
    const auto [placement, base, o] = option;
    const auto& potential = potentials_[colour];
    const auto& orientation = tables_.orientations[o];
    const auto set = [base = base](std::uint64_t* words, int delta) {
        words[(base + delta) / 64] |= std::uint64_t{1} << (base + delta) % 64;
    };
    std::fill_n(row, rows_[colour].stride, 0);
    for (int delta : orientation.claim) set(row, delta);
    for (int delta : orientation.cells) set(row + cell_words_, delta);
    auto* gone = row + 2 * cell_words_;
    potential.unite(gone, base, orientation.claim);
    if (!potential.has_several(orientation.piece)) potential.add(gone, orientation.piece);
    potential.unite(gone + potential.words(), base, orientation.corners);
    for (int other = 0; other < static_cast<int>(potentials_.size()); ++other)
        if (other != colour)
            potentials_[other].unite(row + offsets_[colour][other], base, orientation.cells);
}

}  // namespace cornerwise
