// Memory that is not touched before it is needed.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace cornerwise {

/// Room for so many items, none of which is made: what is never used costs nothing.
template <typename Item>
class Array {
public:
    Array() = default;
    explicit Array(std::size_t count)
        : items_(static_cast<Item*>(
              ::operator new[](count * sizeof(Item), std::align_val_t{alignment}))) {}

    Item& operator[](std::size_t at) const { return items_[at]; }

private:
    static constexpr std::size_t alignment = 64;  // a line of the caches
    struct Free {
        void operator()(Item* items) const {
            ::operator delete[](items, std::align_val_t{alignment});
        }
    };

    std::unique_ptr<Item[], Free> items_;
};

}  // namespace cornerwise
