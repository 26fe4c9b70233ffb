// Contract: the answer to a question about a silent watch counts for that silence only, and any answer shows
// that the server is there.

#include "world.hpp"

namespace {

/// An informer of a kind without bookmarks. Its first watch has been given up, so that it is known to be
/// quiet, and the second one is open.
struct questioned : world {
    questioned() : world({.bookmark_interval = 24h}), informer(api)
    {
        put("a", "1");
        running.start(io, informer.run());
        time.run_for(90s);
    }
    ~questioned() { running.cancel(); }

    std::size_t watches() const { return server.requests("watch", config_maps); }
    std::size_t questions() const { return server.requests("get", config_maps); }
    reflector_status status() { return run(informer.status()).reflector; }
    bool waits_for_question()
    {
        auto const before = questions();
        return time.run_until([&] { return questions() != before; }, 80s);
    }

    shared_informer<config_map> informer;
    background running;
};

} // namespace

TEST_CASE_METHOD(questioned, "a refusal of the question, such as a proxy's 503, does not end a silent watch")
{
    auto const before = watches();
    server.inject(faults::unavailable().on("get").times(fault::always));
    REQUIRE(waits_for_question());
    time.run_for(20s);
    CHECK(watches() == before);
    CHECK(status().failures == 0);
    CHECK_FALSE(status().failing_since);
}

TEST_CASE_METHOD(questioned,
                 "a question that fails after the watch has brought something does not end the watch")
{
    auto const before = watches();
    server.inject(faults::late(10min).on("get").times(1));
    REQUIRE(waits_for_question());
    time.run_for(1s);
    put("b", "1");
    time.run_for(150s);
    CHECK(informer.snapshot().size() == 2);
    CHECK(watches() == before);
    CHECK(status().failures == 0);
    CHECK(status().last_failure.empty());
}
