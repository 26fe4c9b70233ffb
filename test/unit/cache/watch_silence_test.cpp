#include "cache/reflector/watch_silence.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "catch.hpp"

#include <optional>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::literals;
namespace asio = boost::asio;

namespace {

// Silence is 30 s here, and a watch was asked for 5 minutes.
struct silence_fixture {
    asio::io_context io;
    testing::virtual_clock time{io};
    environment env{.ex = io.get_executor(), .time = &time};
    informer_options options = [] {
        informer_options o;
        o.silence = 30s;
        o.watch_timeout = 5min;
        return o;
    }();
    collection_health health{env, "/api/v1/pods", options, [](std::exception_ptr) { return false; }};
    int asked = 0;
    watch_silence silence{time, options, health, [this] { ++asked; }};
    std::optional<bool> in_time; // what guard() returned
    bool in_order = false;
    duration lasted{};

    static task<> attempt(silence_fixture& f, std::function<void()> begin, std::vector<duration> lines)
    {
        begin();
        for (auto const at : lines) {
            co_await f.time.sleep_for(at);
            f.silence.line_came();
            f.silence.extend_watch();
        }
        co_await f.time.sleep_for(24h);
    }
    static task<> guarded(silence_fixture& f, task<> body)
    {
        auto const began = f.time.now();
        f.in_time = co_await f.silence.guard(std::move(body));
        f.lasted = f.time.now() - began;
        f.in_order = f.silence.ended_normally();
    }
    void run(std::function<void()> begin, std::vector<duration> lines = {})
    {
        in_time.reset();
        asio::co_spawn(io, guarded(*this, attempt(*this, std::move(begin), std::move(lines))),
                       asio::detached);
        time.run_for(2h);
        REQUIRE(in_time);
        CHECK_FALSE(*in_time);
    }
    void watch(std::vector<duration> lines = {}, duration lasts = 5min)
    {
        auto begin = [this, lasts] {
            silence.line_came();
            silence.watch_begins(lasts);
            silence.extend_watch();
        };
        run(begin, std::move(lines));
    }
};

} // namespace

TEST_CASE_METHOD(silence_fixture,
                 "a list that brings nothing for the limit of silence is ended; nobody is asked")
{
    run([this] { silence.extend(); });
    CHECK(lasted == 30s);
    CHECK(asked == 0);
    run([this] { silence.extend_in_stream(); });
    CHECK(lasted == 15s);
    options.silence = 10min;
    run([this] { silence.extend_in_stream(); });
    CHECK(lasted == 2min);
}

TEST_CASE_METHOD(silence_fixture,
                 "more time for an answer that is late to begin is no more time for what follows it")
{
    auto const waits_for_answer = [this] { CHECK(silence.await_answer() > 0); };
    run(waits_for_answer);
    CHECK(lasted == 30s);
    run(waits_for_answer);
    CHECK(lasted == 60s);
    run([this] {
        CHECK(silence.await_answer() == 4);
        silence.answer_begins();
    });
    CHECK(lasted == 30s);
}

TEST_CASE_METHOD(silence_fixture,
                 "a watch without events is ended after the limit of silence, and the kind may be slow")
{
    watch();
    CHECK(lasted == 30s);
    CHECK_FALSE(in_order);
    watch(); // this kind has perhaps no bookmarks: the server is asked each 30 s, and the watch lives
    CHECK(lasted == 5min + 30s);
    CHECK(asked > 5);
}

TEST_CASE_METHOD(silence_fixture,
                 "each event gives a watch another limit of silence, until it should have ended")
{
    watch({20s, 20s, 20s});
    CHECK(lasted == 90s);
    watch(std::vector<duration>(100, 10s));
    CHECK(lasted == 5min + 30s);
    CHECK(in_order); // something came until the end
}

TEST_CASE_METHOD(silence_fixture, "a bad answer about a silent watch ends it at once")
{
    watch();
    REQUIRE_FALSE(in_order);
    auto begin = [this] {
        silence.line_came();
        silence.watch_begins(5min);
        silence.extend_watch();
        asio::co_spawn(
            io,
            [](silence_fixture& f) -> task<> {
                co_await f.time.sleep_for(40s);
                f.silence.answer_failed(std::make_exception_ptr(std::runtime_error("nobody is there")));
            }(*this),
            asio::detached);
    };
    run(begin);
    CHECK(lasted == 40s);
    CHECK(silence.failure_of_answer());
    watch();
    CHECK_FALSE(silence.failure_of_answer()); // it was that of another attempt
}

TEST_CASE_METHOD(silence_fixture, "the time in which nobody listened is not the server's silence")
{
    auto const waits_for_room = [](silence_fixture& f, duration before, duration wait) -> task<> {
        f.silence.line_came();
        f.silence.watch_begins(5min);
        f.silence.extend_watch();
        co_await f.time.sleep_for(before);
        f.silence.suspend();
        co_await f.time.sleep_for(wait);
        f.silence.resume();
        f.silence.extend_watch();
        co_await f.time.sleep_for(24h);
    };
    asio::co_spawn(io, guarded(*this, waits_for_room(*this, 10s, 20min)), asio::detached);
    time.run_for(2h);
    REQUIRE(in_time);
    CHECK(lasted == 20min + 30s); // 10 s of silence before the wait, and 20 s after it
}

TEST_CASE_METHOD(silence_fixture,
                 "a time-out that a gateway answers shows nothing of the time that the server needs")
{
    auto const ends_with = [](silence_fixture& f, api_error failure) -> task<> {
        (void)f.silence.await_answer();
        co_await f.time.sleep_for(5ms);
        throw failure;
    };
    auto const swallowed = [](silence_fixture& f, task<> body) -> task<> {
        try {
            (void)co_await f.silence.guard(std::move(body));
        } catch (api_error const&) {
            f.in_time = true;
        }
    };
    server_status gateway;
    gateway.code = GENERATE(408, 504);
    api_error const answered(errc::timed_out, "list", "/api/v1/pods", gateway, std::nullopt);
    asio::co_spawn(io, swallowed(*this, ends_with(*this, answered)), asio::detached);
    time.run_for(1s);
    REQUIRE(in_time);
    CHECK(silence.await_answer() == 1);

    api_error const lost(errc::timed_out, "list /api/v1/pods");
    asio::co_spawn(io, swallowed(*this, ends_with(*this, lost)), asio::detached);
    time.run_for(1s);
    CHECK(silence.await_answer() == 2);
}

TEST_CASE_METHOD(silence_fixture, "nothing is held back from a reflector that waits for room in its queue")
{
    bool is_failing = true;
    auto const waits_for_room = [](silence_fixture& f, bool& fails) -> task<> {
        f.health.succeeded();
        f.silence.line_came();
        f.silence.watch_begins(5min);
        f.silence.suspend();
        co_await f.time.sleep_for(20min);
        f.silence.resume();
        f.silence.extend_watch();
        co_await f.time.sleep_for(20s);
        f.health.version_was_confirmed();
        fails = f.health.is_failing();
    };
    asio::co_spawn(io, guarded(*this, waits_for_room(*this, is_failing)), asio::detached);
    time.run_for(1h);
    CHECK_FALSE(is_failing);
}
