// Contract: a wait ends when its condition is true, or with the cause why that does not become true.

#include "world.hpp"

namespace {

std::string version_of(std::string const& json)
{
    auto const key = std::string(R"("resourceVersion":")");
    auto const begin = json.find(key) + key.size();
    return json.substr(begin, json.find('"', begin) - begin);
}

task<> note_later(time_source& time, lines& log, object_ptr<config_map> o)
{
    co_await time.sleep_for(5s);
    log.emplace_back(o.key().name);
}

struct any_secret {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(any_secret, (), (metadata))

} // namespace

template <>
inline constexpr resource coinformer::resource_of<any_secret>{
    .group = "", .version = "v1", .plural = "secrets", .kind = "Secret"};

TEST_CASE_METHOD(informed, "at_least() ends when the store holds the written object")
{
    server.inject(faults::late(5s).on("watch")); // applies to the next watch; the present one stays as it is
    auto const written = version_of(put("c", "1"));
    background wait(io, informer.at_least(written));
    CHECK_FALSE(informer.snapshot().get("shop", "c"));
    time.settle();
    CHECK(wait.ended);
    CHECK(wait.what().empty());
    CHECK(informer.snapshot().get("shop", "c"));

    background again(io, informer.at_least(written));
    time.settle();
    CHECK(again.ended);
}

TEST_CASE_METHOD(informed,
                 "at_least() of a handler ends when the handler has been called with the written object")
{
    lines slow;
    auto const handler = informer.on_change({
        .added = [&](object_ptr<config_map> o, initial_list) -> task<> {
            return note_later(time, slow, std::move(o));
        },
    });
    time.run_for(10s);
    REQUIRE(slow == lines{"a", "b"});

    auto const written = version_of(put("c", "1"));
    background store(io, informer.at_least(written));
    background told(io, handler.at_least(written));
    time.settle();
    CHECK(store.ended);
    CHECK_FALSE(told.ended);
    time.run_for(4s);
    CHECK_FALSE(told.ended);
    time.run_for(2s);
    CHECK(told.ended);
    CHECK(slow.back() == "c");

    background removed(io, handler.at_least("1000000"));
    testing::run(io, time, handler.remove());
    CHECK(removed.code() == errc::stopped);
}

TEST_CASE_METHOD(informed,
                 "at_least() of a handler does not wait for another handler that holds up the informer")
{
    lines slow, quick;
    handler_options const block{.policy = overflow::block, .capacity = 0};
    auto const other =
        informer.on_change({.added = [&](object_ptr<config_map> o,
                                         initial_list) { return note_later(time, slow, std::move(o)); }},
                           block);
    auto const handler = informer.on_change(recording(quick));
    time.run_for(10s);
    put("c", "1");
    time.settle();
    put("d", "1"); // waits for the other handler, which is being called with c
    time.settle();
    background told(io, handler.at_least(server.resource_version()));
    time.settle();
    CHECK(quick.back().find('d') != std::string::npos);
    CHECK(told.ended);
    time.run_for(1min);
}

TEST_CASE_METHOD(informed, "at_least() of a handler is reached by a bookmark, too")
{
    auto const handler = informer.on_change(recording(seen));
    server.create(resource_of<any_secret>,
                  R"({"metadata":{"name":"s","namespace":"shop"}})"); // no event of this collection
    background told(io, handler.at_least(server.resource_version()));
    time.run_for(2min);
    CHECK(told.ended);
    CHECK(told.what().empty());
}

TEST_CASE_METHOD(informed,
                 "at_least() waits while the network is away, and ends with the cause when that has lasted")
{
    network.refuse(true);
    network.reset();
    background wait(io, informer.at_least("1000000"));
    time.run_for(30s);
    CHECK_FALSE(wait.ended);
    time.run_for(90s);
    REQUIRE(wait.ended);
    CHECK(wait.code() == condition::unavailable);
    CHECK(wait.what().find("connection failed") != std::string::npos);
    CHECK(wait.what().find(" s now") != std::string::npos);
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(world,
                 "a sync that an unreachable server holds up ends with the cause after unreachable_after")
{
    network.refuse(true);
    shared_informer<config_map> informer(api, {.unreachable_after = 20s});
    background running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(15s);
    CHECK_FALSE(synced.ended);
    time.run_for(45s);
    CHECK(synced.code() == errc::connect_failed);

    network.refuse(false);
    time.run_for(1min);
    background again(io, informer.synced());
    time.settle();
    CHECK(again.ended);
    CHECK(again.what().empty());
}

TEST_CASE_METHOD(informed, "until() calls its predicate after each change, and ends when that returns true")
{
    std::size_t asked = 0;
    background wait(io, informer.until([&](snapshot<config_map> const& now) {
        ++asked;
        return now.size() == 4;
    }));
    put("c", "1");
    time.run_for(1s);
    CHECK_FALSE(wait.ended);
    put("d", "1");
    time.run_for(1s);
    CHECK(wait.ended);
    auto const until_now = asked;
    put("e", "1");
    time.run_for(1s);
    CHECK(asked == until_now);
}

TEST_CASE_METHOD(informed, "an exception of the predicate of until() ends the wait, and nothing else")
{
    background wait(io, informer.until([](snapshot<config_map> const& now) -> bool {
        if (now.size() > 2) throw std::runtime_error("too many");
        return false;
    }));
    put("c", "1");
    time.run_for(1s);
    CHECK(wait.what() == "too many");
    CHECK(informer.snapshot().size() == 3);
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(informed, "cancelling a wait ends only that wait")
{
    background wait(io, informer.at_least("1000000"));
    time.run_for(1s);
    wait.cancel();
    CHECK(wait.code() == condition::cancelled);
    put("c", "1");
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 3);
}

TEST_CASE_METHOD(world, "after the end of an informer that was refused, each wait says that it has ended, "
                        "and what the last failure was")
{
    server.inject(faults::forbidden().times(fault::always));
    shared_informer<config_map> informer(api, {});
    auto const handler = informer.on_change({.added = [](object_ptr<config_map> const&) {}});
    background running(io, informer.run());
    background refused(io, informer.synced());
    time.run_for(5s);
    CHECK(refused.code() == condition::forbidden);
    running.cancel();
    REQUIRE(running.ended);
    for (int i = 0; i != 3; ++i) { // a caller who waits again after each failure must learn that it is over
        background store(io, informer.until([](auto const&) { return false; }));
        background synced(io, informer.synced());
        background told(io, handler.synced());
        time.settle();
        for (auto const* const wait : {&store, &synced, &told}) {
            CHECK(wait->code() == errc::stopped);
            CHECK(wait->what().find("list /api/v1/configmaps: forbidden") != std::string::npos);
        }
    }
}

TEST_CASE_METHOD(informed, "stopped() ends with run(), and the other waits say that the informer was stopped")
{
    background stopped(io, informer.stopped());
    background version(io, informer.at_least("1000000"));
    background predicate(io, informer.until([](auto const&) { return false; }));
    time.run_for(1s);
    CHECK_FALSE(stopped.ended);
    running.cancel();
    CHECK(stopped.ended);
    CHECK(stopped.what().empty());
    CHECK(version.code() == errc::stopped);
    CHECK(predicate.code() == errc::stopped);
    CHECK(testing::run(io, informer.status()).reflector.now == phase::stopped);
}

TEST_CASE_METHOD(
    informed, "the status says what the informer is doing, since when it fails, and when it was last fresh")
{
    auto const status = [&] { return testing::run(io, informer.status()).reflector; };
    CHECK(status().now == phase::watching);
    CHECK_FALSE(status().failing_since);
    put("c", "1");
    time.run_for(1s);
    auto const heard = status().fresh_as_of;
    REQUIRE(heard);

    network.refuse(true);
    network.reset();
    auto const lost = time.now();
    time.run_for(10s);
    CHECK(status().now == phase::waiting);
    CHECK(status().fresh_as_of == heard);
    REQUIRE(status().failing_since);
    CHECK(*status().failing_since - lost < 1s);
    CHECK(status().last_failure.find("connection failed") != std::string::npos);

    network.refuse(false);
    time.run_for(1min);
    CHECK(status().now == phase::watching);
}

TEST_CASE_METHOD(informed, "a cause that is over is told to no waiter, whatever failed after it")
{
    server.inject(faults::forbidden().on("watch"));
    server.inject(faults::unavailable().on("watch"));
    server.disconnect();
    time.run_for(5min);
    put("c", "1");
    time.run_for(1min);
    background wait(io, informer.at_least("1000000"));
    time.run_for(1min);
    CHECK_FALSE(wait.ended);
}

TEST_CASE_METHOD(informed,
                 "waiters are told if for long no watch brings anything, although the server answers")
{
    server.inject(faults::stall(250).on("watch").times(fault::always)); // as if a proxy held the events back
    server.disconnect();
    time.run_for(5s);
    put("c", "1");
    background wait(io, informer.at_least(server.resource_version()));
    time.run_for(9min);
    CHECK_FALSE(wait.ended);
    time.run_for(8min);
    CHECK(wait.ended);
    CHECK(wait.what().find("watch /api/v1/configmaps: connection went silent") != std::string::npos);
    server.heal();
    time.run_for(12min); // the watch that is held back now counts as one of a kind without bookmarks
    CHECK(informer.snapshot().size() == 3);
}

TEST_CASE_METHOD(informed,
                 "the version that a handler has handled never goes back, even if it came with a bookmark")
{
    auto const handler = informer.on_change(
        {.updated = [&](object_ptr<config_map>, object_ptr<config_map>) { return time.sleep_for(10min); }});
    time.run_for(1s);
    server.create(resource_of<any_secret>, R"({"metadata":{"name":"s","namespace":"shop"}})");
    auto const version = server.resource_version();
    time.run_for(2min);
    CHECK(testing::run(io, handler.status()).resource_version == version);
    set("a", "2");
    time.run_for(1s);
    CHECK(testing::run(io, handler.status()).resource_version == version);
    background wait(io, handler.at_least(version));
    time.settle();
    CHECK(wait.ended);
}

TEST_CASE_METHOD(world,
                 "a waiter that was told a cause and waits again waits for the end of the next attempt")
{
    put("a", "1");
    server.inject(faults::forbidden().on("list").times(fault::always));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    auto const waits_for = [&](task<> what) {
        auto const begin = time.now();
        background wait(io, std::move(what));
        for (int s = 0; s < 600 && !wait.ended; ++s) time.run_for(1s);
        REQUIRE(wait.ended);
        CHECK((wait.failure == nullptr || wait.code() == condition::forbidden));
        return time.now() - begin;
    };
    CHECK(waits_for(informer.synced()) <= 1s);
    auto const lists = server.requests("list", config_maps);
    for (int i = 0; i < 10; ++i) waits_for(informer.synced());
    CHECK(server.requests("list", config_maps) >= lists + 9); // each wait was told of another attempt

    server.heal();
    background wait(io, informer.synced());
    time.run_for(2min);
    CHECK(wait.ended);
    CHECK(wait.what().empty());
}

TEST_CASE_METHOD(world, "if several waiters wait for the same, each is told the cause")
{
    server.inject(faults::forbidden().on("list").times(fault::always));
    shared_informer<config_map> informer(api, listing());
    background first(io, informer.synced());
    background second(io, informer.synced());
    background third(io, informer.at_least("1"));
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(first.code() == condition::forbidden);
    CHECK(second.code() == condition::forbidden);
    CHECK(third.code() == condition::forbidden);
}

TEST_CASE_METHOD(world,
                 "a waiter that waits for the first time is told at once, even if others were told before")
{
    server.inject(faults::forbidden().on("list").times(fault::always));
    auto options = listing();
    options.retry = {.first = 1h, .cap = 1h};
    shared_informer<config_map> informer(api, options);
    auto const handler = informer.on_change({});
    background running(io, informer.run());
    background first(io, informer.synced());
    time.run_for(1s);
    CHECK(first.code() == condition::forbidden);
    background second(io, handler.synced());
    time.run_for(1s);
    CHECK(second.code() == condition::forbidden);
}

TEST_CASE_METHOD(world, "a waiter that waits again is told the same cause after unreachable_after, even "
                        "without a further attempt")
{
    server.inject(faults::forbidden().on("list").times(fault::always));
    auto options = listing({.unreachable_after = 90s});
    options.retry = {.first = 1h, .cap = 1h};
    shared_informer<config_map> informer(api, options);
    background running(io, informer.run());
    background first(io, informer.synced());
    time.run_for(1s);
    CHECK(first.code() == condition::forbidden);
    for (int i = 0; i != 3; ++i) {
        background sync(io, informer.synced());
        background version(io, informer.at_least("1"));
        time.run_for(88s);
        CHECK_FALSE(sync.ended);
        time.run_for(2s);
        CHECK(sync.code() == condition::forbidden);
        CHECK(version.code() == condition::forbidden);
    }
    CHECK(server.requests("list", config_maps) == 1);
    running.cancel();
    CHECK(running.code() == condition::cancelled);
}
