#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>

#include <stdexcept>

#include "catch.hpp"

using namespace coinformer;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

struct world {
    asio::io_context io;
    testing::virtual_clock time{io};
    int started = 0;
    int ended = 0;
    std::string outcome;
};

struct count_end {
    int& n;
    ~count_end() { ++n; }
};

task<> sleeper(world& w, duration d)
{
    ++w.started;
    count_end const guard{w.ended};
    co_await w.time.sleep_for(d);
}

task<> failing(world& w, duration after)
{
    co_await w.time.sleep_for(after);
    throw std::runtime_error("child failed");
}

task<> two_sleepers_and_a_failure(world& w)
{
    nursery children(co_await asio::this_coro::executor);
    children.start(sleeper(w, 1h));
    children.start(sleeper(w, 2h));
    children.start(failing(w, 3s));
    co_await children.join();
}

task<> two_sleepers(world& w)
{
    nursery children(co_await asio::this_coro::executor);
    children.start(sleeper(w, 1s));
    children.start(sleeper(w, 2s));
    co_await children.join();
}

task<> cancelled_by_itself(world& w)
{
    co_await w.time.sleep_for(3s);
    throw boost::system::system_error(asio::error::operation_aborted);
}

task<> a_sleeper_and_a_child_that_cancels_itself(world& w)
{
    nursery children(co_await asio::this_coro::executor);
    children.start(sleeper(w, 1h));
    children.start(cancelled_by_itself(w));
    co_await children.join();
}

task<> fails_when_it_is_stopped(world& w)
{
    try {
        co_await w.time.sleep_for(1h);
    } catch (boost::system::system_error const&) { // the stop
    }
    throw std::runtime_error("cannot clean up");
}

task<> a_child_that_fails_at_the_stop(world& w)
{
    nursery children(co_await asio::this_coro::executor);
    children.start(fails_when_it_is_stopped(w));
    co_await w.time.sleep_for(1s);
    children.request_stop();
    co_await children.join();
}

task<> two_failures(world& w)
{
    nursery children(co_await asio::this_coro::executor);
    children.start(fails_when_it_is_stopped(w));
    children.start(failing(w, 3s));
    co_await children.join();
}

task<> joined_twice(world& w)
{
    nursery children(co_await asio::this_coro::executor);
    children.start(failing(w, 3s));
    try {
        co_await children.join();
    } catch (std::runtime_error const&) {
        ++w.ended;
    }
    co_await children.join();
}

task<> stopped_at_once(world& w)
{
    nursery children(co_await asio::this_coro::executor);
    children.start(sleeper(w, 1h));
    children.request_stop();
    children.start(sleeper(w, 1h));
    co_await children.join();
}

void spawn_in_world(world& w, task<> body, asio::cancellation_signal& stop)
{
    asio::co_spawn(w.io, std::move(body),
                   asio::bind_cancellation_slot(stop.slot(), [&w](std::exception_ptr failure) {
                       try {
                           if (failure) std::rethrow_exception(failure);
                           w.outcome = "ended";
                       } catch (boost::system::system_error const& e) {
                           w.outcome = e.code() == condition::cancelled ? "cancelled" : e.what();
                       } catch (std::exception const& e) {
                           w.outcome = e.what();
                       }
                   }));
}

} // namespace

TEST_CASE("join waits for every child")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, two_sleepers(w), stop);

    w.time.run_for(1500ms);
    CHECK(w.outcome.empty());
    CHECK(w.ended == 1);

    w.time.run_for(1s);
    CHECK(w.outcome == "ended");
    CHECK(w.ended == 2);
}

TEST_CASE("the first failure stops the siblings and is rethrown by join")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, two_sleepers_and_a_failure(w), stop);

    w.time.run_for(2999ms);
    CHECK(w.started == 2);
    CHECK(w.ended == 0);
    CHECK(w.outcome.empty());

    w.time.run_for(1ms);
    CHECK(w.ended == 2);
    CHECK(w.outcome == "child failed");
    CHECK(w.time.armed() == 0);
}

TEST_CASE("cancelling join stops the children, waits for them and throws cancelled, in no time")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, two_sleepers(w), stop);
    w.time.run_for(10ms);

    stop.emit(asio::cancellation_type::terminal);
    w.time.settle();

    CHECK(w.ended == 2);
    CHECK(w.outcome == "cancelled");
}

TEST_CASE("a child that ends with a cancellation which nobody asked for has failed, and stops its siblings")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, a_sleeper_and_a_child_that_cancels_itself(w), stop);

    w.time.run_for(3s);
    CHECK(w.ended == 1);
    CHECK(w.outcome == "cancelled"); // what the child threw
}

TEST_CASE("a child that fails while it is being stopped has failed")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, a_child_that_fails_at_the_stop(w), stop);

    w.time.run_for(1s);
    CHECK(w.outcome == "cannot clean up");
}

TEST_CASE("of two failures join throws the first")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, two_failures(w), stop);

    w.time.run_for(3s);
    CHECK(w.outcome == "child failed");
}

TEST_CASE("join throws a failure once")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, joined_twice(w), stop);

    w.time.run_for(3s);
    CHECK(w.ended == 1);
    CHECK(w.outcome == "ended");
}

TEST_CASE("a child started after the stop does not run, and being stopped is no failure")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, stopped_at_once(w), stop);
    w.time.settle();

    CHECK(w.started == w.ended);
    CHECK(w.started <= 1);
    CHECK(w.outcome == "ended");
}

namespace {

task<> cancelled_before_join(world& w)
{
    bool cancelled = false;
    try {
        co_await w.time.sleep_for(1h);
    } catch (boost::system::system_error const&) {
        cancelled = true; // and goes on, as clean-up code does
    }
    nursery children(co_await asio::this_coro::executor);
    children.start(sleeper(w, 1h));
    if (cancelled) co_await children.join(); // throws before it begins
}

task<> failing_beside_cancelled(world& w)
{
    nursery children(co_await asio::this_coro::executor);
    children.start(failing(w, 0s));
    children.start(sleeper(w, 1h));
    try {
        co_await children.join();
    } catch (std::runtime_error const&) {
    }
    co_await w.time.sleep_for(1h);
}

} // namespace

TEST_CASE("a nursery that dies because its coroutine was cancelled before join() never begins its children")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, cancelled_before_join(w), stop);
    w.time.settle();

    stop.emit(asio::cancellation_type::terminal);
    w.time.run_for(2h);

    CHECK(w.outcome == "cancelled");
    CHECK(w.started == 0);
}

TEST_CASE("a cancellation that comes together with a child's failure is not forgotten")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, failing_beside_cancelled(w), stop);
    w.io.poll_one();

    stop.emit(asio::cancellation_type::terminal);
    w.time.settle();

    CHECK(w.outcome == "cancelled");
}

namespace {

/// Needs a second to clean up when it is stopped, in which a second cancellation would disturb it.
task<> tidy(world& w)
{
    try {
        co_await w.time.sleep_for(1h);
    } catch (boost::system::system_error const&) { // the stop
    }
    co_await asio::this_coro::reset_cancellation_state(asio::enable_terminal_cancellation());
    co_await w.time.sleep_for(1s);
    ++w.ended;
}

task<> stopped_twice(world& w)
{
    nursery children(co_await asio::this_coro::executor);
    CHECK_FALSE(children.stopping());
    children.start(tidy(w));
    co_await w.time.sleep_for(1s);
    children.request_stop();
    CHECK(children.stopping());
    co_await w.time.sleep_for(100ms);
    children.request_stop();
    co_await children.join();
}

task<> join_and_count(world& w, nursery& children)
{
    co_await children.join();
    ++w.ended;
}

/// The last child's end, a join, a look at whether the join has ended, and the turn in which a stop is
/// delivered are queued in this order.
task<> join_between_an_end_and_a_stop(world& w, int& joined_before_delivery)
{
    auto const ex = co_await asio::this_coro::executor;
    nursery children(ex);
    children.start([](world& of, nursery& all, int& joined) -> task<> {
        asio::post(of.io, [&of, &all, &joined] {
            asio::post(of.io,
                       [&of, &all] { asio::co_spawn(of.io, join_and_count(of, all), asio::detached); });
            asio::post(of.io, [&of, &joined] { joined = of.ended; });
            all.request_stop();
        });
        co_return;
    }(w, children, joined_before_delivery));
    co_await w.time.sleep_for(1s);
}

} // namespace

TEST_CASE("a child that is stopped twice is cancelled once")
{
    world w;
    asio::cancellation_signal stop;
    spawn_in_world(w, stopped_twice(w), stop);
    w.time.run_for(1min);
    CHECK(w.ended == 1);
    CHECK(w.outcome == "ended");
}

TEST_CASE("a join that begins when the last child has ended and a stop is still to be delivered ends after "
          "the delivery")
{
    world w;
    asio::cancellation_signal stop;
    int joined_before_delivery = -1; // nobody has looked
    spawn_in_world(w, join_between_an_end_and_a_stop(w, joined_before_delivery), stop);
    w.time.run_for(1min);
    CHECK(joined_before_delivery == 0);
    CHECK(w.ended == 1);
    CHECK(w.outcome == "ended");
}
