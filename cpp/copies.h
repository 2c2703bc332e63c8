// How many copies of each piece there are beyond the first.
#pragma once

#include <cstdint>

namespace cornerwise {

/// Two bits for each piece, in one word. Most hands have no copies, and then it is 0. So sets of
/// pieces stay sets of bits, and only what counts pieces or cells looks here.
class Copies {
public:
    static constexpr int most = 3;  // of a piece

    bool any() const { return word_ != 0; }
    int of(int piece) const { return static_cast<int>(word_ >> 2 * piece & most); }
    /// There must be room for so many, and none of this piece yet.
    void add(int piece, int count) { word_ |= std::uint64_t(count) << 2 * piece; }
    /// There must be one.
    void take(int piece) { word_ -= std::uint64_t{1} << 2 * piece; }

private:
    std::uint64_t word_ = 0;
};

}  // namespace cornerwise
