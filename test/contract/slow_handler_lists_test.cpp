// Contract: overflow::fail does not count the changes of lists, however many lists come while a handler is
// busy with the first one, and whatever comes between them.

#include "world.hpp"

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
