// Contract: overflow::fail removes no handler because it is busy with one list, whatever comes in between.
// What waits is bounded nevertheless, also if lists bring all changes.

#include "world.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

/// Two namespaces, of which "lab" has 3000 objects. A handler with overflow::fail takes 10 ms for each
/// change, so that it is busy with the list of "lab" for half a minute.
struct busy_with_list : world {
    busy_with_list()
    {
        for (int i = 0; i < 3000; ++i) put("o-" + std::to_string(i), "1", "lab");
        for (int i = 0; i < 3; ++i) put("s-" + std::to_string(i), "1", "shop");
    }
    /// Runs the informer for a second.
    void begin()
    {
        auto const take_a_while = [this](config_map const&) { return time.sleep_for(10ms); };
        handler = informer.on_change({.added = take_a_while, .updated = take_a_while},
                                     {.policy = overflow::fail, .capacity = 100});
        running.start(io, informer.run());
        time.run_for(1s);
    }
    /// Changes an object, of which the informer is told by an event.
    void change(std::string const& value)
    {
        set("o-1", value, "lab");
        time.settle();
    }
    bool has(std::string const& ns, std::string const& name) const
    {
        return bool(informer.snapshot().get(ns, name));
    }
    handler_status now() { return run(handler.status()); }

    shared_informer<config_map> informer{api, listing({.namespaces = {"lab", "shop"}})};
    handler_registration handler;
    background running;
};

/// 200 objects, of which lists bring all changes, because something refuses watches. A handler with
/// overflow::fail hangs in its first call.
struct hanging_with_lists : world {
    hanging_with_lists()
    {
        for (int i = 0; i < 200; ++i) put("o-" + std::to_string(i), "0");
        server.inject(faults::unavailable().on("watch").times(fault::always));
        auto const hang = [this](config_map const&) { return time.sleep_for(24h); };
        handler =
            informer.on_change({.added = hang, .updated = hang}, {.policy = overflow::fail, .capacity = 100});
        running.start(io, informer.run());
        time.run_for(1s);
    }
    /// Changes this number of objects, and waits until a list has brought the changes.
    void list_changes_of(int objects)
    {
        auto const value = std::to_string(++round);
        for (int i = 0; i < objects; ++i) set("o-" + std::to_string(i), value);
        auto const has_come = [&] { return informer.snapshot().get("shop", "o-0")->data.at("v") == value; };
        REQUIRE(time.run_until(has_come, 10min));
    }
    handler_status now() { return run(handler.status()); }

    shared_informer<config_map> informer{api, listing()};
    handler_registration handler;
    background running;
    int round = 0;
};

} // namespace

TEST_CASE_METHOD(
    busy_with_list,
    "overflow::fail removes no handler that is busy with a list when another list has come since")
{
    std::uint64_t changes = 3003; // those of the first lists
    SECTION("a second list of each namespace, after an event")
    {
        begin();
        change("2");
        auto const lists = server.requests("list", config_maps);
        server.disconnect();
        put("x", "1", "lab");
        put("x", "1", "shop");
        server.compact();
        REQUIRE(time.run_until([this] { return has("lab", "x") && has("shop", "x"); }, 10s));
        REQUIRE(server.requests("list", config_maps) >= lists + 2);
        changes += 3;
    }
    SECTION("the late list of another namespace, after an event")
    {
        server.inject(faults::late(3s).on("list").in("shop"));
        begin();
        change("2");
        REQUIRE(informer.snapshot().get("lab", "o-1")->data.at("v") == "2");
        REQUIRE_FALSE(has("shop", "s-0"));
        time.run_for(3s);
        changes += 1;
    }
    SECTION("the late list of another namespace, right after the first list")
    {
        server.inject(faults::late(3s).on("list").in("shop"));
        begin();
        REQUIRE_FALSE(has("shop", "s-0"));
        time.run_for(3s);
    }
    REQUIRE(has("shop", "s-0"));
    REQUIRE(now().waiting > 1000);
    change("3");
    CHECK_FALSE(now().ended);
    time.run_for(1min);
    auto const at_end = now();
    CHECK_FALSE(at_end.ended);
    CHECK(at_end.handled == changes + 1);
    CHECK(at_end.waiting == 0);
}

TEST_CASE_METHOD(busy_with_list,
                 "overflow::fail counts the events that wait behind a list, up to the handler's capacity")
{
    begin();
    for (int i = 0; i < 101; ++i) change(std::to_string(i + 2)); // the newest event is not counted
    REQUIRE(now().waiting > 2500);
    CHECK_FALSE(now().ended);
    change("103");
    auto const ended = now().ended;
    REQUIRE(ended);
    CHECK(ended->code() == errc::queue_overflow);
}

TEST_CASE_METHOD(hanging_with_lists,
                 "overflow::fail removes a handler that hangs while lists bring all changes")
{
    std::size_t most = 0;
    auto const end = time.now() + 1h;
    while (time.now() < end && !now().ended) {
        list_changes_of(200);
        most = std::max(most, now().waiting);
    }
    auto const at_end = now();
    REQUIRE(at_end.ended);
    CHECK(at_end.ended->code() == errc::queue_overflow);
    CHECK(at_end.waiting == 0);
    CHECK(most <= 500); // what the handler has at hand, a list, and the capacity
    CHECK(has_logged("too slow"));
}

TEST_CASE_METHOD(hanging_with_lists,
                 "overflow::fail counts changes beyond the size of one list, up to the handler's capacity")
{
    list_changes_of(200); // a whole list waits behind the first one, which the handler has at hand
    CHECK(now().waiting == 400);
    CHECK_FALSE(now().ended);
    list_changes_of(100);
    CHECK(now().waiting == 500);
    CHECK_FALSE(now().ended);
    list_changes_of(1);
    auto const ended = now().ended;
    REQUIRE(ended);
    CHECK(ended->code() == errc::queue_overflow);
}

TEST_CASE_METHOD(world,
                 "overflow::fail removes no handler that is busy with a list which has removed everything, "
                 "although a small list has come since")
{
    for (int i = 0; i < 600; ++i) put("o-" + std::to_string(i), "1");
    shared_informer<config_map> informer(api, listing());
    auto const take_a_second = [this](config_map const&) { return time.sleep_for(1s); };
    auto const handler = informer.on_change({.added = take_a_second, .deleted = take_a_second},
                                            {.policy = overflow::fail, .capacity = 100});
    background running(io, informer.run());
    time.run_for(11min);
    REQUIRE(testing::run(io, handler.status()).handled == 600);

    server.inject(faults::unavailable().on("watch").times(fault::always));
    server.disconnect();
    for (int i = 0; i < 600; ++i) remove("o-" + std::to_string(i));
    REQUIRE(time.run_until([&] { return informer.snapshot().size() == 0; }, 2min));
    put("x", "1");
    REQUIRE(time.run_until([&] { return informer.snapshot().size() == 1; }, 2min));
    auto const busy = testing::run(io, handler.status());
    REQUIRE(busy.waiting > 100 + 256); // more than the capacity, and what the handler has at hand
    CHECK_FALSE(busy.ended);
    time.run_for(12min);
    auto const at_end = testing::run(io, handler.status());
    CHECK_FALSE(at_end.ended);
    CHECK(at_end.handled == 1201);
}
