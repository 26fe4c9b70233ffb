// Contract: a wait for a factory that was stopped before it ran says that the factory was stopped.

#include "world.hpp"

#include <algorithm>
#include <list>

TEST_CASE_METHOD(world, "a wait for a factory that never ran says that the factory, and no informer, stopped")
{
    informer_factory factory(api);
    auto const informer = factory.of<config_map>();
    testing::run(io, time, factory.stop());
    background late(io, factory.synced());
    time.settle();
    CHECK(late.code() == errc::stopped);
    CHECK(late.what().starts_with("informer factory"));
}

TEST_CASE_METHOD(world, "run() of a factory that is cancelled ends the informers, and then says that it was")
{
    informer_factory factory(api);
    auto const informer = factory.of<config_map>();
    background running(io, factory.run());
    background ending(io, informer.stopped());
    time.run_for(1s);
    REQUIRE_FALSE(running.ended);
    running.cancel();
    REQUIRE(running.ended);
    CHECK(running.code() == condition::cancelled);
    time.settle();
    CHECK(ending.ended);
}

TEST_CASE("a stop that is cancelled at any moment ends all of its informers, or has not begun")
{
    bool const is_of_resource = GENERATE(true, false); // or of the whole factory, which is not run
    bool was_cancelled_midway = false;
    for (int turns = 0; turns != 60; ++turns) {
        CAPTURE(is_of_resource, turns);
        world w;
        informer_factory factory(w.api);
        std::vector<informer_handle<config_map>> informers;
        std::list<background> waits;
        for (auto const* ns : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
            informers.push_back(factory.of<config_map>({.namespaces = {ns}}));
            waits.emplace_back(w.io, informers.back().synced());
        }
        w.time.settle();
        background stopping(w.io, is_of_resource ? factory.stop(config_maps) : factory.stop());
        w.io.restart();
        for (int i = 0; i != turns; ++i) w.io.poll_one();
        bool const is_cancelled = !stopping.ended;
        stopping.cancel();
        w.time.settle();
        auto const ended = std::ranges::count_if(waits, [](auto& b) { return b.code() == errc::stopped; });
        CHECK((ended == 0 || ended == 8));
        was_cancelled_midway |= is_cancelled && ended == 8;
    }
    CHECK(was_cancelled_midway);
}

TEST_CASE_METHOD(world, "a stop of a resource that is cancelled does not wait for the end of its informers")
{
    put("a", "1");
    informer_factory factory(api);
    auto const informer = factory.of<config_map>();
    bool has_ended = false;
    auto const slow = [](time_source& clock, bool& ended) -> task<> {
        co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
        co_await clock.sleep_for(1min);
        ended = true;
    };
    informer.on_change({.added = [&](config_map const&) { return slow(time, has_ended); }});
    background const running(io, factory.run());
    time.run_for(1s);
    background stopping(io, factory.stop(config_maps));
    time.run_for(1s);
    REQUIRE_FALSE(stopping.ended);
    stopping.cancel();
    CHECK(stopping.code() == condition::cancelled);
    CHECK_FALSE(has_ended);
    time.run_for(1min);
    CHECK(has_ended);
    CHECK(server.open_watches() == 0);
}
