// Contract: nothing that goes wrong is silent, and one cause of failure is one warning, however often it is
// met.

#include "captured_stderr.hpp"
#include "world.hpp"

#include <coinformer/testing/run.hpp>

#include <deque>
#include <optional>
#include <stdexcept>

namespace {

/// The warnings and errors of a log, in order.
lines warnings_in(std::string const& text)
{
    lines found;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("WARNING") || line.starts_with("ERROR")) found.push_back(line);
    return found;
}

std::string const not_run =
    "WARNING nobody runs the informer of configmaps yet, and somebody waits for it: start "
    "informer.run() in a nursery or with co_spawn";

struct watched_log : world {
    lines warnings() const { return warnings_in(log_text.str()); }
    std::string text() const { return log_text.str(); }
};

/// Runs informers, and stops them before the world ends.
struct run_informers {
    explicit run_informers(world& of) : in(of) {}
    shared_informer<config_map>& add(informer_options options = {})
    {
        auto& made = *informers.emplace_back(
            std::make_unique<shared_informer<config_map>>(in.api, std::move(options)));
        running.emplace_back(in.io, made.run());
        return made;
    }

    world& in;
    std::vector<std::unique_ptr<shared_informer<config_map>>> informers;
    std::deque<background> running;
};

} // namespace

TEST_CASE_METHOD(watched_log,
                 "a waiter for an informer that nobody runs is told so after five seconds, and waits on")
{
    put("a", "1");
    shared_informer<config_map> informer(api);
    background synced(io, informer.synced());
    time.run_for(4900ms);
    CHECK(warnings().empty());
    time.run_for(200ms);
    CHECK(warnings() == lines{not_run});
    CHECK_FALSE(synced.ended);

    background running(io, informer.run());
    time.run_for(1s);
    CHECK(synced.ended);
    CHECK(synced.what().empty());
}

TEST_CASE_METHOD(watched_log,
                 "every wait for an informer's objects leads to that warning, and each informer gets one")
{
    auto const wait_for = [&](int which) {
        shared_informer<config_map> informer(api);
        auto const handler = informer.on_change({.added = [](config_map const&) {}});
        auto const holds = [](snapshot<config_map> const&) { return false; };
        std::deque<background> waits;
        auto const wait = [&](task<> t) { waits.emplace_back(io, std::move(t)); };
        if (which == 0 || which == 5) wait(informer.synced());
        if (which == 1 || which == 5) wait(informer.at_least("5"));
        if (which == 2 || which == 5) wait(informer.until(holds));
        if (which == 3 || which == 5) wait(informer.stopped());
        if (which == 4 || which == 5) wait(handler.synced());
        time.run_for(1min);
        for (auto& w : waits) {
            CHECK_FALSE(w.ended);
            w.cancel();
        }
        for (auto const& w : waits) CHECK(w.code() == condition::cancelled);
    };
    for (int which = 0; which != 6; ++which) {
        INFO(which);
        log_text.str("");
        wait_for(which);
        bool const is_for_its_end = which == 3; // whoever supervises an informer may wait before it is run
        CHECK(warnings() == (is_for_its_end ? lines{} : lines{not_run}));
    }
}

TEST_CASE_METHOD(watched_log,
                 "an informer that is run in time leads to no warning, and neither does a wait that ends")
{
    shared_informer<config_map> informer(api);
    background first(io, informer.synced());
    time.run_for(4s);
    first.cancel();
    time.run_for(1min);
    CHECK(first.ended);
    CHECK(time.armed() == 0); // nothing is left of the wait

    background second(io, informer.synced());
    time.run_for(4s);
    server.inject(faults::late(10s).times(2)); // the server may take its time
    background running(io, informer.run());
    time.run_for(8s);
    CHECK_FALSE(second.ended);
    time.run_for(1min);
    CHECK(second.ended);
    CHECK(warnings().empty());
}

TEST_CASE_METHOD(watched_log, "a factory that nobody runs leads to one warning")
{
    informer_factory factory(api);
    auto const maps = factory.of<config_map>();
    auto const again = factory.of<config_map>({.label_selector = "app=web"});
    background one(io, factory.synced());
    background other(io, factory.synced());
    background of_maps(io, maps.synced());
    background of_others(io, again.synced());
    time.run_for(1min);
    CHECK(warnings() ==
          lines{"WARNING nobody runs the informer factory yet, and somebody waits for its informers: "
                "start factory.run() in a nursery or with co_spawn"});
}

TEST_CASE_METHOD(watched_log, "a factory that is run leads to no warning")
{
    informer_factory factory(api);
    auto const maps = factory.of<config_map>();
    background synced(io, factory.synced());
    background running(io, factory.run());
    time.run_for(1min);
    CHECK(synced.ended);
    CHECK(warnings().empty());
}

TEST_CASE("an informer that is waited for and never run keeps nothing alive")
{
    world w;
    auto const alive = std::make_shared<int>(0);
    background waiting;
    {
        shared_informer<config_map> informer(w.api);
        informer.on_change({.added = [alive](config_map const&) {}});
        waiting.start(w.io, informer.synced());
    }
    w.time.run_for(2s);
    waiting.cancel();
    CHECK(waiting.ended);
    CHECK(alive.use_count() == 1);
}

TEST_CASE_METHOD(watched_log, "a dead server is one warning for all informers, a reminder after ten minutes, "
                              "and a line when it is back")
{
    network.refuse(true);
    run_informers all(*this);
    for (int i = 0; i != 3; ++i) all.add();
    time.run_for(9min);
    REQUIRE(warnings().size() == 1);
    CHECK(warnings()[0].starts_with("WARNING no request gets through to the API server for=0 s "
                                    "cause=connection failed error="));
    CHECK(warnings()[0].ends_with(" next=the client's informers take turns in trying"));
    CHECK(warnings()[0].find("connection failed") != std::string::npos);
    CHECK(warnings()[0].find("check the server's address, and that it runs") != std::string::npos);
    time.run_for(2min);
    CHECK(warnings().size() == 2);

    network.refuse(false);
    time.run_for(1min);
    CHECK(warnings().size() == 3);
    CHECK(times_logged("WARNING the API server answers again after=6") == 1); // some 660 s
}

TEST_CASE_METHOD(watched_log,
                 "a missing permission is one warning with advice, and another cause is another one")
{
    server.inject(faults::forbidden().times(fault::always));
    run_informers one(*this);
    one.add();
    time.run_for(9min);
    REQUIRE(warnings().size() == 1);
    CHECK(warnings()[0].starts_with("WARNING list /api/v1/configmaps: forbidden: "));
    CHECK(warnings()[0].ends_with("(grant this user the verb on this resource) "
                                  "collection=/api/v1/configmaps cause=forbidden next=list, after a pause"));

    server.heal();
    server.inject(faults::internal_error().times(fault::always));
    time.run_for(1min);
    REQUIRE(warnings().size() == 2);
    CHECK(warnings()[1].find("internal error of the server") != std::string::npos);

    server.heal();
    time.run_for(5min);
    CHECK(warnings().size() == 3);
    CHECK(times_logged("WARNING the collection can be read again collection=/api/v1/configmaps after=6") ==
          1);
    CHECK(text().find("failed_attempts=") != std::string::npos);
}

TEST_CASE_METHOD(watched_log, "a waiter that gets the cause reports it: the log does not warn of it again")
{
    server.inject(faults::forbidden().times(fault::always));
    run_informers one(*this);
    auto& informer = one.add();
    background synced(io, informer.synced());
    time.run_for(9min);
    CHECK(synced.code() == condition::forbidden);
    CHECK(warnings().empty());
    CHECK(times_logged("INFO list /api/v1/configmaps: forbidden") == 1);
}

TEST_CASE_METHOD(
    watched_log,
    "a member of the wrong type is a few warnings and a count, not an empty store without a word")
{
    for (int i = 0; i != 20; ++i)
        server.create(config_maps, R"({"metadata":{"name":"m)" + std::to_string(i) +
                                       R"(","namespace":"shop"},"data":{"v":1}})");
    run_informers one(*this);
    auto& informer = one.add();
    time.run_for(5min);
    CHECK(informer.snapshot().size() == 0);
    REQUIRE(warnings().size() == 6);
    CHECK(warnings()[0] ==
          "WARNING an object could not be decoded, and is left out collection=/api/v1/configmaps "
          "error=shop/m0: data[\"v\"]: expected string, found number 1 "
          "(correct the member's type in the projection)");
    CHECK(warnings()[5] == "WARNING more objects could not be decoded; on_fault gets each of them "
                           "collection=/api/v1/configmaps count=15");
}

TEST_CASE_METHOD(watched_log, "a handler that throws for each object is one error, and the calls are counted")
{
    for (int i = 0; i != 100; ++i) put("m" + std::to_string(i), "1");
    run_informers one(*this);
    auto& informer = one.add();
    informer.on_change({.added = [](config_map const&) { throw std::runtime_error("no such table"); }});
    time.run_for(5min);
    REQUIRE(warnings().size() == 1);
    CHECK(warnings()[0] ==
          "ERROR handler failed: it threw collection=/api/v1/configmaps about=added key=shop/m0 "
          "error=no such table next=the handler is called for the next change");
    CHECK(testing::run(io, time, informer.status()).handler_failures == 100);

    time.run_for(10min);
    put("later", "1");
    time.run_for(1s);
    REQUIRE(warnings().size() == 2);
    CHECK(warnings()[1].find("100 times since the last such line") != std::string::npos);
}

TEST_CASE("by default the library warns on stderr, and no_log() silences it")
{
    for (bool const silent : {false, true}) {
        environment base{.seed = 1};
        if (silent) base.log = &no_log();
        captured_stderr captured;
        {
            testing::fake_cluster test({}, base);
            test.network.refuse(true);
            shared_informer<config_map> informer(test.api);
            auto const running = test.start(informer.run());
            test.time.run_for(1min);
        }
        auto const text = captured.text();
        INFO(text);
        CHECK(occurrences(text, "\n") == (silent ? 0 : 1));
        CHECK(text.starts_with("coinformer: WARNING no request gets through to the API server") != silent);
    }
}
