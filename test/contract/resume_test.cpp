// Contract: a watch resumes where it was; only a forgotten version leads to a list, and a list loses no
// deletion.

#include "tapped_network.hpp"
#include "world.hpp"

#include <set>

TEST_CASE_METHOD(
    informed,
    "after a lost connection the watch goes on from the last version: no list, nothing lost or repeated")
{
    set("a", "2");
    time.run_for(1s);
    server.disconnect();
    set("a", "3");
    remove("b");
    put("c", "1");
    time.run_for(1min);

    CHECK(seen == lines{"~ shop/a=1>2", "~ shop/a=2>3", "- shop/b", "+ shop/c=1"});
    CHECK(server.requests("list", config_maps) == 1);
    CHECK(server.requests("watch", config_maps) == 2);
}

TEST_CASE_METHOD(informed,
                 "changes that came before a watch failed are told at once, not after the pause that follows")
{
    server.inject(faults::error_event(500, 1).on("watch"));
    server.disconnect();
    time.run_for(5s);
    REQUIRE(server.requests("watch", config_maps) == 2);
    set("a", "2");
    time.run_for(10ms);

    CHECK(server.requests("watch", config_maps) == 2);
    CHECK(seen == lines{"~ shop/a=1>2"});
}

TEST_CASE_METHOD(informed,
                 "a server that is away for long is asked with growing pauses, and then nothing is missing")
{
    network.refuse(true);
    server.disconnect();
    set("a", "2");
    time.run_for(10min);
    CHECK(seen.empty());
    CHECK(network.dialed() > 10);
    CHECK(network.dialed() < 60);

    network.refuse(false);
    time.run_for(1min);
    CHECK(seen == lines{"~ shop/a=1>2"});
    CHECK(server.requests("list", config_maps) == 1);
}

TEST_CASE_METHOD(informed, "when the server has forgotten the version, a list brings what changed, and "
                           "deletes with the last state seen")
{
    server.disconnect();
    network.refuse(true);
    set("a", "2");
    remove("b");
    put("c", "1");
    server.compact();
    network.refuse(false);
    time.run_for(2min);

    CHECK(seen == lines{"-? shop/b", "~ shop/a=1>2", "+ shop/c=1"});
    CHECK(server.requests("list", config_maps) == 2);
    CHECK(listed(informer) == lines{"a=2", "c=1"});
}

TEST_CASE_METHOD(informed, "an object that was deleted and created again unseen is a delete and an add")
{
    server.disconnect();
    network.refuse(true);
    remove("b");
    put("b", "2");
    server.compact();
    network.refuse(false);
    time.run_for(2min);

    CHECK(seen == lines{"-? shop/b", "+ shop/b=2"});
}

TEST_CASE_METHOD(informed,
                 "a relist shows unchanged objects to no handler, and keeps them in memory as they are")
{
    auto const before = informer.snapshot().get("shop", "a");
    server.disconnect();
    network.refuse(true);
    put("c", "1");
    server.compact();
    network.refuse(false);
    time.run_for(2min);

    CHECK(seen == lines{"+ shop/c=1"});
    CHECK(informer.snapshot().get("shop", "a") == before);
}

TEST_CASE_METHOD(informed,
                 "a watch that the server ends in order is opened again at once, from the last version")
{
    CHECK(seconds_without_watch(*this, 1h) < 2);
    CHECK(watches() >= 7); // timeoutSeconds is between 5 and 10 minutes
    CHECK(watches() <= 13);
    CHECK(server.requests("list", config_maps) == 1);
    set("a", "2");
    time.run_for(1s);
    CHECK(seen == lines{"~ shop/a=1>2"});
}

TEST_CASE_METHOD(informed, "a proxy that ends each watch behind its first event delays no change for long")
{
    server.inject(faults::close_watch(1).on("watch").times(fault::always));
    server.disconnect();
    for (int i = 0; i != 60; ++i) put("c" + std::to_string(i), "1");
    time.run_for(3min); // the first pause follows each watch, and not a longer one than before
    CHECK(seen.size() == 60);
}

TEST_CASE_METHOD(
    world, "watches end at any time between five and ten minutes, so that those of many informers spread out")
{
    conversation said;
    client tapped(env, endpoint{.server = "http://in-memory"}, {},
                  std::make_unique<tapped_dialer>(network.dialer(), said));
    shared_informer<config_map> informer(tapped, listing());
    background running(io, informer.run());
    time.run_for(24h);
    std::set<int> asked;
    std::string const name = "timeoutSeconds=";
    for (auto at = said.sent.find(name); at != said.sent.npos; at = said.sent.find(name, at + 1))
        asked.insert(std::stoi(said.sent.substr(at + name.size())));
    CHECK(*asked.begin() >= 300);
    CHECK(*asked.begin() < 330);
    CHECK(*asked.rbegin() < 600);
    CHECK(*asked.rbegin() >= 570);
    CHECK(asked.size() > 100);
}

TEST_CASE("a watch on which not even bookmarks arrive counts as dead after about a minute; the next one is "
          "asked about")
{
    world w;
    // a server that never sends bookmarks in time looks like a half-open connection
    testing::api_server mute(w.env, {.bookmark_interval = std::chrono::hours(24)});
    testing::memory_network to_mute;
    auto const serving = w.start(mute.run(to_mute));
    client api(w.env, endpoint{.server = "http://mute"}, {}, to_mute.dialer());
    shared_informer<config_map> on_mute(api, listing());
    background running_mute(w.io, on_mute.run());
    w.time.run_for(1s);
    CHECK(mute.requests("watch", config_maps) == 1);

    w.time.run_for(70s);
    CHECK(mute.requests("watch", config_maps) == 1);
    w.time.run_for(10s);
    CHECK(mute.requests("watch", config_maps) == 2);
    mute.disconnect(); // the next watch as well, after one that ended in another way
    w.time.run_for(5s);
    CHECK(mute.requests("watch", config_maps) == 3);
    w.time.run_for(4min); // the server answers, so this kind may have no bookmarks
    CHECK(mute.requests("watch", config_maps) == 3);
    CHECK(mute.requests("get", config_maps) >= 3);
    CHECK(mute.requests("list", config_maps) == 1);
}

TEST_CASE("a collection in which nothing happens does not count as one whose server is away")
{
    testing::fake_cluster test({.bookmark_interval = std::chrono::hours(24)});
    shared_informer<config_map> informer(test.api, listing());
    auto const running = test.start(informer.run());
    test.run(informer.synced());
    background wait(test.io, informer.at_least("1000"));
    test.time.run_for(9min);

    CHECK_FALSE(wait.ended);
    auto const status = test.run(informer.status()).reflector;
    CHECK(status.last_failure.empty());
    CHECK_FALSE(status.failing_since);
    CHECK(status.watches == 2); // the first watch was given up after 75 s
    CHECK(status.failures == 0);
    CHECK(status.lists == 1);
}

TEST_CASE_METHOD(informed, "pauses begin anew after a watch that lasted, even if nothing happened on it")
{
    network.refuse(true);
    server.disconnect();
    time.run_for(5min); // pauses are 30 s and longer by now
    network.refuse(false);
    while (server.open_watches() == 0) time.run_for(1s);
    auto const before = network.dialed();
    time.run_for(40s); // the watch is quiet, and no bookmark has come yet
    network.reset();
    time.run_for(2s);
    CHECK(network.dialed() == before + 1);
}

TEST_CASE_METHOD(informed, "a server whose history went back is noticed, and its collection is read again")
{
    lines targets;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb == "list") targets.emplace_back(asked.target);
        return std::nullopt;
    });
    server.inject(faults::odd_line(
        R"({"type":"ADDED","object":{"metadata":{"name":"z","namespace":"shop","uid":"u","resourceVersion":"2"}}})"));
    server.disconnect();
    time.run_for(1min);

    CHECK(
        targets ==
        lines{"/api/v1/configmaps?limit=500"}); // not "not older than" a version that does not exist any more
    CHECK(seen.empty());                        // the contents are the same
    CHECK(informer.snapshot().size() == 2);
    CHECK(log_text.str().find("the server is at version 2, before") != std::string::npos);
}

TEST_CASE_METHOD(
    informed,
    "if a server answers each watch with the list, or a proxy with an error, lists keep the copy fresh, and "
    "the cause is told")
{
    auto const body = GENERATE(as<std::string>(),
                               R"({"kind":"ConfigMapList","metadata":{"resourceVersion":"9"},"items":[]})",
                               R"({"type":"about:blank","title":"no route","status":503})"); // RFC 9457
    server.inject(faults::answer({.body = body}).on("watch").times(fault::always));
    server.disconnect();
    background waits(io, informer.at_least("1000000"));
    set("a", "2");
    time.run_for(10s);
    CHECK(listed(informer) == lines{"a=2", "b=1"});
    CHECK(waits.code() == errc::unexpected_content);
    CHECK(waits.what().find("has no events in it") != std::string::npos);
    set("a", "3");
    time.run_for(2min);
    CHECK(listed(informer) == lines{"a=3", "b=1"});
    auto const before = lists();
    time.run_for(1h);
    CHECK(lists() - before <= 130); // pauses have grown to their longest
    CHECK(testing::run(io, informer.status()).reflector.failing_since);
}

TEST_CASE_METHOD(informed, "a relist that is not answered in time shows unchanged objects to no handler")
{
    server.inject(faults::gone().on("watch"));
    server.inject(faults::late(40s).on("list"));
    server.disconnect();
    time.run_for(5min);
    CHECK(lists() == 3);
    CHECK(seen.empty());
}

TEST_CASE_METHOD(informed, "a user who may not get an object goes on watching after a quiet watch")
{
    server.inject(faults::forbidden().on("get").times(fault::always));
    server.inject(faults::stall(250).on("watch"));
    server.disconnect();
    time.run_for(3min);
    CHECK(server.requests("get", config_maps) > 0);
    set("a", "2");
    time.run_for(1s);
    CHECK(seen == lines{"~ shop/a=1>2"});
    CHECK(testing::run(io, informer.status()).reflector.last_failure.empty());
}
