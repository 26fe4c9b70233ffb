// Contract: cancelling run() ends it at once, wherever it is, and after that no handler is called.

#include "world.hpp"

TEST_CASE(
    "cancelling run() after any number of turns of the loop ends it at once, and no handler is called later")
{
    // the whole life of an informer in single turns: connection, list, watch, an event, a lost connection, a
    // pause
    for (int turns = 0; turns < 160; ++turns) {
        INFO("cancelled after " << turns << " turns");
        world w;
        w.put("a", "1");
        w.put("b", "1");
        informer_options options;
        options.page_size = 1;
        auto informer = std::make_unique<shared_informer<config_map>>(w.api, options);
        lines seen;
        informer->on_change(recording(seen));
        background running(w.io, informer->run());
        for (int i = 0; i < turns; ++i) {
            w.io.restart();
            if (w.io.poll_one() != 0) continue;
            if (i % 3 == 0) w.set("a", std::to_string(i));
            if (i % 3 == 1) w.server.disconnect();
            if (i % 3 == 2) w.time.run_for(100ms);
        }

        running.cancel();
        REQUIRE(running.ended);
        CHECK(running.code() == condition::cancelled);

        auto const at_the_end = seen;
        w.set("a", "later");
        w.time.run_for(1h);
        CHECK(seen == at_the_end);
        CHECK(w.server.open_watches() == 0);
        informer.reset();
    }
}

TEST_CASE_METHOD(world,
                 "a handler's running task is cancelled with the informer, and run() waits for its end")
{
    put("a", "1");
    bool began = false, ended = false;
    shared_informer<config_map> informer(api);
    struct at_exit {
        bool& flag;
        ~at_exit() { flag = true; }
    };
    auto const handle = [](time_source& t, bool& b, bool& e) -> task<> {
        at_exit const guard{e};
        b = true;
        co_await t.sleep_for(1h);
    };
    informer.on_change({.added = [&](config_map const&) { return handle(time, began, ended); }});
    background running(io, informer.run());
    time.run_for(1s);
    REQUIRE(began);
    CHECK_FALSE(ended);

    running.cancel();
    CHECK(ended);
    CHECK(running.ended);
}

TEST_CASE_METHOD(world, "an informer that is cancelled has not failed")
{
    int failures = 0;
    shared_informer<config_map> informer(api, {.on_failure = [&](api_error const&) { ++failures; }});
    background running(io, informer.run());
    time.run_for(1s);
    REQUIRE(informer.has_synced());
    running.cancel();
    REQUIRE(running.ended);
    CHECK(failures == 0);
    auto const status = run(informer.status()).reflector;
    CHECK(status.failures == 0);
    CHECK(status.last_failure.empty());
}

TEST_CASE_METHOD(world, "an informer can be run once")
{
    shared_informer<config_map> informer(api);
    background running(io, informer.run());
    background again(io, informer.run());
    time.run_for(1s);

    CHECK(again.code() == errc::already_running);
}

TEST_CASE_METHOD(world, "waiting for the sync can be cancelled, and ends when the informer ends")
{
    network.refuse(true);
    shared_informer<config_map> informer(api);
    background running(io, informer.run());
    background impatient(io, informer.synced());
    background patient(io, informer.synced());
    time.run_for(10s);
    CHECK_FALSE(impatient.ended);

    impatient.cancel();
    CHECK(impatient.code() == condition::cancelled);
    CHECK_FALSE(patient.ended);

    running.cancel();
    CHECK(patient.code() == errc::stopped);
}
