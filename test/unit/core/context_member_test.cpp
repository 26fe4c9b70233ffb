// The library's objects that live on an execution context are destroyed with it, or let go of it: waiting
// coroutines with their frames, strands and timers. Run these tests with a sanitizer that finds leaks;
// without it they only see that frames are destroyed.

#include "core/run_on.hpp"
#include "core/strand_of.hpp"
#include "core/timed_wakeup.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/with_timeout.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include <thread>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

/// Counts the coroutine frames that hold a copy of it.
class frame_count {
public:
    explicit frame_count(int& alive) : alive_(&alive) { ++*alive_; }
    frame_count(frame_count&& other) noexcept : alive_(std::exchange(other.alive_, nullptr)) {}
    ~frame_count()
    {
        if (alive_) --*alive_;
    }

private:
    int* alive_;
};

task<> sleeps(frame_count, time_source& time)
{
    co_await time.sleep_for(1h);
}

task<> waits(frame_count, wakeup& for_this)
{
    co_await for_this.wait();
}

} // namespace

TEST_CASE("a task that sleeps is destroyed with its io_context")
{
    int alive = 0;
    {
        asio::io_context io;
        asio::co_spawn(io, sleeps(frame_count(alive), system_time()), asio::detached);
        io.poll();
        CHECK(alive == 1);
    }
    CHECK(alive == 0);
}

TEST_CASE(
    "a task that sleeps on a virtual clock is destroyed with its io_context, also if it runs on a strand")
{
    int alive = 0;
    {
        asio::io_context io;
        auto const clock = std::make_unique<testing::virtual_clock>(io);
        asio::co_spawn(io, sleeps(frame_count(alive), *clock), asio::detached);
        asio::co_spawn(strand_of(io.get_executor()), sleeps(frame_count(alive), *clock), asio::detached);
        io.poll();
        CHECK(alive == 2);
    }
    CHECK(alive == 0);
}

TEST_CASE("a virtual clock may also be destroyed after the tasks that sleep on it")
{
    int alive = 0;
    {
        auto io = std::make_unique<asio::io_context>();
        testing::virtual_clock clock(*io);
        asio::co_spawn(*io, sleeps(frame_count(alive), clock), asio::detached);
        io->poll();
        CHECK(alive == 1);
        io.reset();
        CHECK(clock.armed() == 0);
    }
    CHECK(alive == 0);
}

TEST_CASE("a task that waits for a wakeup is destroyed with its io_context, whether the wakeup or the "
          "io_context goes first")
{
    int alive = 0;
    SECTION("the io_context")
    {
        wakeup never;
        {
            asio::io_context io;
            asio::co_spawn(io, waits(frame_count(alive), never), asio::detached);
            io.poll();
            CHECK(alive == 1);
        }
        CHECK(alive == 0);
        never.notify(); // the waiter is gone
    }
    SECTION("the wakeup")
    {
        asio::io_context io;
        {
            wakeup never;
            asio::co_spawn(io, waits(frame_count(alive), never), asio::detached);
            io.poll();
            CHECK(alive == 1);
        }
    }
    CHECK(alive == 0);
}

TEST_CASE("a wait ends with a cancellation when its wakeup is destroyed")
{
    asio::io_context io;
    std::optional<wakeup> going;
    going.emplace();
    std::exception_ptr failure;
    int alive = 0;
    asio::co_spawn(io, waits(frame_count(alive), *going), [&](std::exception_ptr e) { failure = e; });
    io.poll();
    going.reset();
    CHECK(!failure); // the waiter runs later, not inside of the destructor
    io.poll();
    REQUIRE(failure);
    try {
        std::rethrow_exception(failure);
    } catch (boost::system::system_error const& e) {
        CHECK(e.code() == condition::cancelled);
    }
}

TEST_CASE("tasks that wait for each other on strands are destroyed with their thread pool")
{
    int alive = 0;
    {
        asio::thread_pool threads(2);
        auto const mine = strand_of(threads.get_executor()), other = strand_of(threads.get_executor());
        auto body = [&]() -> task<> {
            co_await with_timeout(system_time(), 1h,
                                  run_on(other, sleeps(frame_count(alive), system_time())));
        };
        std::atomic<bool> begun{false};
        asio::co_spawn(mine, body(), asio::detached);
        asio::post(mine, [&] { asio::post(other, [&] { begun = true; }); });
        while (!begun) std::this_thread::yield();
        threads.stop();
        threads.join();
        CHECK(alive == 1);
    }
    CHECK(alive == 0);
}

TEST_CASE("the children of a nursery are destroyed with their io_context, and so is the task that joins them")
{
    int alive = 0;
    auto parent = [](int& counted) -> task<> {
        frame_count const me(counted);
        nursery children(co_await asio::this_coro::executor);
        for (int i = 0; i < 3; ++i) children.start(sleeps(frame_count(counted), system_time()));
        co_await children.join();
    };
    {
        asio::io_context io;
        asio::co_spawn(strand_of(io.get_executor()), parent(alive), asio::detached);
        io.poll();
        CHECK(alive == 4);
    }
    CHECK(alive == 0);
}

TEST_CASE("a strand and a timer may outlive their io_context, and do nothing after that")
{
    auto io = std::make_unique<asio::io_context>();
    auto const strand = strand_of(io->get_executor());
    auto const outer = bound(io->get_executor());
    auto const alarm = system_time().make_timer(strand);
    int calls = 0;
    alarm->start(system_time().now() + 1h, [&] { ++calls; });
    auto const held = std::make_shared<int>(0);
    asio::post(strand, [&calls, held] { ++calls; });
    io.reset();
    CHECK(held.use_count() == 1); // the queued function was destroyed
    alarm->start(system_time().now(), [&] { ++calls; });
    alarm->cancel();
    asio::post(strand, [&calls, held] { ++calls; });
    asio::dispatch(outer, [&calls, held] { ++calls; });
    CHECK(held.use_count() == 1);
    CHECK(calls == 0);
}

TEST_CASE("a strand runs a dispatched function at once if it comes from inside, and a posted one later")
{
    asio::io_context io;
    auto const strand = strand_of(io.get_executor());
    std::string order;
    asio::post(strand, [&] {
        asio::post(strand, [&] { order += "c"; });
        asio::dispatch(strand, [&] { order += "a"; });
        order += "b";
    });
    io.run();
    CHECK(order == "abc");
}

TEST_CASE("a task on a strand keeps its io_context running while it waits")
{
    asio::io_context io;
    auto const strand = strand_of(io.get_executor());
    wakeup due;
    bool over = false;
    auto body = [&]() -> task<> {
        co_await due.wait();
        over = true;
    };
    asio::co_spawn(strand, body(), asio::detached);
    io.poll();
    CHECK_FALSE(io.stopped()); // an io_context stops when it has no work left
    asio::post(strand, [&] { due.notify(); });
    io.run();
    CHECK(over);
}
