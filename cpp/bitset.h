// Small sets of numbers as words of bits: cells of the board, shapes round an anchor.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace cornerwise {

/// A set of numbers below `Words` * 64 (a multiple of 4), empty when made with `{}`. Sets are
/// combined by plain loops, of which the compiler makes whatever vector instructions the target
/// has.
template <int Words>
struct alignas(Words % 8 == 0 ? 64 : 32) BitSet {
    static constexpr int capacity = Words * 64;

    std::array<std::uint64_t, Words> word;

    bool test(int member) const { return word[member >> 6] >> (member & 63) & 1; }
    void set(int member) { word[member >> 6] |= std::uint64_t{1} << (member & 63); }
    void reset(int member) { word[member >> 6] &= ~(std::uint64_t{1} << (member & 63)); }

    bool any() const {
        std::uint64_t all = 0;
        for (auto w : word) all |= w;
        return all != 0;
    }

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

    template <typename Visit>
    void for_each(Visit visit) const {
        for (int i = 0; i < Words; ++i)
            for (auto w = word[i]; w != 0; w &= w - 1) visit(i * 64 + std::countr_zero(w));
    }

    BitSet& operator|=(const BitSet& other) {
        for (int i = 0; i < Words; i += step) block(i) |= other.block(i);
        return *this;
    }
    BitSet& operator&=(const BitSet& other) {
        for (int i = 0; i < Words; i += step) block(i) &= other.block(i);
        return *this;
    }
    /// Remove the members of another set.
    BitSet& operator-=(const BitSet& other) {
        for (int i = 0; i < Words; i += step) block(i) &= ~other.block(i);
        return *this;
    }
    friend BitSet operator|(BitSet a, const BitSet& b) { return a |= b; }
    friend BitSet operator&(BitSet a, const BitSet& b) { return a &= b; }
    friend BitSet operator-(BitSet a, const BitSet& b) { return a -= b; }
    friend bool operator==(const BitSet&, const BitSet&) = default;

 private:
    // Several words at a time, where the compiler can: it makes of a block what the target allows.
#if defined(__GNUC__)
    static constexpr int step = Words % 8 == 0 ? 8 : 4;
    using Block [[gnu::vector_size(step * 8), gnu::may_alias]] = std::uint64_t;
#else
    static constexpr int step = 1;
    using Block = std::uint64_t;
#endif
    Block& block(int at) { return reinterpret_cast<Block&>(word[at]); }
    const Block& block(int at) const { return reinterpret_cast<const Block&>(word[at]); }
};

/// Visit the bits of a word.
template <typename Visit>
void for_each_bit(std::uint64_t word, Visit visit) {
    for (; word != 0; word &= word - 1) visit(std::countr_zero(word));
}

}  // namespace cornerwise

// The hot functions are compiled several times and the best version for the machine is chosen when
// the library is loaded. They hold integer work only, so that every version gives the same result.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(CORNERWISE_CLONES)
#define CORNERWISE_HOT \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "arch=x86-64-v2", "default")))
#else
#define CORNERWISE_HOT
#endif
