// Contract: overflow::fail removes no handler because it is busy with one list, or with two that follow each
// other, whatever comes in between.
// The number of changes that wait has a bound all the same, even if lists bring all of them.

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
    CHECK(most <= 700); // what the handler has at hand, two lists, and the capacity
    CHECK(has_logged("too slow"));
}

TEST_CASE_METHOD(hanging_with_lists,
                 "overflow::fail counts changes beyond twice the size of one list, up to the handler's "
                 "capacity")
{
    list_changes_of(200); // a whole list waits behind the first one, which the handler has at hand
    list_changes_of(200); // two do
    CHECK(now().waiting == 600);
    CHECK_FALSE(now().ended);
    list_changes_of(100);
    CHECK(now().waiting == 700);
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

TEST_CASE_METHOD(world, "overflow::fail removes no handler that is busy with two lists in a row")
{
    for (int i = 0; i < 600; ++i) put("o-" + std::to_string(i), "1");
    shared_informer<config_map> informer(api, listing());
    auto const take_a_second = [this](config_map const&) { return time.sleep_for(1s); };
    auto const handler =
        informer.on_change({.added = take_a_second, .updated = take_a_second, .deleted = take_a_second},
                           {.policy = overflow::fail, .capacity = 100});
    background running(io, informer.run());
    time.run_for(1s);

    std::size_t changes = 600; // The first list has brought these.
    server.disconnect();
    SECTION("the second one removes everything that the first one has added")
    {
        for (int i = 0; i < 600; ++i) remove("o-" + std::to_string(i));
        server.compact();
        REQUIRE(time.run_until([&] { return informer.snapshot().size() == 0; }, 30s));
        changes += 600;
    }
    SECTION("the second one brings changes of nearly all objects")
    {
        for (int i = 0; i < 500; ++i) set("o-" + std::to_string(i), "2");
        server.compact();
        auto const has_come = [&] { return informer.snapshot().get("shop", "o-0")->data.at("v") == "2"; };
        REQUIRE(time.run_until(has_come, 30s));
        changes += 500;
    }
    time.run_for(1s);
    auto const busy = testing::run(io, handler.status());
    REQUIRE(busy.waiting > 600 + 100 + 256); // a list, the capacity, and what the handler has at hand
    CHECK_FALSE(busy.ended);
    time.run_for(21min);
    auto const at_end = testing::run(io, handler.status());
    CHECK_FALSE(at_end.ended);
    CHECK(at_end.handled == changes);
}

TEST_CASE_METHOD(world, "overflow::fail knows from its beginning how large a list is that removes everything")
{
    for (int i = 0; i < 250; ++i) put("o-" + std::to_string(i), "1");
    shared_informer<config_map> informer(api, listing());
    auto const hang = [this](config_map const&) { return time.sleep_for(24h); };
    auto const handler = informer.on_change({.added = hang}, {.policy = overflow::fail, .capacity = 300});
    background running(io, informer.run());
    time.run_for(1s); // the handler has the first list at hand

    for (auto const* value : {"2", "3"}) { // two lists of 250 changes
        server.disconnect();
        for (int i = 0; i < 250; ++i) set("o-" + std::to_string(i), value);
        server.compact();
        auto const has_come = [&] { return informer.snapshot().get("shop", "o-0")->data.at("v") == value; };
        REQUIRE(time.run_until(has_come, 2min));
    }
    for (int i = 0; i < 200; ++i) put("n-" + std::to_string(i), "1"); // 200 events
    REQUIRE(time.run_until([&] { return informer.snapshot().size() == 450; }, 2min));
    time.run_for(1s);
    auto const before = testing::run(io, handler.status());
    REQUIRE_FALSE(before.ended);
    REQUIRE(before.waiting == 250 + 2 * 250 + 200);

    server.disconnect();
    for (int i = 0; i < 250; ++i) remove("o-" + std::to_string(i));
    for (int i = 0; i < 200; ++i) remove("n-" + std::to_string(i));
    server.compact();
    REQUIRE(time.run_until([&] { return informer.snapshot().size() == 0; }, 2min));
    time.run_for(1s);
    auto const at_end = testing::run(io, handler.status());
    CHECK_FALSE(at_end.ended); // its first 256 changes are more than the lists before have excused
    CHECK(at_end.waiting == before.waiting + 450);
}
