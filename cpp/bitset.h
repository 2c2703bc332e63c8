// Small sets of numbers as words of bits: cells of the board, shapes round an anchor.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "compiler.h"

namespace cornerwise {

/// Four words at a time where the compiler knows how: it turns a block of words into whatever the
/// target has. Wider blocks would go through memory on most machines.
#if defined(CORNERWISE_VECTORS)
using Block = std::uint64_t __attribute__((vector_size(32)));
constexpr int block_words = 4;

inline void load(Block& block, const std::uint64_t* from) {
    std::memcpy(&block, from, sizeof(Block));
}

inline void store(std::uint64_t* to, const Block& block) { std::memcpy(to, &block, sizeof(Block)); }

/// Whether any bit of a block is set.
inline bool any(const Block& block) {
    const auto two =
        __builtin_shufflevector(block, block, 0, 1) | __builtin_shufflevector(block, block, 2, 3);
    return (two[0] | two[1]) != 0;
}

/// Combine words pairwise.
template <int Words, typename Operation>
inline void combine(std::uint64_t* to, const std::uint64_t* from, Operation operation) {
    for (int i = 0; i < Words; i += block_words) {
        Block a, b;
        load(a, to + i);
        load(b, from + i);
        operation(a, b);
        std::memcpy(to + i, &a, sizeof(Block));
    }
}

/// Whether any bit is set.
template <int Words>
inline bool any_of(const std::uint64_t* words) {
    Block all, more;
    load(all, words);
    for (int i = block_words; i < Words; i += block_words) {
        load(more, words + i);
        all |= more;
    }
    return any(all);
}

/// Move bits up by less than 64, over the ends of words.
template <int Words>
inline void shift_up(std::uint64_t* to, const std::uint64_t* from, int by) {
    for (int i = 0; i < Words; i += block_words) {
        Block here, below{};  // `below`: what bits are carried over from
        load(here, from + i);
        if (i > 0) load(below, from + i - block_words);
        below = __builtin_shufflevector(below, here, 3, 4, 5, 6);
        store(to + i, here << by | below >> 1 >> (63 - by));
    }
}

/// The same down.
template <int Words>
inline void shift_down(std::uint64_t* to, const std::uint64_t* from, int by) {
    for (int i = 0; i < Words; i += block_words) {
        Block here, above{};
        load(here, from + i);
        if (i + block_words < Words) load(above, from + i + block_words);
        above = __builtin_shufflevector(here, above, 1, 2, 3, 4);
        store(to + i, here >> by | above << 1 << (63 - by));
    }
}
#else
using Block = std::uint64_t;
constexpr int block_words = 1;

inline void load(Block& block, const std::uint64_t* from) { block = *from; }
inline void store(std::uint64_t* to, const Block& block) { *to = block; }
inline bool any(const Block& block) { return block != 0; }

template <int Words, typename Operation>
inline void combine(std::uint64_t* to, const std::uint64_t* from, Operation operation) {
    for (int i = 0; i < Words; ++i) operation(to[i], from[i]);
}

template <int Words>
inline bool any_of(const std::uint64_t* words) {
    std::uint64_t all = 0;
    for (int i = 0; i < Words; ++i) all |= words[i];
    return all != 0;
}

template <int Words>
inline void shift_up(std::uint64_t* to, const std::uint64_t* from, int by) {
    for (int i = 0; i < Words; ++i)
        to[i] = from[i] << by | (i > 0 ? from[i - 1] : 0) >> 1 >> (63 - by);
}

template <int Words>
inline void shift_down(std::uint64_t* to, const std::uint64_t* from, int by) {
    for (int i = 0; i < Words; ++i)
        to[i] = from[i] >> by | (i + 1 < Words ? from[i + 1] : 0) << 1 << (63 - by);
}
#endif

/// A set of numbers below `Words` * 64, empty when made with `{}`.
template <int Words>
struct alignas(Words % 8 == 0 ? 64 : 32) BitSet {
    static_assert(Words % 4 == 0);  // whole blocks
    static constexpr int capacity = Words * 64;

    std::array<std::uint64_t, Words> word;

    bool test(int member) const { return word[member >> 6] >> (member & 63) & 1; }
    void set(int member) { word[member >> 6] |= std::uint64_t{1} << (member & 63); }
    void reset(int member) { word[member >> 6] &= ~(std::uint64_t{1} << (member & 63)); }

    bool any() const { return any_of<Words>(word.data()); }

    int count() const {
        int total = 0;
        for (auto w : word) total += std::popcount(w);
        return total;
    }

    /// The member that comes after `rank` smaller ones. There must be one.
    int nth(int rank) const {
        int at = 0;
        for (int here; rank >= (here = std::popcount(word[at])); ++at) rank -= here;
        auto w = word[at];
        while (rank-- > 0) w &= w - 1;
        return at * 64 + std::countr_zero(w);
    }

    /// The `length` bits from `first` on, at most 64 of them, as a word. All must be in range.
    std::uint64_t slice(int first, int length) const {
        const int at = first >> 6, shift = first & 63;
        std::uint64_t bits = word[at] >> shift;
        if (shift + length > 64) bits |= word[at + 1] << (64 - shift);
        return bits & ~std::uint64_t{0} >> (64 - length);
    }

    /// Every member larger by less than 64; what leaves the range is lost.
    BitSet raised(int by) const {
        BitSet moved;
        shift_up<Words>(moved.word.data(), word.data(), by);
        return moved;
    }
    /// Every member smaller, likewise.
    BitSet lowered(int by) const {
        BitSet moved;
        shift_down<Words>(moved.word.data(), word.data(), by);
        return moved;
    }

    /// The members that a set of another capacity can hold.
    template <int Others>
    BitSet<Others> resized() const {
        BitSet<Others> copy{};
        std::copy_n(word.begin(), std::min(Words, Others), copy.word.begin());
        return copy;
    }

    template <typename Visit>
    void for_each(Visit visit) const {
        for (int i = 0; i < Words; ++i)
            for (auto w = word[i]; w != 0; w &= w - 1) visit(i * 64 + std::countr_zero(w));
    }

    BitSet& operator|=(const BitSet& other) {
        combine<Words>(word.data(), other.word.data(), [](auto& a, const auto& b) { a |= b; });
        return *this;
    }
    BitSet& operator&=(const BitSet& other) {
        combine<Words>(word.data(), other.word.data(), [](auto& a, const auto& b) { a &= b; });
        return *this;
    }
    /// Remove the members of another set.
    BitSet& operator-=(const BitSet& other) {
        combine<Words>(word.data(), other.word.data(), [](auto& a, const auto& b) { a &= ~b; });
        return *this;
    }
    friend BitSet operator~(BitSet a) {
        for (auto& w : a.word) w = ~w;
        return a;
    }
    friend BitSet operator|(BitSet a, const BitSet& b) { return a |= b; }
    friend BitSet operator&(BitSet a, const BitSet& b) { return a &= b; }
    friend BitSet operator-(BitSet a, const BitSet& b) { return a -= b; }
    friend bool operator==(const BitSet&, const BitSet&) = default;
};

/// Visit the bits of a word.
template <typename Visit>
void for_each_bit(std::uint64_t word, Visit visit) {
    for (; word != 0; word &= word - 1) visit(std::countr_zero(word));
}

}  // namespace cornerwise
