#include "crew.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace cornerwise {

namespace {

constexpr auto patience = std::chrono::microseconds(200);  // before a helper sleeps

#ifdef _WIN32
int process() { return 0; }  // nothing is forked there
#else
int process() { return static_cast<int>(getpid()); }
#endif

}  // namespace

struct Crew::Shared {
    using Work = std::function<void(std::size_t)>;

    const int owner = process();
    std::mutex lock;
    std::condition_variable woken;
    std::atomic<unsigned> round{0};    // of work; it changes when there is more
    std::atomic<std::size_t> busy{0};  // helpers that are not done with this round
    const Work* work = nullptr;        // of this round; nothing when all shall end
    std::size_t wanted = 0;            // helpers of this round
    std::vector<std::thread> helpers;

    ~Shared() {
        announce(nullptr, 0);
        for (auto& helper : helpers) helper.join();
    }

    void announce(const Work* next, std::size_t count) {
        {
            const std::lock_guard guard(lock);
            work = next;
            wanted = count;
            busy = count;
            ++round;
        }
        woken.notify_all();
    }

    /// What a helper does, from the round on in which it was begun.
    void help(std::size_t number, unsigned seen) {
        for (;;) {
            seen = next_round(seen);
            const Work* now = nullptr;
            bool needed = false;
            {
                const std::lock_guard guard(lock);
                now = work;
                needed = number <= wanted;
            }
            if (!now) return;
            if (!needed) continue;
            (*now)(number);
            --busy;
        }
    }

    unsigned next_round(unsigned seen) {
        const auto end = std::chrono::steady_clock::now() + patience;
        while (round == seen) {
            if (std::chrono::steady_clock::now() < end) {
                breathe();
                continue;
            }
            std::unique_lock guard(lock);
            woken.wait(guard, [&] { return round != seen; });
        }
        return round;
    }

    /// Have so many helpers, if the machine gives them.
    std::size_t grow(std::size_t count) {
        try {
            helpers.reserve(count);
            while (helpers.size() < count)
                helpers.emplace_back(&Shared::help, this, helpers.size() + 1, round.load());
        } catch (const std::system_error&) {
            // Those that there are do all the work.
        }
        return std::min(count, helpers.size());
    }
};

Crew::Crew() = default;
Crew::~Crew() {
    // Threads do not come along into a forked process: there is nobody to wait for.
    if (shared_ && shared_->owner != process()) static_cast<void>(shared_.release());
}

void Crew::run(std::size_t helpers, const std::function<void(std::size_t)>& work) {
    if (helpers == 0) return work(0);
    if (shared_ && shared_->owner != process()) static_cast<void>(shared_.release());
    if (!shared_) shared_ = std::make_unique<Shared>();
    shared_->announce(&work, shared_->grow(helpers));
    work(0);
    await([&] { return shared_->busy == 0; });
}

}  // namespace cornerwise
