// Contract: the time in which a process stands still, because its machine is suspended, is not taken for
// trouble of the server, or for something that holds events back.

#include "own_clock.hpp"
#include "world.hpp"

namespace {

/// An informer on a laptop, whose clock goes on while the machine is suspended. The connections are those of
/// HTTP/1.1: with HTTP/2 a ping would find out first that the peer has forgotten them.
struct laptop : testing::fake_cluster {
    explicit laptop(duration bookmark_interval, fetch_mode fetch = fetch_mode::stream)
        : fake_cluster({.bookmark_interval = bookmark_interval})
    {
        network.agree_on("");
        informer.emplace(own_api, informer_options{.fetch = fetch});
        server.create(config_maps, R"({"metadata":{"name":"a","namespace":"n1"}})");
        running.start(io, informer->run());
        time.run_for(5min);
    }
    reflector_status status() { return run(informer->status()).reflector; }

    std::shared_ptr<own_clock> kept_clock = std::make_shared<own_clock>(time);
    own_clock& clock = *kept_clock;
    client own_api{
        environment{env.ex, &clock, env.log, 7}, {.server = "http://in-memory"}, {}, network.dialer()};
    std::optional<shared_informer<config_map>> informer;
    ::background running;
};

duration any_bookmark_interval()
{
    return GENERATE(duration(1min), duration(24h));
}

} // namespace

TEST_CASE("an informer whose machine was suspended for hours reports nothing if the server has its version")
{
    laptop w(any_bookmark_interval(), GENERATE(fetch_mode::stream, fetch_mode::list));
    ::background const waits(w.io, w.informer->at_least("1000000"));
    w.network.silence(); // a firewall between has forgotten the connections
    w.clock.jump(2h);
    for (int step = 0; step != 600; ++step) {
        w.time.run_for(100ms);
        CHECK_FALSE(w.status().failing_since);
    }
    w.time.run_for(2min);
    CHECK_FALSE(w.status().failing_since);
    CHECK(w.status().failures == 0);
    CHECK_FALSE(waits.ended);
}

TEST_CASE("a connection that is found broken after hours of suspension has not been failing for hours")
{
    laptop w(any_bookmark_interval());
    ::background const waits(w.io, w.informer->at_least("1000000"));
    w.clock.jump(2h);
    auto const woke_at = w.clock.now();
    w.network.reset();
    for (int step = 0; step != 180; ++step) {
        w.time.run_for(1s);
        CHECK(w.status().failing_since.value_or(woke_at) >= woke_at);
    }
    CHECK_FALSE(w.status().failing_since);
    CHECK_FALSE(waits.ended);
}

TEST_CASE("a half-open watch is found as soon after a suspension as before it")
{
    laptop w(1min);
    w.network.silence();
    w.clock.jump(2h);
    w.time.run_for(10s); // there is another watch by now
    w.network.silence();
    w.server.create(config_maps, R"({"metadata":{"name":"b","namespace":"n1"}})");
    w.time.run_for(80s);
    CHECK(w.informer->snapshot().size() == 2);
}

TEST_CASE("something that holds events back is found, although the machine was suspended before")
{
    laptop w(24h);
    w.server.inject(faults::endless_watch().on("watch").times(fault::always));
    w.network.silence();
    w.clock.jump(2h);
    w.time.run_for(1h);
    CHECK(w.status().failing_since);
    CHECK_FALSE(w.status().last_failure.empty());
}
