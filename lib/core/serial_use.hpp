#pragma once

#ifndef NDEBUG
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#endif

namespace coinformer::detail {

/// Notices in debug builds that two threads use an object at the same time that belongs to one serial
/// executor. It says so on stderr, with what to do about it, and aborts the process: the alternative is a
/// crash somewhere else, without a word. With NDEBUG it is empty and does nothing.
///
/// The check can only see threads that meet, so its silence proves nothing.
class serial_use {
public:
    class turn;

#ifndef NDEBUG
private:
    // The order is relaxed so that the thread sanitizer still sees a race of the threads that this check has
    // not seen.
    static constexpr auto order = std::memory_order_relaxed;

    /// Returns false if the calling thread is inside already, in an outer function.
    bool entered()
    {
        auto const me = std::this_thread::get_id();
        std::thread::id inside;
        if (inside_.compare_exchange_strong(inside, me, order)) return true;
        if (inside == me) return false;
        std::fputs(
            "coinformer: two threads use a nursery at the same time, but its executor has to be serial. "
            "Make the nursery on boost::asio::make_strand(executor), and call it on that strand only; "
            "or run the io_context with one thread.\n",
            stderr);
        std::abort();
    }

    std::atomic<std::thread::id> inside_{};
#endif
};

#ifndef NDEBUG

/// A stretch of code in which no other thread may be. Stretches of one thread may be nested.
class [[nodiscard]] serial_use::turn {
public:
    explicit turn(serial_use& object) : object_(object), is_outermost_(object.entered()) {}
    turn(turn const&) = delete;
    turn& operator=(turn const&) = delete;
    ~turn()
    {
        if (is_outermost_) object_.inside_.store({}, order);
    }

private:
    serial_use& object_;
    bool is_outermost_;
};

#else

class [[nodiscard]] serial_use::turn {
public:
    explicit turn(serial_use&) noexcept {}
    ~turn() {} // not trivial, so that the compiler does not warn of an unused variable
};

#endif

} // namespace coinformer::detail
