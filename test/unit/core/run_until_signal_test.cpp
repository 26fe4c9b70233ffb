#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/run_until_signal.hpp>
#include <coinformer/core/time_source.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <csignal>
#include <stdexcept>

#include "process.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

task<> for_ever()
{
    co_await system_time().sleep_for(1000h);
}

task<> raising(int signal)
{
    std::raise(signal);
    co_await for_ever();
}

} // namespace

TEST_CASE("a main task that ends without a failure gives the exit code 0, and the io_context is stopped")
{
    asio::io_context io;
    bool ran = false;
    auto body = [&]() -> task<> {
        ran = true;
        co_return;
    };
    CHECK(run_until_signal(io, body()) == 0);
    CHECK(ran);
    CHECK(io.stopped());
}

TEST_CASE("SIGINT and SIGTERM cancel the main task, which has ended when the function returns")
{
    for (int const signal : {SIGINT, SIGTERM}) {
        asio::io_context io;
        bool cancelled = false;
        auto body = [&]() -> task<> {
            try {
                co_await raising(signal);
            } catch (boost::system::system_error const& e) {
                cancelled = e.code() == condition::cancelled;
                throw;
            }
        };
        CHECK(run_until_signal(io, body()) == 0);
        CHECK(cancelled);
    }
}

TEST_CASE("the children of a nursery are stopped by a signal, on an io_context and on the threads of a pool")
{
    auto body = []() -> task<> {
        executor const ex = co_await asio::this_coro::executor;
        nursery work(ex);
        for (int i = 0; i < 10; ++i) work.start(for_ever());
        work.start(raising(SIGTERM));
        co_await work.join();
    };
    asio::io_context io;
    CHECK(run_until_signal(io, body()) == 0);
    asio::thread_pool threads(4);
    CHECK(run_until_signal(threads, body()) == 0);
}

TEST_CASE("the failure of a main task is written to stderr, and gives the exit code 1")
{
    auto const how = in_a_process([] {
        asio::io_context io;
        auto body = []() -> task<> {
            throw api_error(errc::config_invalid, "kubeconfig", "it is empty");
            co_return;
        };
        return run_until_signal(io, body());
    });
    CHECK(WIFEXITED(how.status));
    CHECK(WEXITSTATUS(how.status) == 1);
    CHECK(how.said.starts_with("error: kubeconfig"));
    CHECK(how.said.find("it is empty") != std::string::npos);
}

TEST_CASE("a main task that fails after a signal has failed")
{
    auto const how = in_a_process([] {
        asio::io_context io;
        auto body = []() -> task<> {
            bool cancelled = false;
            try {
                co_await raising(SIGINT);
            } catch (boost::system::system_error const&) {
                cancelled = true;
            }
            if (cancelled) throw std::runtime_error("the last flush failed");
        };
        return run_until_signal(io, body());
    });
    CHECK(WEXITSTATUS(how.status) == 1);
    CHECK(how.said == "error: the last flush failed\n");
}

TEST_CASE(
    "an exception of another handler, which leaves io_context::run(), cancels the main task and is reported")
{
    auto const how = in_a_process([] {
        asio::io_context io;
        asio::post(io, [] { throw std::runtime_error("from a handler"); });
        return run_until_signal(io, for_ever());
    });
    CHECK(WEXITSTATUS(how.status) == 1);
    CHECK(how.said == "error: from a handler\n");
}

TEST_CASE("a context that somebody else stops before the main task has ended is a failure that says so")
{
    auto const is_reported = [](ending const& how) {
        return WIFEXITED(how.status) && WEXITSTATUS(how.status) == 1 &&
               how.said.starts_with("error: the main task had not ended");
    };
    CHECK(is_reported(in_a_process([] {
        asio::io_context io;
        asio::post(io, [&io] { io.stop(); });
        return run_until_signal(io, for_ever());
    })));
    // not in a process of its own, because the thread sanitizer allows no threads after a fork()
    asio::thread_pool threads(2);
    asio::post(threads, [&threads] { threads.stop(); });
    CHECK(run_until_signal(threads, for_ever()) == 1);
}

TEST_CASE("the exception of another handler is reported even if the context is stopped right after it")
{
    auto const how = in_a_process([] {
        asio::io_context io;
        asio::post(io, [&io] {
            io.stop();
            throw std::runtime_error("from a handler");
        });
        return run_until_signal(io, for_ever());
    });
    CHECK(WEXITSTATUS(how.status) == 1);
    CHECK(how.said == "error: from a handler\n");
}

TEST_CASE("the exception of another handler is reported even if the main task ends before it is cancelled")
{
    auto const how = in_a_process([] {
        asio::io_context io;
        auto body = [&io]() -> task<> {
            co_await asio::post(asio::use_awaitable);
            // This handler runs between the last turn of the task and the turn in which its end is noted.
            asio::post(io, [] { throw std::runtime_error("from a handler"); });
        };
        return run_until_signal(io, body());
    });
    CHECK(WEXITSTATUS(how.status) == 1);
    CHECK(how.said == "error: from a handler\n");
}

TEST_CASE("an exception that is not a std::exception has a message as well")
{
    auto const how = in_a_process([] {
        asio::io_context io;
        auto body = []() -> task<> {
            throw 42;
            co_return;
        };
        return run_until_signal(io, body());
    });
    CHECK(WEXITSTATUS(how.status) == 1);
    CHECK(how.said == "error: an exception of unknown type\n");
}

TEST_CASE("a second signal ends the process if the main task does not end")
{
    auto const how = in_a_process([] {
        asio::io_context io;
        auto body = []() -> task<> {
            bool cancelled = false;
            try {
                co_await raising(SIGTERM);
            } catch (boost::system::system_error const&) {
                cancelled = true;
            }
            co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
            if (cancelled) std::raise(SIGTERM);
            co_await for_ever();
        };
        return run_until_signal(io, body());
    });
    CHECK(WIFSIGNALED(how.status));
    CHECK(WTERMSIG(how.status) == SIGTERM);
}
