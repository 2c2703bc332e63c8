// Four numbers that are worked on at once. Each is rounded as it would be alone.
#pragma once

#include <array>
#include <cstring>

#include "compiler.h"

namespace cornerwise {

/// How four numbers are kept.
struct alignas(16) FourKept {
    std::array<float, 4> at{};

    float& operator[](int i) { return at[i]; }
    float operator[](int i) const { return at[i]; }
    friend bool operator==(const FourKept&, const FourKept&) = default;
};

#if defined(CORNERWISE_VECTORS)
using Four = float __attribute__((vector_size(16)));

inline Four at_least(Four x, float least) { return x < least ? Four{} + least : x; }
#else
struct Four {
    std::array<float, 4> at;

    float& operator[](int i) { return at[i]; }
    float operator[](int i) const { return at[i]; }
    template <typename Operation>
    Four& change(const Four& other, Operation operation) {
        for (int i = 0; i < 4; ++i) at[i] = operation(at[i], other[i]);
        return *this;
    }
    static Four all(float x) { return {{x, x, x, x}}; }

    Four& operator+=(const Four& other) {
        return change(other, [](float a, float b) { return a + b; });
    }
    Four& operator*=(const Four& other) {
        return change(other, [](float a, float b) { return a * b; });
    }
    friend Four operator+(Four a, const Four& b) { return a += b; }
    friend Four operator+(float a, const Four& b) { return all(a) + b; }
    friend Four operator*(Four a, const Four& b) { return a *= b; }
    friend Four operator*(Four a, float b) { return a *= all(b); }
    friend Four operator-(Four a, float b) { return a += all(-b); }
    friend Four operator/(Four a, float b) {
        return a.change(all(b), [](float a, float b) { return a / b; });
    }
};

inline Four at_least(Four x, float least) {
    return x.change(Four::all(least), [](float a, float b) { return a < b ? b : a; });
}
#endif

inline Four loaded(const float* from) {
    Four four;
    std::memcpy(&four, from, sizeof(Four));
    return four;
}
inline Four loaded(const FourKept& from) { return loaded(from.at.data()); }
inline void store(float* to, const Four& four) { std::memcpy(to, &four, sizeof(Four)); }
inline void store(FourKept& to, const Four& four) { store(to.at.data(), four); }

}  // namespace cornerwise
