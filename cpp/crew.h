// Threads that help with work of many like parts.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <thread>

namespace cornerwise {

/// Tell the processor that this thread looks at the same place again and again.
inline void breathe() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Wait for what other threads do at this moment: first without giving the processor away, which
/// costs far more than the work that is waited for.
template <typename Done>
void await(const Done& done) {
    for (int looks = 0; !done(); ++looks)
        if (looks < 4096)
            breathe();
        else
            std::this_thread::yield();
}

/// Helpers that wait for work. They look for more of it for a moment before they sleep, so that
/// even short work is worth sharing. The first work begins them. A process that was forked begins
/// its own.
class Crew {
public:
    Crew();
    ~Crew();

    /// Call `work` with 0 in this thread and with 1 to `helpers` in others, and wait for all. If
    /// the machine gives fewer threads there are fewer calls. It must not throw.
    void run(std::size_t helpers, const std::function<void(std::size_t)>& work);

private:
    struct Shared;

    std::unique_ptr<Shared> shared_;
};

}  // namespace cornerwise
