// Seconds on a clock that never runs backwards.
#pragma once

#include <chrono>

namespace cornerwise {

inline double now() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace cornerwise
