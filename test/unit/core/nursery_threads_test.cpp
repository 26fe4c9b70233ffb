#include "core/exceptions.hpp"
#include "core/parallel_executor.hpp"
#include "core/serial_use.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/time_source.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/system_executor.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <csignal>
#include <random>
#include <stdexcept>
#include <thread>

#include "process.hpp"
#include "rounds.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;
namespace execution = boost::asio::execution;

namespace {

task<> nothing()
{
    co_return;
}

task<> sleep_for_ever()
{
    co_await system_time().sleep_for(1000h);
}

/// A strand of the library's, because the thread sanitizer takes the reference count of Asio's own, in an
/// any_io_executor, for a race.
executor strand_on(asio::thread_pool& threads)
{
    return strand_of(threads.get_executor());
}

/// Runs the task to its end. Returns the message of what it failed with. (An exception that goes to another
/// thread by a std::future is freed where the thread sanitizer does not see it.)
std::string failure_of(executor const& ex, task<> body)
{
    auto guarded = [](task<> guards, std::string& failure) -> task<> {
        try {
            co_await std::move(guards);
        } catch (std::exception const& e) {
            failure = e.what();
        }
    };
    std::string failure;
    asio::co_spawn(ex, guarded(std::move(body), failure), asio::use_future).get();
    return failure;
}

/// What a nursery's constructor says of this executor; empty if it accepts it.
std::string refusal(executor const& ex)
{
    try {
        nursery const accepted(ex);
        return "";
    } catch (api_error const& e) {
        CHECK(e.code() == errc::bad_request);
        return e.what();
    }
}

} // namespace

TEST_CASE("an executor of which it is known that it is not serial is refused, with what to do about it")
{
    asio::thread_pool threads(2);
    auto const pool = threads.get_executor();
    auto const said = refusal(pool);
    CHECK(said == "nursery: bad request: the executor runs on several threads at the same time: use "
                  "boost::asio::make_strand(executor)");
    // in whichever form the executor comes
    CHECK(refusal(asio::prefer(executor(pool), execution::outstanding_work.tracked)) == said);
    CHECK(refusal(asio::require(executor(pool), execution::blocking.never)) == said);
    CHECK(refusal(asio::prefer(executor(pool), execution::relationship.continuation)) == said);
    CHECK(refusal(asio::system_executor()) == said);
    CHECK(refusal(asio::require(executor(asio::system_executor()), execution::blocking.never)) == said);
}

TEST_CASE("serial executors are accepted, and an io_context, of which it is not known")
{
    asio::io_context io;
    asio::thread_pool one(1), two(2);
    CHECK(refusal(io.get_executor()).empty());
    CHECK(refusal(asio::make_strand(io)).empty());
    CHECK(refusal(one.get_executor()).empty());
    CHECK(refusal(asio::make_strand(two)).empty());
    CHECK(refusal(asio::make_strand(executor(two.get_executor()))).empty());
}

TEST_CASE("a task that is spawned on the threads of a pool learns at its nursery what is wrong")
{
    asio::thread_pool threads(2);
    auto body = []() -> task<> {
        nursery work(co_await asio::this_coro::executor);
        work.start(nothing());
        co_await work.join();
    };
    CHECK_THAT(failure_of(threads.get_executor(), body()), Catch::Contains("make_strand"));
}

TEST_CASE("a child that is started on a strand of its own runs there, and the nursery joins it")
{
    asio::thread_pool threads(4);
    executor const own = strand_on(threads), session = strand_on(threads);
    bool on_session = false;
    auto child = [](executor expected, bool& as_expected) -> task<> {
        as_expected = (co_await asio::this_coro::executor) == expected;
        co_await system_time().sleep_for(1ms);
        as_expected &= (co_await asio::this_coro::executor) == expected;
    };
    auto body = [&]() -> task<> {
        nursery work(own);
        work.start_on(session, child(session, on_session));
        co_await work.join();
        CHECK(on_session);
    };
    CHECK(failure_of(own, body()).empty());
}

TEST_CASE("a child that fails on a strand of its own stops its siblings, and join() throws its failure")
{
    asio::thread_pool threads(4);
    executor const own = strand_on(threads);
    auto fails = []() -> task<> {
        throw std::runtime_error("the session failed");
        co_return;
    };
    auto body = [&]() -> task<> {
        nursery work(own);
        work.start(sleep_for_ever());
        work.start_on(strand_on(threads), sleep_for_ever());
        work.start_on(strand_on(threads), fails());
        co_await work.join();
    };
    CHECK(failure_of(own, body()) == "the session failed");
}

TEST_CASE("after request_stop() a child on a strand of its own is not begun")
{
    asio::thread_pool threads(2);
    executor const own = strand_on(threads);
    bool begun = false;
    auto begins = [](bool& b) -> task<> {
        b = true;
        co_return;
    };
    auto body = [&]() -> task<> {
        nursery work(own);
        work.request_stop();
        work.start_on(strand_on(threads), begins(begun));
        co_await work.join();
    };
    CHECK(failure_of(own, body()).empty());
    CHECK_FALSE(begun);
}

TEST_CASE("start_on() refuses an executor that is known not to be serial, and the nursery stays as it was")
{
    asio::thread_pool threads(2);
    executor const own = strand_on(threads);
    auto body = [&]() -> task<> {
        nursery work(own);
        CHECK_THROWS_WITH(work.start_on(threads.get_executor(), nothing()),
                          Catch::StartsWith("nursery::start_on: bad request") &&
                              Catch::Contains("make_strand"));
        co_await work.join();
    };
    CHECK(failure_of(own, body()).empty());
}

namespace {

struct counts {
    std::atomic<int> begun{0}, ended{0};
};

/// A session whose parts are children of a nursery on its own strand, and which is over after a few turns, so
/// that it often ends while it is being cancelled.
task<> session(counts& n, std::uint64_t turns)
{
    struct count_end {
        counts& n;
        ~count_end() { ++n.ended; }
    };
    ++n.begun;
    count_end const at_end{n};
    auto part = [](std::uint64_t count) -> task<> {
        executor const ex = co_await asio::this_coro::executor;
        for (std::uint64_t i = 0; i < count; ++i) co_await asio::post(ex, asio::use_awaitable);
    };
    nursery parts(co_await asio::this_coro::executor);
    parts.start(part(turns));
    if (turns % 3 == 0) parts.start(part(turns / 2));
    co_await parts.join();
    if (turns % 7 == 0) co_await sleep_for_ever();
}

task<> many_sessions(asio::thread_pool& threads, counts& n, std::uint32_t seed)
{
    std::mt19937 chance(seed);
    executor const own = co_await asio::this_coro::executor;
    nursery work(own);
    auto const sessions = chance() % 20;
    for (std::uint64_t i = 0; i < sessions; ++i) work.start_on(strand_on(threads), session(n, chance() % 20));
    auto stop_later = [](nursery& of, std::uint64_t turns) -> task<> {
        executor const ex = co_await asio::this_coro::executor;
        for (std::uint64_t i = 0; i < turns; ++i) co_await asio::post(ex, asio::use_awaitable);
        of.request_stop();
    };
    work.start(stop_later(work, chance() % 60));
    co_await work.join();
}

} // namespace

TEST_CASE("sessions on strands of their own may end while they are being cancelled, again and again")
{
    asio::thread_pool threads(4);
    counts n;
    for (auto round = test::rounds(2000); round != 0; --round) {
        // Stops all sessions, in every third round. It is shared with the function that emits it, because the
        // sessions may end, and this round with them, while emit() is still running on a thread of the pool.
        auto const stop = std::make_shared<asio::cancellation_signal>();
        std::promise<void> ended;
        executor const own = strand_on(threads);
        auto body = many_sessions(threads, n, static_cast<std::uint32_t>(round));
        asio::co_spawn(own, std::move(body),
                       asio::bind_cancellation_slot(stop->slot(), [&](std::exception_ptr) {
                           asio::post(own, [&] { ended.set_value(); });
                       }));
        if (round % 3 == 0) asio::post(own, [stop] { stop->emit(asio::cancellation_type::terminal); });
        ended.get_future().wait();
        CHECK(n.begun == n.ended);
    }
    CHECK(n.begun > 0);
}

TEST_CASE("a nursery may be destroyed after its io_context, with children that have not ended")
{
    auto io = std::make_unique<asio::io_context>();
    executor strand = asio::make_strand(*io);
    nursery on_context(io->get_executor()), on_strand(strand);
    strand = {};
    on_context.start(sleep_for_ever());
    on_strand.start(sleep_for_ever());
    on_strand.start_on(io->get_executor(), sleep_for_ever());
    io->poll();
    io.reset();
    on_context.start(nothing()); // is dropped
}

TEST_CASE("the execution context of a child of start_on() may go before or after the nursery's, whether it "
          "began or not")
{
    int const turns = GENERATE(0, 1, 2, 10);
    bool const childs_first = GENERATE(true, false);
    auto own = std::make_unique<asio::io_context>(), other = std::make_unique<asio::io_context>();
    nursery work(own->get_executor());
    work.start_on(asio::make_strand(*other), sleep_for_ever());
    for (int i = 0; i < turns; ++i) {
        own->poll_one();
        other->poll_one();
    }
    (childs_first ? other : own).reset();
    own.reset();
    other.reset();
}

TEST_CASE("a child of start_on() whose execution context is destroyed stops its siblings, and join() throws "
          "errc::stopped")
{
    int const turns = GENERATE(0, 1, 2, 10);
    asio::io_context own;
    auto other = std::make_unique<asio::io_context>();
    nursery work(own.get_executor());
    work.start(sleep_for_ever());
    work.start_on(other->get_executor(), sleep_for_ever());
    for (int i = 0; i < turns; ++i) {
        own.poll_one();
        other->poll_one();
    }
    other.reset();
    bool has_ended = false;
    std::exception_ptr failure;
    asio::co_spawn(own, work.join(), [&](std::exception_ptr e) {
        has_ended = true;
        failure = e;
    });
    own.restart();
    own.poll();
    CHECK(has_ended);
    CHECK(code_of(failure) == errc::stopped);
}

// The thread sanitizer reports the race of the two threads first.
#if !defined(NDEBUG) && !defined(COINFORMER_THREAD_SANITIZER)

TEST_CASE("two threads that use a nursery at the same time end the process, with what to do about it, in "
          "debug builds")
{
    auto const race = [] {
        std::signal(SIGABRT, [](int) { ::_exit(17); }); // without a core file
        ::alarm(10);
        asio::io_context io;
        auto body = []() -> task<> {
            for (;;) {
                nursery work(co_await asio::this_coro::executor);
                for (int i = 0; i < 200; ++i) work.start(nothing());
                co_await work.join();
            }
        };
        asio::co_spawn(io, body(), asio::use_future);
        std::thread second([&] { io.run(); });
        io.run();
        second.join();
        return 0;
    };
    auto how = in_a_process(race);
    // The race may also damage Asio's queue first, so that both threads wait for ever. Then it is tried
    // again.
    for (int i = 0; i != 3 && WIFSIGNALED(how.status); ++i) how = in_a_process(race);
    CHECK(WIFEXITED(how.status));
    CHECK(WEXITSTATUS(how.status) == 17);
    CHECK(how.said.starts_with("coinformer: two threads use a nursery at the same time"));
    CHECK(how.said.find("make_strand") != std::string::npos);
}

TEST_CASE("an object that threads use one after another, each perhaps in nested functions, is in serial use")
{
    serial_use object;
    auto const uses = [&] {
        serial_use::turn const outer(object);
        serial_use::turn const inner(object);
    };
    uses();
    std::thread(uses).join();
    uses();
}

#endif
