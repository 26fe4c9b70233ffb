// Contract: the queue of deltas, by itself: order, back-off of deltas that were given back, resync, end.

#include "parts_world.hpp"

#include <boost/asio/thread_pool.hpp>

#include <optional>

TEST_CASE("a queue of parts returns changes in their order, and one object at most once in a pop")
{
    queue_world w;
    w.push_updated("a", "1");
    w.push_updated("b", "1");
    w.push_updated("a", "2");
    w.queue.push(parts::delta<config_map>::bookmark("9"));
    w.queue.push(parts::delta<config_map>::added(object_of("c", "1")));
    w.queue.push(parts::delta<config_map>::deleted(object_of("c", "1")));
    w.queue.push(parts::delta<config_map>::replaced({object_of("d", "1")}, "10"));
    CHECK(w.queue.size() == 7);
    CHECK(w.pop() == words{"=a1", "=b1"});
    CHECK(w.pop() == words{"=a2"});
    CHECK(w.pop() == words{"@9"});
    CHECK(w.pop() == words{"+c1"});
    CHECK(w.pop() == words{"-c1"});
    CHECK(w.pop() == words{"all 1"});
    w.push_updated("a", "3");
    w.queue.close();
    CHECK(w.pop() == words{"=a3"});
    CHECK(w.pop().empty());
}

TEST_CASE(
    "a waiting pop of a queue of parts returns as soon as a delta comes, and can be cancelled without loss")
{
    queue_world w;
    std::vector<parts::delta<config_map>> got;
    auto take = [](parts::delta_fifo<config_map> q, std::vector<parts::delta<config_map>>& to) -> task<> {
        to = co_await q.pop(10);
    };
    {
        ::background cancelled(w.io, take(w.queue, got));
        w.time.run_for(1s);
    }
    ::background waiting(w.io, take(w.queue, got));
    w.time.run_for(1s);
    CHECK(got.empty());
    w.push_updated("a", "1");
    w.time.settle();
    CHECK(waiting.ended);
    CHECK(got.size() == 1);
}

TEST_CASE("by key, a change takes the place of the queued change of its object")
{
    queue_world w({.order = queue_order::by_key});
    w.push_updated("a", "1", "1");
    w.push_updated("b", "1", "2");
    w.push_updated("a", "2", "3");
    CHECK(w.pop() == words{"=a2", "=b1"});
    CHECK(w.pop() == words{"@3"});
}

TEST_CASE("a delta that was given back comes again after a pause that grows, and holds up no other object")
{
    queue_world w({.retry = {.first = 1s, .cap = 8s, .jitter_percent = 0}});
    w.push_updated("a", "1");
    REQUIRE(w.pop(1) == words{"=a1"});
    duration expected = 1s;
    for (int failure = 0; failure != 4; ++failure, expected *= 2) {
        w.queue.requeue(std::move(w.last.front()));
        CHECK(w.queue.size() == 0);
        w.push_updated("b", "1");
        CHECK(w.pop(1) == words{"=b1"});
        auto const began = w.time.now();
        REQUIRE(w.pop(1) == words{"=a1"});
        CHECK(w.time.now() - began == expected);
    }
}

TEST_CASE("the pauses of an object, or of lists, begin anew after a success")
{
    queue_world w({.retry = {.first = 1s, .cap = 8s, .jitter_percent = 0}});
    bool const is_change = GENERATE(true, false);
    auto const pop_first = [&] {
        if (is_change)
            w.push_updated("a", "1");
        else
            w.queue.push(parts::delta<config_map>::replaced({object_of("a", "1")}, "10"));
        REQUIRE(w.pop(1).size() == 1);
    };
    // Gives back the delta that was popped last. Returns how long it takes until it comes again.
    auto const pause = [&] {
        w.queue.requeue(std::move(w.last.front()));
        auto const began = w.time.now();
        REQUIRE(w.pop(1).size() == 1);
        return w.time.now() - began;
    };
    pop_first();
    CHECK(pause() == 1s);
    CHECK(pause() == 2s);
    w.push_updated("b", "1");
    CHECK(w.pop(1) == words{"=b1"}); // by this pop() the other delta has been processed
    pop_first();
    CHECK(pause() == 1s);
    CHECK(pause() == 2s);
}

TEST_CASE("a loop that pops after the pause of a failed delta does not begin its pauses anew")
{
    queue_world w({.retry = {.first = 1s, .cap = 8s, .jitter_percent = 0}});
    w.push_updated("a", "1");
    duration expected = 1s;
    for (int failure = 0; failure != 3; ++failure, expected *= 2) {
        REQUIRE(w.pop(1) == words{"=a1"});
        w.queue.requeue(std::move(w.last.front()));
        w.time.run_for(expected - 1ms);
        CHECK(w.queue.size() == 0);
        w.time.run_for(1ms);
        CHECK(w.queue.size() == 1); // its pause is over, and nobody has popped meanwhile
    }
}

TEST_CASE("a newer change, or a list, takes the place of a delta that was given back")
{
    queue_world w;
    w.push_updated("a", "1");
    REQUIRE(w.pop(1) == words{"=a1"});
    auto failed = std::move(w.last.front());
    SECTION("a change that is queued when the delta is given back")
    {
        w.push_updated("a", "2");
        w.queue.requeue(std::move(failed));
        CHECK(w.pop() == words{"=a2"});
    }
    SECTION("a change that is popped during the pause")
    {
        w.queue.requeue(std::move(failed));
        w.push_updated("a", "2");
        CHECK(w.pop() == words{"=a2"});
    }
    SECTION("a change that is still queued when the pause is over")
    {
        w.queue.requeue(std::move(failed));
        w.push_updated("a", "2");
        w.time.run_for(1h);
        CHECK(w.pop() == words{"=a2"});
    }
    SECTION("a list")
    {
        w.queue.requeue(std::move(failed));
        w.queue.push(parts::delta<config_map>::replaced({object_of("a", "2")}, "10"));
        CHECK(w.pop() == words{"all 1"});
    }
    w.time.run_for(1h);
    CHECK(w.queue.size() == 0);
}

TEST_CASE("a list that was given back comes again before everything else")
{
    queue_world w({.retry = {.first = 5s, .cap = 5s, .jitter_percent = 0}});
    w.queue.push(parts::delta<config_map>::replaced({object_of("a", "1")}, "10"));
    w.push_updated("a", "2");
    REQUIRE(w.pop() == words{"all 1"});
    w.queue.requeue(std::move(w.last.front()));
    auto const began = w.time.now();
    CHECK(w.pop() == words{"all 1"});
    CHECK(w.time.now() - began == 5s);
    CHECK(w.pop() == words{"=a2"});
}

TEST_CASE("a list of one namespace does not take the place of a failed delta of another one")
{
    queue_world w;
    w.push_updated("a", "1");
    REQUIRE(w.pop(1) == words{"=a1"});
    w.queue.requeue(std::move(w.last.front()));
    w.queue.push(parts::delta<config_map>::replaced({}, "10", "yard"));
    CHECK(w.pop() == words{"all 0"});
    CHECK(w.last.front().ns() == "yard");
    w.queue.push(parts::delta<config_map>::replaced({}, "11", "attic"));
    w.time.run_for(1h);
    CHECK(w.pop() == words{"all 0"});
    CHECK(w.pop() == words{"=a1"});
}

TEST_CASE("a resync does not show a state that the loop is about to replace")
{
    queue_world w;
    parts::indexer<config_map> store(w.env);
    (void)store.put(object_of("a", "1", "1"));
    w.queue.push(parts::delta<config_map>::deleted(object_of("a", "1", "2")));
    REQUIRE(w.pop() == words{"-a1"});
    w.queue.resync(store.snapshot()); // the deletion was popped, and is not applied yet
    (void)store.apply(std::move(w.last));
    CHECK(w.queue.size() == 0);
    w.push_updated("b", "1");
    CHECK(w.pop() == words{"=b1"});
    CHECK(store.size() == 0);
}

TEST_CASE("the deltas of a queue are processed by one loop")
{
    queue_world w;
    w.push_updated("a", "1");
    REQUIRE(w.pop(1) == words{"=a1"});
    auto take = [](parts::delta_fifo<config_map> q) -> task<> { (void)co_await q.pop(); };
    ::background const waiting(w.io, take(w.queue));
    w.time.settle();
    CHECK_THROWS_AS(w.run(w.queue.pop()), api_error);
    CHECK_THROWS_AS(w.queue.requeue(std::move(w.last.front())), api_error);
}

TEST_CASE("a closed queue takes nothing more, and forgets what has failed")
{
    queue_world w;
    w.push_updated("a", "1");
    REQUIRE(w.pop(1) == words{"=a1"});
    w.queue.requeue(std::move(w.last.front()));
    w.queue.close();
    w.push_updated("b", "1");
    CHECK(w.queue.size() == 0);
    CHECK(w.pop().empty());
    w.time.run_for(1h);
    CHECK(w.pop().empty());
    CHECK(w.time.armed() == 0);
}

TEST_CASE("a closed queue drops what is given back to it")
{
    queue_world w;
    SECTION("a change")
    {
        w.push_updated("a", "1");
    }
    SECTION("a list")
    {
        w.queue.push(parts::delta<config_map>::replaced({object_of("a", "1")}, "10"));
    }
    REQUIRE(w.pop(1).size() == 1);
    w.queue.close();
    w.queue.requeue(std::move(w.last.front()));
    CHECK(w.time.armed() == 0);
    CHECK(w.pop().empty());
    w.time.run_for(1h);
    CHECK(w.pop().empty());
}

TEST_CASE("a pop that waits for the pause of a failed list ends at once when the queue is closed")
{
    queue_world w({.retry = {.first = 5s, .cap = 5s, .jitter_percent = 0}});
    w.queue.push(parts::delta<config_map>::replaced({object_of("a", "1")}, "10"));
    REQUIRE(w.pop() == words{"all 1"});
    w.queue.requeue(std::move(w.last.front()));
    auto take = [](parts::delta_fifo<config_map> q, std::optional<std::size_t>& popped) -> task<> {
        auto const got = co_await q.pop();
        popped = got.size();
    };
    std::optional<std::size_t> popped;
    ::background const waiting(w.io, take(w.queue, popped));
    w.time.run_for(1s);
    REQUIRE_FALSE(popped);
    auto const began = w.time.now();
    w.queue.close();
    w.time.settle();
    CHECK(popped == 0u);
    CHECK(w.time.now() == began);
    CHECK(w.time.armed() == 0);
}

TEST_CASE("a pop that is cancelled during the pause of a failed list or bookmark loses nothing")
{
    queue_world w({.retry = {.first = 5s, .cap = 5s, .jitter_percent = 0}});
    bool const is_list = GENERATE(true, false);
    if (is_list)
        w.queue.push(parts::delta<config_map>::replaced({object_of("a", "1")}, "10"));
    else
        w.queue.push(parts::delta<config_map>::bookmark("10"));
    w.push_updated("b", "1");
    words const failed = w.pop();
    REQUIRE(failed == words{is_list ? "all 1" : "@10"});
    w.queue.requeue(std::move(w.last.front()));
    CHECK(w.queue.size() == 1);
    auto take = [](parts::delta_fifo<config_map> q) -> task<> { (void)co_await q.pop(); };
    ::background waiting(w.io, take(w.queue));
    w.time.run_for(2s);
    REQUIRE_FALSE(waiting.ended);
    waiting.cancel();
    CHECK(waiting.code() == condition::cancelled);
    auto const began = w.time.now();
    CHECK(w.pop() == failed);
    CHECK(w.time.now() - began == 3s); // the pause has gone on
    CHECK(w.pop() == words{"=b1"});
}

TEST_CASE("parts refuse an executor that is not serial")
{
    asio::thread_pool pool(2);
    environment const env{.ex = pool.get_executor(), .log = &no_log()};
    CHECK_THROWS_WITH(parts::delta_fifo<config_map>(env), Catch::Contains("make_strand"));
    parts::indexer<config_map> const store;
    CHECK_THROWS_WITH(parts::fan_out<config_map>(env, store), Catch::Contains("make_strand"));
}

TEST_CASE("a resync queues every object that is not queued already")
{
    queue_world w;
    parts::indexer<config_map> store(w.env);
    for (auto const* name : {"a", "b", "c"}) (void)store.put(object_of(name, "1"));
    w.push_updated("b", "2");
    w.queue.resync(store.snapshot());
    auto all = w.pop();
    std::sort(all.begin(), all.end());
    CHECK(all == words{"=a1", "=b2", "=c1"});
    w.queue.push(parts::delta<config_map>::replaced({}, "10"));
    w.queue.resync(store.snapshot());
    CHECK(w.queue.size() == 1);
}

TEST_CASE("a resync shows no object about which the loop may have newer news")
{
    queue_world w;
    parts::indexer<config_map> store(w.env);
    for (auto const* name : {"a", "b"}) (void)store.put(object_of(name, "1"));
    SECTION("an object whose failed change waits for its pause")
    {
        w.push_updated("a", "2");
        REQUIRE(w.pop(1) == words{"=a2"});
        w.queue.requeue(std::move(w.last.front()));
        w.queue.push(parts::delta<config_map>::bookmark("9"));
        REQUIRE(w.pop() == words{"@9"}); // the last pop() has not returned the object
        w.queue.resync(store.snapshot());
        CHECK(w.pop() == words{"=b1"});
    }
    SECTION("any object while the loop processes a list")
    {
        w.queue.push(parts::delta<config_map>::replaced({}, "10"));
        REQUIRE(w.pop() == words{"all 0"});
        w.queue.resync(store.snapshot());
        CHECK(w.queue.size() == 0);
    }
    SECTION("any object while a failed list waits for its pause")
    {
        w.queue.push(parts::delta<config_map>::replaced({}, "10"));
        REQUIRE(w.pop() == words{"all 0"});
        w.queue.requeue(std::move(w.last.front()));
        auto take = [](parts::delta_fifo<config_map> q) -> task<> { (void)co_await q.pop(); };
        ::background const waiting(w.io, take(w.queue));
        w.time.settle();
        w.queue.resync(store.snapshot());
        CHECK(w.queue.size() == 0);
    }
}

TEST_CASE("a wait for room ends below the capacity of the queue, and when the queue is closed")
{
    queue_world w({.capacity = 2});
    w.push_updated("a", "1");
    w.run(w.queue.wait_for_room());
    w.push_updated("b", "1");
    ::background waiting(w.io, w.queue.wait_for_room());
    w.time.settle();
    REQUIRE_FALSE(waiting.ended);
    SECTION("there is room")
    {
        CHECK(w.pop(1) == words{"=a1"});
        w.time.settle();
        CHECK(waiting.ended);
        CHECK_FALSE(waiting.failure);
    }
    SECTION("the queue is closed")
    {
        w.queue.close();
        w.time.settle();
        CHECK(waiting.ended);
        CHECK_FALSE(waiting.failure);
    }
    SECTION("the wait is cancelled")
    {
        waiting.cancel();
        CHECK(waiting.code() == condition::cancelled);
        CHECK(w.queue.size() == 2);
    }
}

TEST_CASE("the options of a queue of parts are checked")
{
    parts_world w;
    CHECK_THROWS_WITH(parts::delta_fifo<config_map>(w.env, {.capacity = 0}), Catch::Contains("capacity"));
    CHECK_THROWS_WITH(parts::delta_fifo<config_map>(w.env, {.retry = {.first = 0s}}),
                      Catch::Contains("retry"));
}
