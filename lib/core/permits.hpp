#pragma once

#include <coinformer/core/wakeup.hpp>

#include <cstddef>
#include <utility>

namespace coinformer::detail {

/// A counting semaphore for coroutines on one strand: at most `count` of them hold a permit at the same time.
class permits {
public:
    explicit permits(std::size_t count) noexcept : free_(count) {}

    /// The right to go on. Its destructor returns it.
    class permit {
    public:
        explicit permit(permits& owner) noexcept : owner_(&owner) {}
        permit(permit&& o) noexcept : owner_(std::exchange(o.owner_, nullptr)) {}
        permit& operator=(permit&&) = delete;
        ~permit()
        {
            if (!owner_) return;
            ++owner_->free_;
            owner_->returned_.notify();
        }

    private:
        permits* owner_;
    };

    /// Waits for a permit.
    ///
    /// Cancel     At any time; no permit is lost.
    [[nodiscard]] task<permit> acquire() &
    {
        while (free_ == 0) co_await returned_.wait();
        --free_;
        co_return permit(*this);
    }

private:
    std::size_t free_;
    wakeup returned_;
};

} // namespace coinformer::detail
