#include "core/context_member.hpp"
#include "core/process_wide.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include <ctime>
#include <memory>
#include <optional>
#include <utility>

namespace coinformer {

using namespace detail;

namespace asio = boost::asio;

namespace {

// std::chrono::steady_clock would not do: on Linux it stands still while the machine is suspended, and a
// lease that has ended meanwhile would seem to be valid. Asio reads this clock whenever any of its timers
// fires, and so finds the overdue timers then.
struct machine_clock {
    using duration = coinformer::duration;
    using time_point = coinformer::time_point;

    static time_point now() noexcept
    {
#ifdef CLOCK_BOOTTIME
        std::timespec t{};
        if (::clock_gettime(CLOCK_BOOTTIME, &t) == 0)
            return time_point(std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec));
#endif
        return std::chrono::steady_clock::now();
    }
};

/// A timer of Asio that may outlive its execution context, and whose cancel() also holds back a completion
/// that is queued already: each start has its own flag `armed_`, which the completion checks.
class system_timer final : public timer, private context_member {
public:
    explicit system_timer(executor ex) : context_member(ex), timer_(std::in_place, std::move(ex)) {}

    ~system_timer() override { cancel(); }

    void start(time_point when, std::function<void()> fire) override
    {
        cancel();
        if (!timer_) return;
        timer_->expires_at(when);
        armed_ = std::make_shared<bool>(true);
        timer_->async_wait([armed = armed_, fire = std::move(fire)](error_code) {
            if (*armed) fire();
        });
    }

    void cancel() noexcept override
    {
        // The flag is written once: a completion may be reading it on the executor when another thread
        // destroys a timer that has been cancelled.
        auto const armed = std::exchange(armed_, nullptr);
        if (!armed) return;
        *armed = false;
        if (timer_) timer_->cancel();
    }

private:
    void context_ends() noexcept override { timer_.reset(); }

    std::optional<asio::basic_waitable_timer<machine_clock>> timer_; // empty when the context has ended
    std::shared_ptr<bool> armed_;
};

/// The clocks and timers of the machine. Any thread may use it; each timer belongs to its executor.
class system_time_source final : public time_source {
public:
    time_point now() const noexcept override { return machine_clock::now(); }
    wall_time wall_now() const noexcept override { return std::chrono::system_clock::now(); }
    std::unique_ptr<timer> make_timer(executor ex) override
    {
        return std::make_unique<system_timer>(std::move(ex));
    }
};

} // namespace

time_source& system_time()
{
    static auto& source = process_wide<system_time_source>();
    return source;
}

task<> time_source::sleep_until(time_point when)
{
    executor const ex = co_await asio::this_coro::executor;
    wakeup due;
    bool over = false;
    auto alarm = make_timer(ex);
    alarm->start(when, [&due, &over] {
        over = true;
        due.notify();
    });
    while (!over) co_await due.wait();
}

} // namespace coinformer
