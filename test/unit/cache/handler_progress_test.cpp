// The progress that a handler's status shows.

#include "cache/handlers/fan_out.hpp"
#include "cache/store/store.hpp"
#include "fan_out_world.hpp"
#include "item.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_future.hpp>

#include <array>
#include <deque>
#include <future>
#include <stdexcept>
#include <thread>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

task<> take_a_second(time_source& time, bool fails)
{
    co_await time.sleep_for(1s);
    if (fails) throw std::runtime_error("it went wrong");
}

task<> change_often(fan_out* to, int times)
{
    for (int i = 1; i <= times; ++i) {
        auto const object = make("n/a", std::to_string(i));
        std::vector<change> changes;
        for (int k = 0; k < 3; ++k)
            changes.push_back({.what = event_kind::updated, .old = object, .cur = object});
        co_await to->distribute(std::move(changes));
    }
}

struct handler_progress_fixture : fan_out_world {
    int version = 0;

    handler_registration add(handlers<item> h, handler_options options = {})
    {
        return fan_out_world::add(erase_type(std::move(h)), options);
    }
    /// Each call takes a second. A call for an object of less than 0 throws.
    handlers<item> slow()
    {
        return {.added = [this](item const& i) { return take_a_second(time, i.value < 0); }};
    }
    /// Adds this number of objects in one batch.
    void put(int n, int value = 0)
    {
        std::vector<change> changes;
        for (int i = 0; i < n; ++i) {
            auto const number = std::to_string(++version);
            std::vector<store::operation> batch;
            batch.push_back({.object = make("n/o" + number, number, value)});
            objects.apply(batch, number);
            changes.push_back({.what = event_kind::added, .old = {}, .cur = batch.front().object});
        }
        asio::co_spawn(env.ex, handlers_->distribute(std::move(changes)), [](std::exception_ptr) {});
        time.settle();
    }
    handler_status status(handler_registration const& of) { return testing::run(io, of.status()); }
    void stop() { testing::run(io, handlers_->stop(nullptr)); }
};

} // namespace

TEST_CASE_METHOD(
    handler_progress_fixture,
    "a second wait for a handler is not told the same cause again, even if the handler has caught up")
{
    put(2);
    auto const handler = add(slow()); // it is behind: it is shown the two objects
    auto const wait = [&] {
        auto waits = asio::co_spawn(env.ex, handler.at_least("9"), asio::use_future);
        time.settle();
        return waits;
    };
    handlers_->failures().report(0, std::make_exception_ptr(std::runtime_error("the server is away")));
    handlers_->failures_changed();

    CHECK_THROWS_WITH(wait().get(), "the server is away");
    time.run_for(2s);
    REQUIRE(status(handler).handled == 2);
    auto again = wait();
    CHECK(again.wait_for(0s) == std::future_status::timeout);
    stop();
    CHECK_THROWS_AS(again.get(), api_error);
}

TEST_CASE_METHOD(handler_progress_fixture,
                 "handled changes are counted call by call, and changes without a call are not counted")
{
    auto const handler = add(slow());
    put(3);
    CHECK(status(handler).handled == 0);
    CHECK(status(handler).waiting == 3);
    time.run_for(1s);
    CHECK(status(handler).handled == 1);
    CHECK(status(handler).waiting == 2);
    time.run_for(2s);
    CHECK(status(handler).handled == 3);
    CHECK(status(handler).waiting == 0);
    put(4);
    put(1);
    time.run_for(2s);
    CHECK(status(handler).handled == 5);
    CHECK(status(handler).waiting == 3);

    testing::run(io, handler.remove());
    put(1);
    CHECK(status(handler).handled == 5);
    stop();
}

TEST_CASE_METHOD(handler_progress_fixture,
                 "changes of a handler that returns nothing are counted call by call, too")
{
    std::vector<std::uint64_t> handled;
    handler_ptr own;
    auto const ask = [&](item const&) {
        auto const held = own->group().hold();
        handled.push_back(own->status(held, {}, time.now()).handled);
    };
    own = submit(erase_type(handlers<item>{.added = ask}));
    time.settle();
    auto const beside = add({.added = [](item const&) {}}); // the same runner calls both
    put(2);
    put(1);
    CHECK(status(beside).handled == 3);
    CHECK(handled == std::vector<std::uint64_t>{0, 1, 2});
    CHECK(status(handler_registration(own)).handled == 3);
    stop();
}

TEST_CASE_METHOD(handler_progress_fixture, "the number of handled changes does not overflow at 32 bits")
{
    auto const added = submit(erase_type(handlers<item>{.added = [](item const&) {}}));
    added->count_handled(added->group().hold(), 5'000'000'000);
    time.settle();
    put(1);
    CHECK(status(handler_registration(added)).handled == 5'000'000'001);
    stop();
}

TEST_CASE_METHOD(handler_progress_fixture,
                 "failures are counted while a handler falls behind and catches up, and after its end")
{
    put(1, -1);
    // it is called for the first object
    auto const handler = add(slow(), {.policy = overflow::merge, .capacity = 1});
    time.run_for(1s);
    CHECK(status(handler).failures == 1);
    put(1, -1);
    for (int i = 0; i < 10; ++i) put(1); // it merges from here on
    CHECK(status(handler).waiting == 11);
    time.run_for(1s);
    CHECK(status(handler).failures == 2);
    CHECK(status(handler).waiting == 10);
    time.run_for(1min);
    CHECK(status(handler).failures == 2);
    CHECK(status(handler).waiting == 0);
    put(1, -1);
    time.run_for(1s);
    CHECK(status(handler).failures == 3);
    CHECK(status(handler).handled == 13);
    CHECK(handlers_->failed_calls() == 3);

    testing::run(io, handler.remove());
    CHECK(status(handler).failures == 3);
    stop();
}

TEST_CASE_METHOD(handler_progress_fixture,
                 "a handler keeps its capacity after it was behind and has caught up")
{
    put(10);
    auto const small = add(slow(), {.policy = overflow::fail, .capacity = 2});
    auto const usual = add(slow(), {.policy = overflow::fail});
    time.run_for(1min);
    REQUIRE(status(small).waiting == 0);
    for (int i = 0; i < 8; ++i) put(1);
    auto const ended = status(small).ended;
    REQUIRE(ended);
    CHECK(std::string(ended->what()).find("more than 2 changes") != std::string::npos);
    CHECK_FALSE(status(usual).ended);
    for (int i = 0; i < 1100; ++i) put(1);
    CHECK(std::string(status(usual).ended.value().what()).find("more than 1024 changes") !=
          std::string::npos);
    stop();
}

TEST_CASE_METHOD(handler_progress_fixture, "a handler with its own capacity has callables of any size")
{
    struct large {
        std::array<int, 50> numbers{};
    };
    int sum = 0;
    add({.added = [&sum, l = large()](item const&) mutable { sum += ++l.numbers[49]; },
         .updated = [&sum, l = large()](item const&) mutable { sum += ++l.numbers[49]; },
         .deleted = [&sum, l = large()](item const&) mutable { sum += ++l.numbers[49]; },
         .filter = [l = large()](object_ptr<item> const&) mutable { return ++l.numbers[49] != 0; }},
        {.policy = overflow::block, .capacity = 3});
    put(7);
    CHECK(sum == 28);
    stop();
}

TEST_CASE_METHOD(handler_progress_fixture,
                 "a handler that was being called when its informer was destroyed still has a status")
{
    auto const handler = add(slow());
    put(2);
    handlers_.reset();
    CHECK(status(handler).handled == 0);
    time.run_for(5s);
    auto const s = status(handler);
    CHECK(s.handled == 2);
    CHECK(s.waiting == 0);
    CHECK(s.ended->code() == errc::stopped);
}

TEST_CASE(
    "four threads: handled and failed calls are counted while handlers fall behind, catch up and are asked")
{
    asio::io_context io(4);
    auto work = asio::make_work_guard(io);
    environment const env{.ex = asio::make_strand(io), .time = &system_time(), .seed = 1};
    store const objects;
    auto const on_strand = fan_out::make_shared(env, io.get_executor(), [&] { return objects.snapshot(); });
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&io] { io.run(); });

    struct counts {
        std::uint64_t calls = 0;
        std::size_t thrown = 0;
    };
    std::deque<counts> all(20);
    std::vector<handler_registration> handlers_of_all;
    for (auto& own : all) {
        auto const called = [&own](item const&) {
            if (++own.calls % 3 != 0) return;
            ++own.thrown;
            throw std::runtime_error("it went wrong");
        };
        handler_options const options{.policy = overflow::merge, .capacity = 4};
        auto added = on_strand->submit(erase_type(handlers<item>{.updated = called}), options);
        if (added.is_first) asio::post(env.ex, [&] { on_strand->admit_submitted(); });
        handlers_of_all.emplace_back(std::move(added.submitted));
    }
    auto distributed = asio::co_spawn(env.ex, change_often(on_strand.get(), 300), asio::use_future);
    while (distributed.wait_for(0s) != std::future_status::ready)
        for (auto const& h : handlers_of_all) {
            auto const s = asio::co_spawn(io, h.status(), asio::use_future).get();
            CHECK(s.failures <= s.handled / 3 + 1); // the running call may count as failed already
        }
    distributed.get();

    std::size_t thrown = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        asio::co_spawn(io, handlers_of_all[i].remove(removal::drain), asio::use_future).get();
        auto const s = asio::co_spawn(io, handlers_of_all[i].status(), asio::use_future).get();
        CHECK(s.failures == all[i].thrown);
        CHECK(s.handled == all[i].calls);
        thrown += s.failures;
    }
    CHECK(thrown != 0);
    CHECK(on_strand->failed_calls() == thrown);
    asio::co_spawn(env.ex, on_strand->stop(nullptr), asio::use_future).get();
    work.reset();
    for (auto& t : threads) t.join();
}
