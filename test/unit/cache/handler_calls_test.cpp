// On which executor and when handlers are called. The order of the changes and the log are tested in
// fan_out_test.cpp.

#include "cache/handlers/fan_out.hpp"
#include "cache/store/store.hpp"
#include "fan_out_world.hpp"
#include "item.hpp"

#include <coinformer/api/transform.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/testing/run.hpp>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <array>
#include <charconv>
#include <deque>
#include <future>
#include <thread>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

struct handler_calls_fixture : fan_out_world {
    handler_registration add(handlers<item> h, handler_options options = {})
    {
        return fan_out_world::add(erase_type(std::move(h)), options);
    }
    void put(std::string const& name) { put(make("n/" + name, "1")); }
    void put(object_ref object)
    {
        std::vector<store::operation> batch;
        batch.push_back({.object = std::move(object)});
        objects.apply(batch, "1");
        auto& [now, erase, before] = batch.front();
        auto const what = before ? event_kind::updated : event_kind::added;
        std::vector<change> one;
        one.push_back({.what = what, .old = std::move(before), .cur = std::move(now)});
        asio::co_spawn(env.ex, handlers_->distribute(std::move(one)), [](std::exception_ptr) {});
        time.settle();
    }
    void stop() { testing::run(io, handlers_->stop(nullptr)); }
};

task<> rest_a_while(time_source& time, std::vector<executor>& on, int& ended)
{
    on.push_back(co_await asio::this_coro::executor);
    co_await time.sleep_for(1s);
    ++ended;
}

task<> note(std::vector<executor>& on)
{
    on.push_back(co_await asio::this_coro::executor);
}

/// Changes how its coroutine is cancelled, as a clean-up does that has to come to its end.
task<> be_deaf(time_source& time, bool disables_cancellation, duration rest)
{
    if (disables_cancellation)
        co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    else
        co_await asio::this_coro::throw_if_cancelled(false);
    if (rest > duration::zero()) co_await time.sleep_for(rest);
}

/// Goes on if its first wait is cancelled. A coroutine that was cancelled throws when it awaits again.
task<> wait_twice(time_source& time)
{
    try {
        co_await time.sleep_for(1h);
    } catch (boost::system::system_error const&) {
    }
    co_await time.sleep_for(1h);
}

/// An object by which the test sees how long it is kept.
struct traced {
    std::shared_ptr<int> life = std::make_shared<int>(0);
};

object_ref traced_object(std::string const& key, std::string const& version, traced from)
{
    auto const like = make(key, version);
    return make_object<traced>(*like.get(), std::move(from));
}

/// What a handler writes without a lock, which is safe because its calls come one after the other.
struct witness {
    void call(object_ptr<item> const& o)
    {
        int now = 0;
        auto const version = o.resource_version();
        std::from_chars(version.data(), version.data() + version.size(), now);
        in_order += now == last + 1 || last == 0;
        last = now;
        ++calls;
    }
    int last = 0, calls = 0, in_order = 0;
};

task<> call_later(witness* w, object_ptr<item> o)
{
    if (w->calls % 3 == 0) co_await asio::post(asio::use_awaitable); // may go on on another thread
    w->call(o);
}

handlers<item> witnessed(witness& w, bool by_task)
{
    if (by_task)
        return {.updated = [&w](object_ptr<item> const&, object_ptr<item> const& o) {
            return call_later(&w, o);
        }};
    return {.updated = [&w](object_ptr<item> const&, object_ptr<item> const& o) { w.call(o); }};
}

task<> distribute_all(fan_out* to, int batches, int each)
{
    for (int b = 0; b < batches; ++b) {
        std::vector<change> changes;
        for (int i = b * each; i < (b + 1) * each; ++i) {
            auto const object = make("n/a", std::to_string(i + 1));
            changes.push_back({.what = event_kind::updated, .old = object, .cur = object});
        }
        co_await to->distribute(std::move(changes));
    }
}

} // namespace

TEST_CASE_METHOD(handler_calls_fixture,
                 "tasks that wait delay no other handler, and each has a strand of its own until it ends")
{
    std::vector<executor> on;
    int ended = 0, others = 0;
    for (int i = 0; i < 50; ++i) add({.added = [&](item const&) { return rest_a_while(time, on, ended); }});
    for (int i = 0; i < 50; ++i) add({.added = [&](item const&) { ++others; }});
    put("a");

    CHECK(others == 50);
    REQUIRE(on.size() == 50);
    for (std::size_t i = 0; i < on.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) CHECK(on[i] != on[k]);
    time.run_for(1s);
    CHECK(ended == 50);
    put("b");
    CHECK(on.size() == 100);
    stop();
}

TEST_CASE_METHOD(handler_calls_fixture,
                 "a task that is cancelled does not cancel the next one of the same turn")
{
    std::vector<executor> on;
    int ended = 0;
    auto const first = add({.added = [&](item const&) { return rest_a_while(time, on, ended); }});
    put("a");
    add({.added = [&](item const&) { return rest_a_while(time, on, ended); }}); // it is called for "a"
    testing::run(io, first.remove());
    put("b");
    time.run_for(2s);
    CHECK(on.size() == 3);
    CHECK(ended == 2);
    auto const status = testing::run(io, first.status());
    CHECK(status.handled == 0);
    CHECK(status.failures == 0);
    stop();
}

TEST_CASE_METHOD(handler_calls_fixture,
                 "a handler's task that changes how it is cancelled does so only for itself, "
                 "and not for the task of another handler")
{
    bool const disables = GENERATE(true, false);
    add({.added = [&](item const&) { return be_deaf(time, disables, 0s); }});
    auto const waiting = add({.added = [&](item const&) { return wait_twice(time); }});
    put("a"); // the first task ends at once, so that the same coroutine awaits both
    testing::run(io, time, waiting.remove(), 1min);
    CHECK(testing::run(io, time, waiting.status()).ended);
    stop();
}

TEST_CASE_METHOD(handler_calls_fixture,
                 "a handler's task that changes how it is cancelled does so only for itself, "
                 "and not for the next task of its handler")
{
    bool const disables = GENERATE(true, false);
    auto const handler = add({.added = [&](object_ptr<item> const& o) {
        return o.key().name == "first" ? be_deaf(time, disables, 1s) : wait_twice(time);
    }});
    put("first");
    put("second");
    time.run_for(1s); // from now on the second task waits
    testing::run(io, time, handler.remove(), 1min);
    CHECK(testing::run(io, time, handler.status()).handled == 1);
    stop();
}

TEST_CASE_METHOD(
    handler_calls_fixture,
    "a handler that is idle again has nothing running, and its failures are counted for it alone")
{
    std::vector<executor> on;
    int calls = 0;
    auto const bad = add({.added = [&](item const&) {
        ++calls;
        throw std::runtime_error("bad");
    }});
    auto const good = add({.added = [&](item const&) { return note(on); }});
    put("a");
    put("b");
    CHECK(calls == 2);
    CHECK(on.size() == 2);
    CHECK(testing::run(io, bad.status()).failures == 2);
    CHECK(testing::run(io, bad.status()).handled == 2);
    CHECK(testing::run(io, good.status()).failures == 0);
    CHECK(handlers_->failed_calls() == 2);
    io.restart();
    io.poll();
    CHECK(io.stopped());
    stop();
}

TEST_CASE_METHOD(handler_calls_fixture, "one of ten thousand handlers may be added and removed at any place")
{
    std::vector<int> calls(10'000);
    std::vector<handler_registration> all;
    for (auto& n : calls) {
        all.emplace_back(submit(erase_type(handlers<item>{.added = [&n](item const&) { ++n; }})));
    }
    time.settle();
    for (std::size_t i = 0; i < all.size(); i += 3) testing::run(io, all[i].remove());
    put("a");
    for (std::size_t i = 1; i < all.size(); i += 3) testing::run(io, all[i].remove());
    put("b");
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(calls[i] == static_cast<int>(i % 3));
    CHECK(handlers_->handler_count() == 3333);
    stop();
}

TEST_CASE_METHOD(handler_calls_fixture,
                 "callables may be of any size, may be left out, and may own what cannot be copied")
{
    struct large {
        std::array<int, 200> numbers{};
        std::string text = "long enough not to be in the string itself";
    };
    int sum = 0;
    add({.added = [&sum, l = large()](item const&) mutable { sum += ++l.numbers[0]; },
         .updated = std::function<void(object_ptr<item> const&)>(),
         .deleted = {}});
    add({.added = [&sum, own = std::make_unique<int>(10)](item const&) { sum += ++*own; },
         .filter = [chosen = std::make_unique<bool>(true)](item const&) { return *chosen; }});
    add({.added = [&sum, l = large(), own = std::make_unique<int>(100)](item const&) { sum += ++*own; }});
    add({});
    put("a");
    CHECK(sum == 1 + 11 + 101);
    put("b");
    CHECK(sum == 1 + 11 + 101 + 2 + 12 + 102);
    stop();
}

TEST_CASE_METHOD(
    handler_calls_fixture,
    "callables are destroyed when their handler ends, in whichever state it was, also without stop()")
{
    auto const owned = std::make_shared<int>(0);
    std::vector<executor> on;
    int ended = 0;
    auto const one = [&] {
        return handlers<item>{
            .added = [this, &on, &ended, owned](item const&) { return rest_a_while(time, on, ended); }};
    };
    auto const idle = add({.deleted = [owned](item const&) { ++*owned; }});
    auto const running = add(one());
    put("a");
    testing::run(io, idle.remove());
    testing::run(io, running.remove());
    CHECK(owned.use_count() == 1);

    auto const kept = add({.deleted = [owned](item const&) { ++*owned; }});
    CHECK(owned.use_count() == 2);
    handlers_.reset();
    CHECK(owned.use_count() == 1);
    CHECK(testing::run(io, kept.status()).ended->code() == errc::stopped);
}

TEST_CASE_METHOD(handler_calls_fixture,
                 "a state that a handler has handled is not kept while the task of its next change waits")
{
    auto const slowly = [this](traced const&) { return time.sleep_for(1s); };
    fan_out_world::add(erase_type(handlers<traced>{.added = slowly, .updated = slowly}));
    traced first;
    std::weak_ptr<int> const life = first.life;
    put(traced_object("n/a", "1", std::move(first)));
    time.run_for(1s);
    put(traced_object("n/a", "2", {}));
    put(traced_object("n/b", "3", {}));
    CHECK_FALSE(life.expired()); // the handler is shown what has become of it

    time.run_for(1s);
    CHECK(life.expired());
    stop();
}

TEST_CASE_METHOD(handler_calls_fixture,
                 "a handler that was not admitted when its informer was destroyed still has a status")
{
    handler_calls_fixture other;
    auto const owned = std::make_shared<int>(0);
    auto const one = [&] { return erase_type(handlers<item>{.deleted = [owned](item const&) {}}); };
    fan_out_world::add(one()); // an admitted handler with the same executor
    handler_registration const late(handlers_->submit(one(), {}).submitted);
    REQUIRE(owned.use_count() == 3);
    handlers_.reset();
    CHECK(owned.use_count() == 1);

    // One of these takes the place of the handler if its memory was given back too early.
    for (int i = 0; i != 100; ++i) other.add({.added = [](item const&) {}});
    auto const ended = testing::run(io, late.status()).ended;
    REQUIRE(ended);
    CHECK(ended->code() == errc::stopped);
    other.stop();
}

TEST_CASE("four threads: the calls of each handler come in order and do not overlap; a removed handler is "
          "not called")
{
    asio::io_context io(4);
    auto work = asio::make_work_guard(io);
    environment const env{.ex = asio::make_strand(io), .time = &system_time(), .seed = 1};
    store const objects;
    auto const on_strand = fan_out::make_shared(env, io.get_executor(), [&] { return objects.snapshot(); });
    auto const add = [&](handlers<item> h, handler_options options) {
        auto added = on_strand->submit(erase_type(std::move(h)), options);
        if (added.is_first) asio::post(env.ex, [&] { on_strand->admit_submitted(); });
        return handler_registration(std::move(added.submitted));
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&io] { io.run(); });
    constexpr int batches = 200, each = 5;

    std::deque<witness> staying(100), merging(20), passing(60);
    std::vector<handler_registration> all;
    for (std::size_t i = 0; i < staying.size(); ++i)
        all.push_back(add(witnessed(staying[i], i % 2 == 0), {.policy = overflow::block, .capacity = 16}));
    for (std::size_t i = 0; i < merging.size(); ++i)
        all.push_back(add(witnessed(merging[i], i % 2 == 0), {.policy = overflow::merge, .capacity = 2}));
    auto distributed =
        asio::co_spawn(env.ex, distribute_all(on_strand.get(), batches, each), asio::use_future);
    std::vector<int> calls_at_end;
    for (std::size_t i = 0; i < passing.size(); ++i) {
        auto const handler = add(witnessed(passing[i], i % 2 == 0), {});
        asio::co_spawn(io, handler.remove(i % 3 == 0 ? removal::drain : removal::drop), asio::use_future)
            .get();
        calls_at_end.push_back(passing[i].calls);
    }
    distributed.get();
    for (auto const& handler : all)
        asio::co_spawn(io, handler.remove(removal::drain), asio::use_future).get();
    asio::co_spawn(env.ex, on_strand->stop(nullptr), asio::use_future).get();
    work.reset();
    for (auto& t : threads) t.join();

    for (auto const& w : staying) CHECK(w.in_order == batches * each);
    for (auto const& w : merging) CHECK(w.last == batches * each);
    for (std::size_t i = 0; i < passing.size(); ++i) {
        CHECK(passing[i].calls == calls_at_end[i]);
        CHECK(passing[i].in_order == passing[i].calls);
    }
}
