#pragma once

#include <cstddef>

namespace coinformer::detail {

/// Counts one more in `counter` while it exists, for example a coroutine that waits: the count goes down
/// again when the coroutine goes on, fails, is cancelled or is destroyed.
///
/// Threads    those of the counter, which has no lock of its own.
/// Lifetime   The counter outlives this object.
class scoped_count {
public:
    explicit scoped_count(std::size_t& counter) noexcept : counter_(counter) { ++counter_; }
    scoped_count(scoped_count const&) = delete;
    ~scoped_count() { --counter_; }

private:
    std::size_t& counter_;
};

/// Sets a flag, which is a bool or a std::atomic<bool>, while it exists. It is for what happens at most once
/// at a time: the caller has made sure that the flag is not set, or is the one that has just set it.
template <class Flag>
class scoped_flag {
public:
    explicit scoped_flag(Flag& flag) noexcept : flag_(flag) { flag_ = true; }
    scoped_flag(scoped_flag const&) = delete;
    ~scoped_flag() { flag_ = false; }

private:
    Flag& flag_;
};

} // namespace coinformer::detail
