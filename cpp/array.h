// Memory that is not touched before it is needed.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace cornerwise {

/// Room for so many items, none of which is made: what is never used costs nothing.
template <typename Item>
class Array {
public:
    Array() = default;
    explicit Array(std::size_t count)
        : items_(static_cast<Item*>(
              ::operator new[](count * sizeof(Item), std::align_val_t{alignment}))) {
#if defined(__linux__)
        // A tree is read all over, and large pages are found sooner than small ones. Where there
        // are none this does nothing.
        constexpr std::size_t page = std::size_t{1} << 21;
        if (count * sizeof(Item) < 2 * page) return;
        const auto begin = (reinterpret_cast<std::size_t>(items_.get()) + page - 1) / page * page;
        const auto end = reinterpret_cast<std::size_t>(items_.get() + count) / page * page;
        madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
    }

    Item& operator[](std::size_t at) const { return items_[at]; }

private:
    static constexpr std::size_t alignment = 64;  // a cache line
    struct Free {
        void operator()(Item* items) const {
            ::operator delete[](items, std::align_val_t{alignment});
        }
    };

    std::unique_ptr<Item[], Free> items_;
};

}  // namespace cornerwise
