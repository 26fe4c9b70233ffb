// Contract: something refuses watches and lets every other request through: a role without the permission to
// watch, a gateway that buffers whole answers, a firewall that knows the parameter. Lists then keep the copy
// fresh.

#include "world.hpp"

namespace {

struct row {
    std::string name;
    fault wrong;
    duration within; // until the copy shows a change
};

row const refusals[] = {
    {"403", faults::forbidden(), 2min},
    {"502", faults::status(502), 2min},
    {"503", faults::unavailable(), 2min},
    {"504", faults::status(504), 2min},
    {"an end in place of an answer", faults::cut(0), 2min},
    {"no answer", faults::late(10min), 8min},
};

} // namespace

TEST_CASE("if watches are never opened and other requests pass, lists keep the copy fresh")
{
    auto const& r = refusals[GENERATE(range(std::size_t(0), std::size(refusals)))];
    CAPTURE(r.name);
    informed w;
    w.server.inject(r.wrong.on("watch").times(fault::always));
    w.server.disconnect();
    w.set("a", "2");
    w.time.run_for(r.within);
    CHECK(w.listed(w.informer) == lines{"a=2", "b=1"});
    w.set("a", "3");
    w.time.run_for(4min); // a watch that is not answered takes two minutes
    CHECK(w.listed(w.informer) == lines{"a=3", "b=1"});

    auto const before = w.lists();
    w.time.run_for(1h);
    CHECK(w.lists() - before <= 130); // pauses have grown to their longest

    w.server.heal();
    w.time.run_for(4min);
    auto const healed = w.lists();
    w.set("a", "4");
    w.time.run_for(1s);
    CHECK(w.listed(w.informer) == lines{"a=4", "b=1"});
    CHECK(w.lists() == healed);
    CHECK_FALSE(testing::run(w.io, w.informer.status()).reflector.failing_since);
}

TEST_CASE_METHOD(
    world, "an informer that reads streamed lists is synced by a paged list if streams are never opened")
{
    put("a", "1");
    server.inject(faults::unavailable().on("watch").times(fault::always));
    shared_informer<config_map> informer(api, {.fetch = fetch_mode::stream});
    background running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(1min);
    CHECK(synced.ended);
    CHECK(informer.snapshot().size() == 1);
}

TEST_CASE_METHOD(
    informed,
    "an outage of any length leads to no list, because the question about the version tells it apart")
{
    server.inject(faults::unavailable().times(fault::always));
    server.disconnect();
    time.run_for(30min);
    server.heal();
    set("a", "2");
    time.run_for(1min);
    CHECK(listed(informer) == lines{"a=2", "b=1"});
    CHECK(lists() == 1);
}

TEST_CASE_METHOD(world, "an informer that begins in an outage reads a streamed list when it is over")
{
    put("a", "1");
    bool const is_refused = GENERATE(true, false); // otherwise nothing answers
    server.inject((is_refused ? faults::unavailable() : faults::late(1h)).times(fault::always));
    shared_informer<config_map> informer(api, {.fetch = fetch_mode::stream});
    background running(io, informer.run());
    time.run_for(10min + 13s * GENERATE(range(0, 5))); // in whichever attempt it is when the outage ends
    server.heal();
    network.reset();
    time.run_for(1min);
    CHECK(informer.snapshot().size() == 1);
    CHECK(testing::run(io, informer.status()).reflector.lists == 0);
}

TEST_CASE_METHOD(world, "an informer is failing for as long as neither watches nor lists succeed")
{
    put("a", "1");
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    time.run_for(1min);
    server.inject(faults::unavailable().on("watch").times(fault::always));
    server.inject(faults::unavailable().on("list").times(fault::always));
    server.disconnect();
    time.run_for(1s);
    auto const since = testing::run(io, informer.status()).reflector.failing_since;
    REQUIRE(since);
    time.run_for(20min); // meanwhile, other requests are answered
    CHECK(testing::run(io, informer.status()).reflector.failing_since == since);
}

TEST_CASE("a quiet collection whose watches are cut every few seconds hears of a change within seconds")
{
    informed w;
    for (int i = 0; i != 40; ++i) { // a proxy cuts each answer after 15 s
        w.time.run_for(15s);
        w.network.reset();
    }
    w.time.run_for(15s);
    w.network.reset();
    w.set("a", "2");
    w.time.run_for(4s);
    CHECK(w.listed(w.informer) == lines{"a=2", "b=1"});
    CHECK(w.lists() == 1);
}

TEST_CASE_METHOD(informed, "a busy moment, or a refused connection, behind an outage leads to no list")
{
    bool const is_busy = GENERATE(true, false);
    server.inject(faults::unavailable().times(fault::always));
    server.disconnect();
    time.run_for(10min);
    server.heal();
    if (is_busy)
        server.inject(faults::throttled(1s).on("watch").times(2));
    else
        server.inject(faults::unavailable().on("watch").times(1)); // and the question is answered
    if (!is_busy) {
        while (server.pending_faults() != 0) time.run_for(100ms);
        network.refuse(true);
        time.run_for(1min);
        network.refuse(false);
    }
    time.run_for(2min);
    set("a", "2");
    time.run_for(1s);
    CHECK(listed(informer) == lines{"a=2", "b=1"});
    CHECK(lists() == 1);
}
