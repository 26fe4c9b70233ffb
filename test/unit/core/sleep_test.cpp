#include <coinformer/core/error.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>

#include "catch.hpp"
#include "core/exceptions.hpp"

using namespace coinformer;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

/// A coroutine that sleeps, an hour after the epoch of its clock.
struct sleeping {
    explicit sleeping(duration how_long)
    {
        time.run_for(1h);
        asio::co_spawn(io, time.sleep_for(how_long),
                       asio::bind_cancellation_slot(stop.slot(), [this](std::exception_ptr e) {
                           has_ended = true;
                           failure = e;
                       }));
        time.settle();
    }

    asio::io_context io;
    testing::virtual_clock time{io};
    asio::cancellation_signal stop;
    bool has_ended = false;
    std::exception_ptr failure;
};

} // namespace

TEST_CASE("a sleep of duration::max() goes on for ever, and can be cancelled")
{
    sleeping w(duration::max());
    w.time.run_for(100'000h);
    CHECK_FALSE(w.has_ended);
    w.stop.emit(asio::cancellation_type::terminal);
    w.time.settle();
    CHECK(w.has_ended);
    CHECK(detail::is_cancellation(w.failure));
    CHECK(w.time.armed() == 0);
}

TEST_CASE("a time after now is the last one that can be told if the sum would be later")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    CHECK(time.after(duration::max()) == time_point::max());
    time.run_for(1h);
    CHECK(time.after(duration::max()) == time_point::max());
    CHECK(time.after(duration::max() - 1h) == time_point::max());
    CHECK(time.after(duration::max() - 1h - 1ns) == time_point::max() - 1ns);
    CHECK(time.after(5s) == time_point(1h + 5s));
    CHECK(time.after(0s) == time_point(1h));
    CHECK(time.after(-5s) == time_point(1h - 5s));
}
