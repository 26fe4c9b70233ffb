#include "outside_threads.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <poll.h>
#include <stdexcept>
#include <sys/eventfd.h>
#include <unistd.h>

namespace hostile {

outside_threads::outside_threads() : stop_event_(::eventfd(0, EFD_CLOEXEC))
{
    if (stop_event_ == -1) throw std::runtime_error("eventfd");
}

outside_threads::~outside_threads()
{
    ::close(stop_event_);
}

outside_threads::waiter& outside_threads::enter()
{
    std::lock_guard const lock(mutex_);
    return waiters_.emplace_back();
}

void outside_threads::leave(waiter& self)
{
    std::lock_guard const lock(mutex_);
    waiters_.remove_if([&](waiter const& w) { return &w == &self; });
}

void outside_threads::wait(waiter& self, int socket, short events)
{
    {
        std::lock_guard const lock(mutex_);
        self = {.waits = true, .socket = socket, .events = events};
    }
    pollfd both[]{{socket, events, 0}, {stop_event_, POLLIN, 0}};
    while (::poll(both, 2, -1) == -1 && errno == EINTR) {
    }
    std::lock_guard const lock(mutex_);
    self = {};
    if (stops_) throw over();
}

void outside_threads::sleep(waiter& self, coinformer::duration time)
{
    std::unique_lock lock(mutex_);
    auto const until = now_ + time;
    self = {.waits = true, .until = until};
    time_passed_.wait(lock, [&] { return stops_ || now_ >= until; });
    self = {};
    if (stops_) throw over();
}

void outside_threads::stop()
{
    std::lock_guard const lock(mutex_);
    stops_ = true;
    std::uint64_t const one = 1;
    (void)!::write(stop_event_, &one, sizeof one);
    time_passed_.notify_all();
}

bool outside_threads::is_quiet()
{
    std::lock_guard const lock(mutex_);
    return std::ranges::all_of(waiters_, [&](waiter const& w) {
        if (!w.waits) return false;
        if (w.events == 0) return *w.until > now_;
        pollfd one{w.socket, w.events, 0};
        return ::poll(&one, 1, 0) == 0; // otherwise the thread is about to go on
    });
}

// On a busy machine the kernel delivers bytes on loopback some time after send(2) has returned. It tells a
// sender that there is room again only when the reader has acknowledged bytes, which takes 40 ms, and 200 ms
// at most.
std::chrono::microseconds outside_threads::settling_time()
{
    std::lock_guard const lock(mutex_);
    bool const waits_for_room =
        std::ranges::any_of(waiters_, [](waiter const& w) { return (w.events & POLLOUT) != 0; });
    return waits_for_room ? 250ms : 2ms;
}

std::optional<coinformer::time_point> outside_threads::next_time()
{
    std::lock_guard const lock(mutex_);
    std::optional<coinformer::time_point> next;
    for (auto const& w : waiters_)
        if (w.until && (!next || *w.until < *next)) next = w.until;
    return next;
}

void outside_threads::advance_to(coinformer::time_point now)
{
    std::lock_guard const lock(mutex_);
    now_ = now;
    time_passed_.notify_all();
}

} // namespace hostile
