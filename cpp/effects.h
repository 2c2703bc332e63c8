// The potential of every colour, and the effects of each placement on all of them.
#pragma once

#include <atomic>

#include "array.h"
#include "position.h"
#include "potential.h"

namespace cornerwise {

/// The potentials of the colours of a position, and for each placement a row of its effects, as
/// sets. A row is made when its placement is first made. From then on a move is a few operations on
/// whole words, whatever its shape. Threads may share them.
class Effects {
public:
    /// The effects of a placement: words of sets, one set after the other.
    using Row = const std::uint64_t*;

    /// The effects in a position, or null if too many placements are possible.
    static std::shared_ptr<const Effects> of(const Position& position);

    const Potential& operator[](int colour) const { return potentials_[colour]; }
    /// The number of a placement in the potential of a colour, which must have it.
    int number(int colour, int placement) const { return numbers_[colour][placement]; }
    /// How many words of a set of cells are in use.
    int cell_words() const { return cell_words_; }

    [[gnu::always_inline]] Row row(int colour, int number) const {
        const auto& of = rows_[colour];
        if (of.state[number].load(std::memory_order_acquire) != ready) look_up(colour, number);
        return &of.words[number * of.stride];
    }
    /// The parts of a row: the cells that the placement closes to its colour, the cells that it
    /// covers,
    Row claim(Row row) const { return row; }
    Row cells(Row row) const { return row + cell_words_; }
    /// what its colour can no longer place, what it may place now,
    Row gone(Row row) const { return row + 2 * cell_words_; }
    Row opened(Row row, int colour) const { return gone(row) + potentials_[colour].words(); }
    /// and what another colour can no longer place.
    Row gone(Row row, int colour, int other) const { return row + offsets_[colour][other]; }

private:
    enum State : std::uint8_t { unknown, under_way, ready };
    /// The rows of a colour's placements.
    struct Rows {
        std::size_t stride = 0;  // words of each
        Array<std::uint64_t> words;
        Array<std::atomic<State>> state;  // of each
    };

    Effects(std::vector<Potential> potentials, const Tables& tables);

    std::size_t lay_out(int colour);
    void look_up(int colour, int number) const;
    void fill(std::uint64_t* row, int colour, const Option& option) const;

    const Tables& tables_;
    std::vector<Potential> potentials_;
    int cell_words_ = 0;
    std::array<std::vector<std::uint16_t>, Rules::max_colours> numbers_;  // of each placement
    std::array<Rows, Rules::max_colours> rows_;
    std::array<std::array<int, Rules::max_colours>, Rules::max_colours> offsets_{};
};

}  // namespace cornerwise
