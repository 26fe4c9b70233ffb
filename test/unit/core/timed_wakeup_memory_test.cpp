// A timed_wakeup that has no memory for an earlier alarm. Each allocation fails in its turn.

#include "core/timed_wakeup.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>

#include "catch.hpp"
#include "unit/cache/allocated.hpp"

namespace timed_wakeup_memory {

using namespace coinformer;
using namespace std::chrono_literals;

/// Waits once. Tells when that has ended, well or not.
task<> wait_once(detail::timed_wakeup& wakeup, time_point when, bool& has_ended)
{
    try {
        co_await wakeup.wait_until(when);
    } catch (std::exception const&) { // there was no memory
    }
    has_ended = true;
}

} // namespace timed_wakeup_memory

TEST_CASE("a waiter is woken by its time though another one has no memory for an earlier alarm, whichever "
          "allocation fails")
{
    using namespace timed_wakeup_memory;
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        boost::asio::io_context io;
        testing::virtual_clock time(io);
        detail::timed_wakeup wakeup(time, io.get_executor());
        bool first_has_ended = false, second_has_ended = false;
        auto first = wait_once(wakeup, time.now() + 10s, first_has_ended);
        auto second = wait_once(wakeup, time.now() + 3s, second_has_ended);
        boost::asio::co_spawn(io, std::move(first), boost::asio::detached);
        time.settle();
        boost::asio::co_spawn(io, std::move(second), boost::asio::detached);
        was_short = meets_shortage(count, how, [&] { time.settle(); });
        time.run_for(10s);
        REQUIRE(first_has_ended);
        REQUIRE(time.armed() == 0);
    }
    CHECK(count > 2); // otherwise no alarm has failed
}
