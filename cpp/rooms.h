// What every colour could still place, and what each of these placements does to all the others.
#pragma once

#include <atomic>

#include "array.h"
#include "position.h"
#include "room.h"

namespace cornerwise {

/// The rooms of the colours of a position. For each placement it is looked up what follows from it,
/// as sets, when it is made for the first time: from then on it is a few operations on whole words,
/// whatever its shape. Threads may share them.
class Rooms {
public:
    /// What follows from a placement: words of sets, one set after the other.
    using Row = const std::uint64_t*;

    /// Those of a position, or null if too much can still come about.
    static std::shared_ptr<const Rooms> of(const Position& position);

    const Room& operator[](int colour) const { return rooms_[colour]; }
    /// The number of a placement in the room of a colour, which must have it.
    int number(int colour, int placement) const { return numbers_[colour][placement]; }
    /// How many words of a set of cells are in use.
    int cell_words() const { return cell_words_; }

    [[gnu::always_inline]] Row row(int colour, int number) const {
        const auto& of = rows_[colour];
        if (of.state[number].load(std::memory_order_acquire) != ready) look_up(colour, number);
        return &of.words[number * of.stride];
    }
    /// The parts of a row: the cells that the placement closes to its colour, those that it covers,
    Row claim(Row row) const { return row; }
    Row cells(Row row) const { return row + cell_words_; }
    /// what its colour can place no more, and what it may place now,
    Row gone(Row row) const { return row + 2 * cell_words_; }
    Row opened(Row row, int colour) const { return gone(row) + rooms_[colour].words(); }
    /// and what another colour can place no more.
    Row gone(Row row, int colour, int other) const { return row + offsets_[colour][other]; }

private:
    enum State : std::uint8_t { unknown, under_way, ready };
    /// What follows from the placements of a colour.
    struct Rows {
        std::size_t stride = 0;  // words of each
        Array<std::uint64_t> words;
        Array<std::atomic<State>> state;  // of each
    };

    Rooms(std::vector<Room> rooms, const Tables& tables);

    std::size_t lay_out(int colour);
    void look_up(int colour, int number) const;
    void fill(std::uint64_t* row, int colour, const Option& option) const;

    const Tables& tables_;
    std::vector<Room> rooms_;
    int cell_words_ = 0;
    std::array<std::vector<std::uint16_t>, Rules::max_colours> numbers_;  // of each placement
    std::array<Rows, Rules::max_colours> rows_;
    std::array<std::array<int, Rules::max_colours>, Rules::max_colours> offsets_{};
};

}  // namespace cornerwise
