// A small, fast source of random numbers that gives the same numbers on every machine.
#pragma once

#include <cstdint>

namespace cornerwise {

/// SplitMix64: one addition and a mixing of bits for each number.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
    /// What the next numbers follow from: a source that starts with it gives the same ones.
    std::uint64_t state() const { return state_; }
    /// A number from 0 to `bound` - 1.
    int below(int bound) {
        return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(bound) >> 32);
    }
    /// A number from 0 to just under 1.
    float unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

private:
    std::uint64_t state_;
};

}  // namespace cornerwise
