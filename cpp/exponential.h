// The exponential function by arithmetic that rounds alike on every machine.
#pragma once

#include <algorithm>

namespace cornerwise {

/// e to the power of x <= 0.
inline float exponential(float x) {
    x = std::max(x, -80.0f) / 256;
    float power = 1 + x * (1 + x * (0.5f + x * (1.0f / 6)));
    for (int doubling = 0; doubling < 8; ++doubling) power *= power;
    return power;
}

}  // namespace cornerwise
