// Contract: one informer of a factory can be released, stopped and made again while the others run on.

#include "world.hpp"

#include <coinformer/cache/own_writes.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <boost/asio/strand.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <thread>

namespace {

struct names_only {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(names_only, (), (metadata))

/// A world with a factory that runs, and whose informer of config maps is synced.
struct with_factory : world {
    with_factory()
    {
        put("a", "1");
        running.start(io, factory.run());
        maps.on_change(recording(seen));
        time.run_for(1s);
        seen.clear();
    }
    std::size_t begun() const { return server.requests("watch", config_maps); } // one streamed list each

    lines seen;
    informer_factory factory{api};
    informer_handle<config_map> maps = factory.of<config_map>();
    background running;
};

inline constexpr resource secrets{.group = "", .version = "v1", .plural = "secrets", .kind = "Secret"};

task<> end_after_a_minute(time_source& time, bool& ended)
{
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    co_await time.sleep_for(1min);
    ended = true;
}

} // namespace

TEST_CASE_METHOD(with_factory,
                 "the last release ends an informer, and waits for its end; no handler is called after it")
{
    auto const others = factory.of<names_only>(secrets);
    time.run_for(1s);
    CHECK(server.open_watches() == 2);

    testing::run(io, time, maps.release());
    put("b", "1");
    server.create(secrets, R"({"metadata":{"name":"s","namespace":"shop"}})");
    time.run_for(10min);
    CHECK(seen.empty());
    CHECK(server.open_watches() == 1);
    CHECK(others.snapshot().size() == 1);
    CHECK(listed(maps) == lines{"a=1"}); // its snapshot stays readable
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(with_factory, "an informer that has other handles runs on when one handle releases it")
{
    auto second = factory.of<config_map>();
    auto third = second;
    testing::run(io, time, maps.release());
    testing::run(io, time, maps.release()); // a handle gives its use back only once
    testing::run(io, time, second.release());
    put("b", "1");
    time.run_for(1s);
    CHECK(seen == lines{"+ shop/b=1"});
    CHECK(listed(third) == lines{"a=1", "b=1"});

    testing::run(io, time, third.release());
    CHECK(server.open_watches() == 0);
}

TEST_CASE_METHOD(with_factory, "a handle that is destroyed without a release ends nothing")
{
    maps = factory.of<config_map>({.namespaces = {"shop"}});
    time.run_for(1s);
    CHECK(server.open_watches() == 2);
    factory.of<config_map>();
    CHECK(begun() == 2);

    auto late = factory.of<config_map>();
    testing::run(io, time, late.release());
    CHECK(server.open_watches() == 1);
}

TEST_CASE_METHOD(
    with_factory,
    "after a release the factory makes a fresh informer, which starts at once and has no old handlers")
{
    testing::run(io, time, maps.release());
    set("a", "2");
    maps = factory.of<config_map>();
    maps.index("v", [](config_map const& m) { return m.data.at("v"); });
    lines fresh;
    maps.on_change(recording(fresh));
    testing::run(io, time, maps.synced());
    set("a", "3");
    time.run_for(1s);

    CHECK(begun() == 2);
    CHECK(fresh == lines{"+i shop/a=2", "~ shop/a=2>3"});
    CHECK(maps.snapshot().by_index("v", "3").size() == 1);
    CHECK(seen.empty());
}

TEST_CASE_METHOD(with_factory,
                 "an informer that is asked for while its predecessor still ends is a fresh one")
{
    bool slow_ended = false;
    maps.on_change({.added = [&](config_map const&) { return end_after_a_minute(time, slow_ended); }});
    time.run_for(1s);
    background releasing(io, maps.release());
    time.run_for(1s);
    CHECK_FALSE(releasing.ended); // a handler is still running

    auto const fresh = factory.of<config_map>();
    testing::run(io, time, factory.synced()); // waits for the fresh informer
    CHECK(fresh.snapshot().size() == 1);
    CHECK_FALSE(slow_ended);
    time.run_for(1min);
    CHECK(slow_ended);
    CHECK(releasing.ended);
    CHECK(releasing.what().empty());
    CHECK(server.open_watches() == 1);
}

TEST_CASE_METHOD(
    with_factory,
    "a resource is stopped whether it is used or not, in every scope and projection, and made again")
{
    auto const shop = factory.of<config_map>({.namespaces = {"shop"}});
    auto const lean = factory.of<names_only>(config_maps);
    auto const others = factory.of<names_only>(secrets);
    time.run_for(1s);
    CHECK(server.open_watches() == 4);

    server.intercept([](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb == "list" || asked.verb == "watch")
            return testing::canned_answer{.status = 503, .body = "later"};
        return std::nullopt;
    });
    auto named = factory.of<config_map>({.field_selector = "metadata.name=a"});
    background all_synced(io, factory.synced());
    background unsynced(io, named.synced());
    time.run_for(1s);
    CHECK_FALSE(all_synced.ended);

    testing::run(io, time, factory.stop(config_maps));
    CHECK(server.open_watches() == 1);
    CHECK(unsynced.code() == errc::stopped);
    CHECK(all_synced.ended); // synced() does not wait for a stopped informer
    CHECK(all_synced.what().empty());
    CHECK(factory.failures().empty());

    server.intercept(nullptr);
    put("b", "1");
    auto const anew = factory.of<config_map>();
    testing::run(io, time, factory.synced());
    CHECK(anew.snapshot().size() == 2);
    CHECK(maps.snapshot().size() == 1);
    CHECK(seen.empty());
    CHECK_FALSE(running.ended);
    testing::run(io, time, maps.release()); // releases the stopped informer
    CHECK(server.open_watches() == 2);
}

TEST_CASE_METHOD(with_factory, "cancelling the wait for a release does not take the release back")
{
    background releasing(io, maps.release());
    releasing.cancel();
    time.run_for(1s);
    CHECK(releasing.ended);
    testing::run(io, time, factory.stop(config_maps));
    CHECK(server.open_watches() == 0);
}

TEST_CASE_METHOD(world, "informers can be released before the factory runs, and after it has ended")
{
    put("a", "1");
    std::optional<informer_factory> factory(std::in_place, api);
    {
        auto never = factory->of<config_map>();
        auto const here = std::make_shared<int>();
        never.index("here", [here](config_map const&) { return ""; });
        background synced(io, factory->synced());
        time.settle();
        CHECK_FALSE(synced.ended);
        testing::run(io, time, never.release());
        CHECK(synced.ended);
        CHECK(synced.what().empty());
        never = factory->of<config_map>({.namespaces = {"other"}});
        CHECK(here.use_count() == 1); // nothing of it stays
        testing::run(io, time, never.release());
    }
    auto maps = factory->of<names_only>(secrets);
    background running(io, factory->run());
    time.run_for(1s);
    CHECK(server.requests("watch", config_maps) == 0);
    CHECK(server.open_watches() == 1);

    testing::run(io, time, factory->stop());
    factory.reset();
    testing::run(io, time, maps.release());
    CHECK(running.ended);
}

TEST_CASE_METHOD(with_factory, "informers are made and released a hundred times, and nothing of them stays")
{
    auto const here = std::make_shared<int>();
    for (int i = 0; i < 100; ++i) {
        auto scoped = factory.of<config_map>({.namespaces = {"shop"}});
        auto const second = scoped;
        scoped.index("here", [here](config_map const&) { return ""; });
        if (i % 3 == 0) time.run_for(1s);
        if (i % 2 == 0) testing::run(io, time, scoped.release());
        testing::run(io, time, factory.stop(config_maps));
        CHECK(server.open_watches() == 0);
    }
    CHECK(here.use_count() == 1);
    CHECK_FALSE(running.ended);
}

TEST_CASE("handles are taken, read and released on many threads during writes, and informers in use run on")
{
    asio::io_context io(4);
    auto const server_strand = asio::make_strand(io);
    testing::api_server server({.ex = server_strand});
    testing::tcp_listener listener(server_strand);
    for (int i = 0; i < 20; ++i)
        server.create(config_maps, R"({"metadata":{"name":"o)" + std::to_string(i) +
                                       R"(","namespace":"shop"},"data":{"v":"0"}})");
    asio::cancellation_signal stop_server;
    auto served = asio::co_spawn(server_strand, server.run(listener),
                                 asio::bind_cancellation_slot(stop_server.slot(), asio::use_future));
    client api({.ex = io.get_executor()}, endpoint{.server = listener.url()});
    informer_factory factory(api);
    auto ran = asio::co_spawn(io, factory.run(), asio::use_future);
    std::vector<std::thread> runners;
    for (int i = 0; i < 4; ++i) runners.emplace_back([&io] { io.run(); });

    auto kept = factory.of<config_map>({.label_selector = "!gone"});
    own_writes<config_map> mine(kept);
    asio::co_spawn(io, kept.synced(), asio::use_future).get();
    std::vector<std::thread> users;
    std::atomic<int> unread{0};
    for (int u = 0; u < 3; ++u)
        users.emplace_back([&, u] {
            for (int round = 0; round < 30; ++round) {
                auto mapped = factory.of<config_map>({.namespaces = {round % 2 == 0 ? "shop" : "other"}});
                auto const again = mapped;
                auto const write = [&](std::string const& value) {
                    auto change = merge_patch(R"({"data":{"v":")" + value + R"("}})");
                    auto patching =
                        api.patch(config_maps, "shop", "o" + std::to_string(u), std::move(change));
                    return asio::co_spawn(io, std::move(patching), asio::use_future).get();
                };
                write("1");
                if (round % 5 == 0) asio::co_spawn(io, factory.synced(), asio::use_future).wait();
                auto const answer = write(std::to_string(round));
                mine.wrote(answer);
                auto const read = mine.get("shop", "o" + std::to_string(u));
                unread += !read || read->data.at("v") != std::to_string(round);
                unread += mine.list().size() != 20;
                asio::co_spawn(io, mapped.release(), asio::use_future).get();
                auto last = again;
                asio::co_spawn(io, last.release(), asio::use_future).get();
                (void)factory.failures();
            }
        });
    for (auto& t : users) t.join();
    CHECK(unread == 0);
    CHECK(kept.snapshot().size() == 20);
    asio::co_spawn(io, factory.stop(), asio::use_future).get();
    ran.get();
    asio::post(server_strand, [&] { stop_server.emit(asio::cancellation_type::terminal); });
    CHECK_THROWS(served.get());
    api.close();
    for (auto& t : runners) t.join();
}

TEST_CASE_METHOD(world, "an informer that is stopped before it ran says so to its waiters")
{
    informer_factory factory(api);
    auto handle = factory.of<config_map>();
    background synced(io, handle.synced());
    background stopped(io, handle.stopped());
    time.settle();
    testing::run(io, time,
                 factory.stop(resource{.version = "v1",
                                       // the kind is no part of a resource's identity
                                       .plural = "configmaps"}));
    time.settle();
    CHECK(synced.code() == errc::stopped);
    CHECK(stopped.ended);
    CHECK(testing::run(io, time, factory.status()).empty());
}

TEST_CASE_METHOD(world, "a factory reports the state of each of its informers")
{
    put("a", "1");
    informer_factory factory(api);
    auto const running = start(factory.run());
    server.inject(faults::forbidden().on("list").times(fault::always));
    server.inject(faults::forbidden().on("watch").times(fault::always));
    auto const handle = factory.of<config_map>();
    time.run_for(5s);
    auto const all = testing::run(io, time, factory.status());
    REQUIRE(all.size() == 1);
    CHECK(to_string(all[0].which) == "configmaps");
    CHECK_FALSE(all[0].status.synced);
    CHECK(all[0].status.reflector.last_failure.find("forbidden") != std::string::npos);
}
