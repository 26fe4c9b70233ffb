// Contract: some kinds can be listed and watched, and no object of them can be got. The question in the
// place of a quiet watch is a get, so that such servers refuse it. That shows that they are there.

#include "world.hpp"

namespace {

/// An informer of a server that sends no bookmarks and answers each `get` with this status.
struct refusing : testing::fake_cluster {
    explicit refusing(int status) : fake_cluster({.bookmark_interval = 24h}), informer(api, listing())
    {
        server.create(config_maps, R"({"metadata":{"name":"a","namespace":"shop"},"data":{"v":"1"}})");
        server.inject(faults::status(status).on("get").times(fault::always));
        running.start(io, informer.run());
        time.run_for(1s);
    }
    reflector_status status() { return run(informer.status()).reflector; }

    shared_informer<config_map> informer;
    ::background running;
};

} // namespace

TEST_CASE("a quiet collection whose server answers no get does not count as failed")
{
    auto const status = GENERATE(400, 405, 409, 422, 501);
    CAPTURE(status);
    refusing w(status);
    ::background waits(w.io, w.informer.at_least("1000000"));
    for (int minute = 0; minute != 30; ++minute) {
        w.time.run_for(1min);
        CHECK_FALSE(w.status().failing_since);
    }
    CHECK(w.server.requests("get", config_maps) > 0);
    CHECK_FALSE(waits.ended);
    CHECK(w.status().failures == 0);
    CHECK(w.status().lists == 1);

    w.server.create(config_maps, R"({"metadata":{"name":"b","namespace":"shop"}})");
    w.time.run_for(1s);
    CHECK(w.informer.snapshot().size() == 2);
}

TEST_CASE("a question that is answered in place of the server, or put off, has failed")
{
    auto const status = GENERATE(401, 408, 429, 500, 502, 503, 504);
    CAPTURE(status);
    refusing w(status);
    w.time.run_for(2min); // the silent watch was given up after 75 s
    CHECK(w.server.requests("get", config_maps) > 0);
    CHECK(w.status().failures > 0);
    CHECK(w.status().lists == 1);
}

TEST_CASE("a refused question proves freshness no more than a silent watch does")
{
    refusing w(405);
    w.time.run_for(70s);
    auto const before = w.status().fresh_as_of.value();
    w.time.run_for(15s); // the watch was given up, and the question was asked
    REQUIRE(w.server.requests("get", config_maps) == 1);
    CHECK(w.status().fresh_as_of.value() == before);
}
