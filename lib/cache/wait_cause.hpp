#pragma once

#include <cstdint>
#include <exception>
#include <utility>

namespace coinformer::detail {

/// Why waits end before what they wait for, as long as it holds. A wait ends with a cause that nobody was told before
/// the wait began: who waits again after it was told waits for what the next attempt brings, and does not spin.
class wait_cause {
public:
    /// nullptr: it holds no more.
    void set(std::exception_ptr cause)
    {
        if (cause && cause != cause_) ++number_;
        cause_ = std::move(cause);
    }
    /// What a wait remembers when it begins.
    std::uint64_t begin() const noexcept { return told_; }
    void rethrow_since(std::uint64_t begun)
    {
        if (!cause_ || number_ <= begun) return;
        told_ = number_;
        std::rethrow_exception(cause_);
    }
    /// For waits that nothing else will end.
    void rethrow() const
    {
        if (cause_) std::rethrow_exception(cause_);
    }

private:
    std::exception_ptr cause_;
    std::uint64_t number_ = 0, told_ = 0; // of the cause; up to which somebody was told
};

} // namespace coinformer::detail
