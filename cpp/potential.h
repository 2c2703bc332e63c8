// The placements that a colour could ever still make, from some position on.
#pragma once

#include "hand.h"

namespace cornerwise {

/// The placements of the pieces that a colour holds, on cells that are open to it and that it could
/// get to. It need not touch them yet. They only become fewer as the game goes on, so what is left
/// later is a subset: a set of bits. The largest pieces come first, and the placements of a piece
/// stand together.
class Potential {
public:
    static constexpr int capacity = 6144;

    /// A subset of the placements. Only as many words are in use as the potential needs.
    struct alignas(32) Part {
        std::array<std::uint64_t, capacity / 64> word;
    };
    /// Placements with numbers from `first` to just before `end`.
    struct Range {
        int first = 0, end = 0;

        /// Which of a word's bits lie within; some do.
        std::uint64_t bits(int word) const {
            std::uint64_t found = ~std::uint64_t{0};
            if (const int before = first - 64 * word; before > 0) found <<= before;
            if (const int behind = 64 * (word + 1) - end; behind > 0) {
                found <<= behind;
                found >>= behind;
            }
            return found;
        }
    };
    Potential(const Tables& tables, const Hand& hand);

    /// Whether there are too many to keep apart: then every part holds everything.
    bool is_vast() const { return vast_; }
    int size() const { return static_cast<int>(options_.size()); }
    int words() const { return words_; }
    /// The anchors at the beginning, the oldest first.
    const std::vector<std::uint16_t>& anchors() const { return anchors_; }
    const Option& operator[](int number) const { return options_[number]; }
    int piece(int number) const { return piece_[number]; }
    /// The placements of all pieces as large as that of this placement.
    Range of_same_size(int number) const { return alike_[piece_[number]]; }

    void copy(Part& to, const Part& from) const {
        std::copy_n(from.word.begin(), words_, to.word.begin());
    }
    /// Every placement.
    void fill(Part& part) const;

    /// The placements that cover a position; none for most positions.
    const std::uint64_t* covering(int position) const { return rows_.data() + row_[position]; }
    /// Add those that cover one of these cells, or are of this piece, to the words of a part.
    void unite(std::uint64_t* words, int base, const Deltas& cells) const;
    void add(std::uint64_t* words, int piece) const;

    /// The first placement of a part from this number on, -1 if there is none.
    int next(const Part& part, int number) const {
        int w = number / 64;
        if (w >= words_) return -1;
        auto word = part.word[w] >> number % 64 << number % 64;
        while (word == 0) {
            if (++w == words_) return -1;
            word = part.word[w];
        }
        return w * 64 + std::countr_zero(word);
    }
    template <typename Visit>
    void for_each(const Part& part, Visit visit) const {
        for (int w = 0; w < words_; ++w)
            for_each_bit(part.word[w], [&](int bit) { visit(options_[w * 64 + bit]); });
    }
    /// Take away what covers one of these cells.
    void close(Part& part, int base, const Deltas& cells) const;
    /// Whether the colour had several of a piece: then only its last placement strikes the others
    /// out.
    bool has_several(int piece) const { return several_.of(piece) > 0; }
    /// Take away the placements of a piece.
    void spend(Part& part, int piece) const;
    /// How many placements of a part cover one of these cells.
    int weigh(const Part& part, int base, const Deltas& cells) const;
    /// How many placements a part has.
    [[gnu::always_inline]] int count(const Part& part) const {
        int total = 0;
        for (int w = 0; w < words_; ++w) total += std::popcount(part.word[w]);
        return total;
    }
    /// How many of them are within a range.
    [[gnu::always_inline]] static int count(const Part& part, Range range) {
        int total = 0;
        for (int w = range.first / 64; w * 64 < range.end; ++w)
            total += std::popcount(part.word[w] & range.bits(w));
        return total;
    }
    /// How many of them are of the largest pieces that there are.
    [[gnu::always_inline]] int count_largest(const Part& part) const {
        return count(part, largest_);
    }
    /// The pieces of which a part has a placement.
    [[gnu::always_inline]] std::uint32_t pieces(const Part& part) const {
        std::uint32_t found = 0;
        for (const auto& share : shares_)
            found |= std::uint32_t{(part.word[share.word] & share.bits) != 0} << share.piece;
        return found;
    }
    /// How many cells a part covers.
    int cells(const Part& part) const;

private:
    /// Where a word of a part has the placements of a piece.
    struct Share {
        std::uint64_t bits;
        int word;
        int piece;
    };

    bool vast_ = false;
    Copies several_;
    int words_ = 0;
    std::vector<Option> options_;
    std::vector<std::uint8_t> piece_;  // of each placement
    std::vector<std::uint16_t> anchors_;
    std::array<Range, Tables::max_pieces> of_piece_{};
    std::array<Range, Tables::max_pieces> alike_{};  // for each piece, the placements of its size
    Range largest_;                                  // of the largest pieces
    std::vector<Share> shares_;                      // of all pieces in all words
    std::array<std::uint32_t, CellSet::capacity>
        row_{};                        // for each position, where its words begin
    std::vector<std::uint64_t> rows_;  // an empty row, then one for each cell that can be reached
};

}  // namespace cornerwise
