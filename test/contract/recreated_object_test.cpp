// Contract: an object that was deleted and created again unseen is another object, unless a handler chooses
// to get an update.

#include "world.hpp"

namespace {

struct recreated : informed {
    /// Returns what a handler with this choice is told when "b" is created again while the informer does not
    /// see it.
    lines told(handler_options options, bool slow = false)
    {
        lines log;
        auto h = recording(log);
        if (slow)
            h.added = [this](config_map const& m) { return wait_a_minute(time, m.metadata.name == "b"); };
        auto const handler = informer.on_change(std::move(h), options);
        time.run_for(1s);
        log.clear();
        server.disconnect();
        network.refuse(true);
        remove("b");
        put("b", "2");
        server.compact();
        network.refuse(false);
        time.run_for(2min);
        testing::run(io, time, handler.remove());
        return log;
    }
    static task<> wait_a_minute(time_source& time, bool really)
    {
        if (really) co_await time.sleep_for(1min);
    }
};

} // namespace

TEST_CASE_METHOD(recreated,
                 "an object that was created again unseen is a delete with unknown last state, and an add")
{
    CHECK(told({}) == lines{"-? shop/b", "+ shop/b=2"});
}

TEST_CASE_METHOD(recreated, "a handler that asks for replaced objects as updates gets one update")
{
    CHECK(told({.replaced = replaced_objects::as_update}) == lines{"~ shop/b=1>2"});
}

TEST_CASE_METHOD(informed, "a deletion that was seen is a delete, whatever the choice")
{
    lines log;
    informer.on_change(recording(log), {.replaced = replaced_objects::as_update});
    time.run_for(1s);
    log.clear();
    remove("b");
    time.run_for(1s);
    put("b", "2");
    time.run_for(1s);
    CHECK(log == lines{"- shop/b", "+ shop/b=2"});
}

TEST_CASE_METHOD(
    informed,
    "a long list of replaced objects is told in pairs, and as updates to a handler that asks for that")
{
    for (int i = 0; i < 700; ++i) put("o" + std::to_string(1000 + i), "1");
    lines pairs, updates;
    informer.on_change(recording(pairs));
    informer.on_change(recording(updates), {.replaced = replaced_objects::as_update});
    time.run_for(10s);
    pairs.clear();
    updates.clear();
    server.disconnect();
    network.refuse(true);
    remove("a"); // an odd number of changes in front of the pairs
    for (int i = 0; i < 700; ++i) {
        remove("o" + std::to_string(1000 + i));
        put("o" + std::to_string(1000 + i), "2");
    }
    server.compact();
    network.refuse(false);
    time.run_for(2min);

    REQUIRE(pairs.size() == 1401);
    for (std::size_t i = 1; i < pairs.size(); i += 2) CHECK("+" + pairs[i].substr(2) + "=2" == pairs[i + 1]);
    REQUIRE(updates.size() == 701);
    CHECK(std::all_of(updates.begin() + 1, updates.end(),
                      [](auto const& line) { return line.front() == '~'; }));
}
