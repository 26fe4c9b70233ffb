#pragma once

#include <cstdint>
#include <exception>
#include <utility>

namespace coinformer::detail {

/// Why waits end before what they wait for, as long as it holds. Who was told a cause and waits again is told the next
/// one, and does not spin: whoever can be waited on remembers up to which number it has told.
class wait_cause {
public:
    /// A new one: the last counts.
    void set(std::exception_ptr cause)
    {
        cause_ = std::move(cause);
        ++number_;
    }
    /// What is left of older ones, if anything.
    void fall_back(std::exception_ptr older) { cause_ = std::move(older); }

    /// Of the last one; 0: there never was any.
    std::uint64_t number() const noexcept { return number_; }
    bool is_news(std::uint64_t told) const noexcept { return cause_ && number_ > told; }
    /// Nothing, when there is none.
    void rethrow() const
    {
        if (cause_) std::rethrow_exception(cause_);
    }

private:
    std::exception_ptr cause_;
    std::uint64_t number_ = 0;
};

} // namespace coinformer::detail
