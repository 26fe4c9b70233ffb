#include "core/blocking_call.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <pthread.h>

#include <csignal>
#include <future>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

#include "catch.hpp"
#include "scarce_executor.hpp"

using namespace coinformer;
namespace asio = boost::asio;

namespace {

/// A caller of a function that blocks, on an io_context that one thread runs.
struct blocking_world {
    std::optional<asio::io_context> io{std::in_place};
    asio::cancellation_signal stop;
    std::optional<std::exception_ptr> ended;

    void start(std::function<void(std::atomic<bool> const&)> work)
    {
        asio::co_spawn(*io, detail::run_blocking(std::move(work)),
                       asio::bind_cancellation_slot(stop.slot(),
                                                    [this](std::exception_ptr failure) { ended = failure; }));
    }
    error_code code() const
    {
        try {
            if (*ended) std::rethrow_exception(*ended);
        } catch (boost::system::system_error const& e) {
            return e.code();
        }
        return {};
    }
};

void wait_for(std::atomic<bool> const& flag)
{
    while (!flag) std::this_thread::yield();
}

} // namespace

TEST_CASE_METHOD(blocking_world, "a function that blocks runs on another thread, while the executor goes on")
{
    std::promise<void> may_end;
    std::thread::id where;
    start([&](auto const&) {
        where = std::this_thread::get_id();
        may_end.get_future().wait();
    });
    bool went_on = false;
    asio::post(*io, [&] {
        went_on = true;
        may_end.set_value();
    });
    io->run();
    CHECK(went_on);
    REQUIRE(ended);
    CHECK_FALSE(*ended);
    CHECK(where != std::this_thread::get_id());
}

TEST_CASE_METHOD(blocking_world, "what the function throws reaches the caller")
{
    start([](auto const&) { throw std::runtime_error("the disk is full"); });
    io->run();
    REQUIRE(ended);
    CHECK_THROWS_WITH(std::rethrow_exception(*ended), "the disk is full");
}

TEST_CASE_METHOD(blocking_world, "a cancelled caller tells the function, and waits until it has returned")
{
    std::atomic<bool> has_returned = false;
    start([&](std::atomic<bool> const& stopped) {
        wait_for(stopped);
        has_returned = true;
    });
    asio::post(*io, [&] { stop.emit(asio::cancellation_type::terminal); });
    io->run();
    REQUIRE(ended);
    CHECK(has_returned);
    CHECK(code() == condition::cancelled);
}

TEST_CASE_METHOD(blocking_world, "the end of the execution context tells the function, and waits for it")
{
    std::atomic<bool> has_begun = false, has_returned = false;
    start([&](std::atomic<bool> const& stopped) {
        has_begun = true;
        wait_for(stopped);
        has_returned = true;
    });
    io->poll();
    wait_for(has_begun);
    io.reset();
    CHECK(has_returned);
    CHECK_FALSE(ended);
}

TEST_CASE_METHOD(blocking_world, "the execution context may end when the function has just returned")
{
    for (int i = 0; i != 50; ++i) {
        ended.reset();
        start([](auto const&) {});
        io->poll();   // the thread may have posted its end already, or be about to
        io.emplace(); // destroys the context
        if (ended) CHECK_FALSE(*ended);
    }
}

TEST_CASE_METHOD(blocking_world, "the thread takes no signals of the process")
{
    sigset_t blocked;
    sigset_t before, after;
    pthread_sigmask(SIG_SETMASK, nullptr, &before);
    start([&](auto const&) { pthread_sigmask(SIG_SETMASK, nullptr, &blocked); });
    io->run();
    pthread_sigmask(SIG_SETMASK, nullptr, &after);
    CHECK(sigismember(&blocked, SIGTERM) == 1);
    CHECK(sigismember(&blocked, SIGINT) == 1);
    CHECK(sigismember(&after, SIGTERM) == sigismember(&before, SIGTERM));
    CHECK(sigismember(&blocked, SIGSEGV) == 0); // a crash reaches the program's handler
}

TEST_CASE_METHOD(blocking_world, "a caller waits for the function without holding its executor up")
{
    std::promise<void> may_end;
    start([&](auto const&) { may_end.get_future().wait(); });
    io->poll();
    CHECK_FALSE(ended); // it is still under way, and poll() has returned
    may_end.set_value();
    io->restart();
    io->run();
    CHECK(ended);
}

TEST_CASE_METHOD(blocking_world,
                 "a caller learns that the function has returned, although its executor had no "
                 "memory for that at first")
{
    auto const memory = std::make_shared<test::memory_left>();
    auto const working = asio::make_work_guard(*io); // a scarce executor keeps no context running
    std::promise<void> may_end;
    auto work = [&](auto const&) {
        may_end.get_future().wait();
        memory->posts.failing = 3;
    };
    asio::co_spawn(executor(test::scarce_executor(*io, memory)), detail::run_blocking(std::move(work)),
                   [this](std::exception_ptr failure) { ended = failure; });
    io->poll(); // from here on, only the thread of the function posts anything
    may_end.set_value();
    while (!ended) io->run_one();
    CHECK_FALSE(*ended);
    CHECK(memory->posts.failing == 0);
}
