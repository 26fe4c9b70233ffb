// Contract: health() says in words whether a service that reads from informers is well.

#include "world.hpp"

#include <coinformer/cache/health.hpp>

namespace {

struct probed_service : world {
    probed_service() { put("a", "1"); }
    health_report report(health_limits limits = {})
    {
        return testing::run(io, time, health(factory, limits));
    }
    void start()
    {
        running.start(io, factory.run());
        time.run_for(1s);
    }
    informer_factory factory{api};
    shared_informer<config_map> informer = factory.of<config_map>();
    background running;
};

bool has(std::string const& text, std::string const& part)
{
    return text.find(part) != text.npos;
}

} // namespace

TEST_CASE_METHOD(probed_service,
                 "a service whose informers have synced and are fresh is ready, without a reason")
{
    start();
    auto const now = report();
    CHECK(now.live);
    CHECK(now.ready);
    CHECK_FALSE(now.stale);
    CHECK(now.reasons.empty());
    CHECK(now.to_string() == "ready\n");
}

TEST_CASE_METHOD(probed_service,
                 "a service that cannot read a collection is live and not ready, and says why")
{
    server.inject(faults::forbidden().times(fault::always));
    start();
    time.run_for(30s);
    auto const now = report();
    CHECK(now.live);
    CHECK_FALSE(now.ready);
    REQUIRE(now.reasons.size() == 1);
    CHECK(now.reasons[0].starts_with("configmaps: it could not be read for 3"));
    CHECK(has(now.reasons[0], "forbidden"));
    CHECK(now.to_string() == "not ready\n- " + now.reasons[0] + '\n');
}

TEST_CASE_METHOD(probed_service, "a service that loses its server stays ready, and is stale after the limit")
{
    start();
    server.inject(faults::unavailable().times(fault::always));
    server.disconnect();
    time.run_for(4min);
    CHECK_FALSE(report({.stale_after = 5min}).stale);
    time.run_for(2min);
    auto const now = report({.stale_after = 5min});
    CHECK(now.ready);
    CHECK(now.stale);
    REQUIRE(now.reasons.size() == 1);
    CHECK(has(now.reasons[0], "last proven to be up to date 6 min ago"));
    server.heal();
    time.run_for(2min);
    CHECK_FALSE(report({.stale_after = 5min}).stale);
}

TEST_CASE_METHOD(probed_service, "a resource that the server does not have is named as that")
{
    server.inject(faults::status(404).times(fault::always));
    start();
    time.run_for(10s);
    auto const now = report();
    REQUIRE(now.reasons.size() == 1);
    CHECK(has(now.reasons[0], "the server does not have this resource"));
}

TEST_CASE_METHOD(probed_service, "a first list that takes long is shown by what it has brought")
{
    for (int i = 0; i != 5; ++i) put("b" + std::to_string(i), "1");
    server.inject(faults::late(1h).on_later_pages());
    shared_informer<config_map> paged(api, {.fetch = fetch_mode::list, .page_size = 2});
    background run(io, paged.run());
    time.run_for(1s);
    auto const now = testing::run(io, time, health({}, paged));
    REQUIRE(now.reasons.size() == 1);
    CHECK(now.reasons[0] == "configmaps: the first list has brought 2 objects until now, and 4 are to come");
}

TEST_CASE_METHOD(probed_service, "an informer that has ended makes the service not live")
{
    shared_informer<config_map> other(api);
    {
        background run(io, other.run());
        time.run_for(1s);
    }
    time.run_for(1s);
    auto const now = testing::run(io, time, health({}, other));
    CHECK_FALSE(now.live);
    CHECK_FALSE(now.ready);
    CHECK(now.to_string() == "not live\n- configmaps: its informer has ended\n");
}

TEST_CASE_METHOD(probed_service,
                 "a service is not live if an informer of its factory has ended with an error, and names it")
{
    background misuse(io, informer.run()); // so that the factory's run of it fails
    time.settle();
    start();
    auto const before = report(); // the run by hand still reads the collection
    CHECK_FALSE(before.live);
    CHECK_FALSE(before.ready);
    REQUIRE(before.reasons.size() == 1);
    CHECK(before.reasons[0].starts_with("configmaps: its informer has ended: "));
    CHECK(has(before.reasons[0], "already running"));

    misuse.cancel();
    auto const now = report();
    CHECK_FALSE(now.live);
    CHECK_FALSE(now.ready);
    REQUIRE(now.reasons.size() == 2);
    CHECK(now.reasons[0] == "configmaps: its informer has ended");
    CHECK(now.reasons[1] == before.reasons[0]);
}

TEST_CASE_METHOD(probed_service,
                 "a service is live and not ready while a handler is still handling the first list")
{
    informer.on_change({.added = [this](object_ptr<config_map> const&) { return time.sleep_for(1h); }});
    start();
    auto const now = report();
    CHECK(now.live);
    CHECK_FALSE(now.ready);
    REQUIRE(now.reasons.size() == 1);
    CHECK(now.reasons[0] == "configmaps: handlers are still handling the first list");
    time.run_for(1h);
    CHECK(report().ready);
}

TEST_CASE("a service stays live while it releases an informer, at whatever moment it is asked")
{
    bool const is_asked_first = GENERATE(true, false);
    auto const judge = [](informer_factory& all, std::string& text) -> task<> {
        auto const now = co_await health(all);
        text = now.to_string();
    };
    bool is_over = false;
    for (int steps = 0; !is_over; ++steps) { // until the first of both ends before the second begins
        CAPTURE(is_asked_first, steps);
        probed_service w;
        auto maps = w.factory.of<config_map>();
        w.start();
        std::string text;
        ::background asking, releasing;
        auto const ask = [&] { asking.start(w.io, judge(w.factory, text)); };
        auto const release = [&] { releasing.start(w.io, maps.release()); };
        is_asked_first ? ask() : release();
        w.io.restart();
        for (int i = 0; i != steps; ++i) is_over |= w.io.poll_one() == 0;
        is_over |= asking.ended || releasing.ended;
        is_asked_first ? release() : ask();
        w.time.settle();
        CHECK(releasing.ended);
        CHECK(text == "ready\n");
    }
}
