// Tests the machine's own clock, on a machine that seems to be suspended.
#ifdef __linux__
#include <coinformer/core/time_source.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include "catch.hpp"

#include <atomic>
#include <ctime>
#include <future>
#include <memory>

#include <sys/syscall.h>
#include <unistd.h>

using namespace coinformer;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

std::atomic<std::time_t> suspended_seconds = 0;

} // namespace

// Replaces the C library's function. CLOCK_BOOTTIME is the only one of Linux's clocks that counts the time of
// a suspend.
extern "C" int clock_gettime(clockid_t which, timespec* t) noexcept
{
    auto const status = static_cast<int>(::syscall(SYS_clock_gettime, which, t));
    if (which == CLOCK_BOOTTIME) t->tv_sec += suspended_seconds;
    return status;
}

TEST_CASE("the machine's time goes on while the machine is suspended")
{
    auto const before = system_time().now();
    suspended_seconds += 3600;
    CHECK(system_time().now() - before >= 1h);
    CHECK(system_time().now() - before < 2h);
}

TEST_CASE("after a suspend every overdue timer fires together with the first timer that fires")
{
    asio::io_context io;
    bool in_an_hour = false, in_a_day = false;
    auto const start = [&](duration after, std::function<void()> fire) {
        auto alarm = system_time().make_timer(io.get_executor());
        alarm->start(system_time().now() + after, std::move(fire));
        return alarm;
    };
    auto const hour = start(1h, [&] { in_an_hour = true; });
    auto const day = start(24h, [&] { in_a_day = true; });
    auto const soon = start(5ms, [] {});
    suspended_seconds += 2 * 3600;
    io.run_one();
    io.poll();
    CHECK(in_an_hour);
    CHECK_FALSE(in_a_day);
}

TEST_CASE("a timer that is cancelled does not fire, and does not keep its io_context running")
{
    asio::io_context io;
    bool fired = false;
    auto const alarm = system_time().make_timer(io.get_executor());
    alarm->start(system_time().now() + 24h, [&] { fired = true; });
    alarm->cancel();
    alarm->cancel();
    io.run();
    CHECK_FALSE(fired);
}

// The thread sanitizer finds a timer that touches what its completion reads.
TEST_CASE("a timer that was cancelled may be destroyed by another thread, while its executor still works")
{
    asio::thread_pool threads(1);
    std::atomic<int> fired = 0;
    for (int i = 0; i != 200; ++i) {
        std::unique_ptr<timer> alarm;
        auto const cancelled = std::make_shared<std::promise<void>>(); // outlives its set_value()
        asio::post(threads, [&, cancelled] {
            alarm = system_time().make_timer(threads.get_executor());
            alarm->start(system_time().now() + 24h, [&fired] { ++fired; });
            alarm->cancel();
            cancelled->set_value();
        });
        cancelled->get_future().wait();
        alarm.reset();
    }
    threads.join();
    CHECK(fired == 0);
}
#endif
