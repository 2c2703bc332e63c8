// The exponential function by arithmetic that rounds alike on every machine.
#pragma once

#include <algorithm>

#include "four.h"

namespace cornerwise {

inline float at_least(float x, float least) { return std::max(x, least); }

/// e to the power of x <= 0, of one number or of four.
template <typename Number>
Number exponential(Number x) {
    x = at_least(x, -80.0f) / 256.0f;
    Number power = 1.0f + x * (1.0f + x * (0.5f + x * (1.0f / 6)));
    for (int doubling = 0; doubling < 8; ++doubling) power *= power;
    return power;
}

}  // namespace cornerwise
