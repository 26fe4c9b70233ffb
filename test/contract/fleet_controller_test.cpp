// Contract: one controller may work on the objects of all clusters of a fleet.

#include "fleet_world.hpp"

#include <coinformer/core/with_timeout.hpp>
#include <coinformer/fleet/cluster_feed.hpp>

#include <unordered_set>

#include "test_share.hpp"

namespace {

struct controller_world : fleet_world {
    std::function<task<>(cluster&)> feeds(controller<cluster_key>& all)
    {
        return [&all](cluster& c) -> task<> {
            cluster_feed feed(c, all);
            feed.watches(c.factory().of<config_map>());
            co_await feed.run();
        };
    }
    static informer_options of_share(std::shared_ptr<test_share> share)
    {
        auto options = listing();
        options.shard = std::move(share);
        return options;
    }
    lines take_reconciled()
    {
        std::sort(reconciled.begin(), reconciled.end());
        return std::exchange(reconciled, {});
    }
    lines reconciled;
};

} // namespace

TEST_CASE("a cluster_key is a key: it has a hash, an order and a text")
{
    cluster_key const a("east", {"shop", "web"}), b("west", {"shop", "web"}), c("east", {"", "web"});
    CHECK(to_string(a) == "east/shop/web");
    CHECK(to_string(c) == "east/web");
    CHECK(work_group(a) == "east");
    CHECK(a < b);
    CHECK(c < a);
    CHECK(std::unordered_set<cluster_key>{a, b, c, a}.size() == 3);
}

TEST_CASE_METHOD(controller_world, "a controller gets the keys of each cluster while it is there")
{
    fleet* clusters = nullptr;
    controller<cluster_key> all(
        env,
        [&](cluster_key const& key) -> task<reconcile_result> {
            reconciled.push_back(to_string(key) + (clusters->find(key.cluster) ? "" : ", which is gone"));
            co_return reconcile_result::done();
        },
        {.name = "all"});
    auto& east = join("east");
    auto& west = join("west");
    join("hanging").network.hang(true);
    fleet f(env, source, feeds(all), options());
    clusters = &f;
    testing::background const reconciling(io, time, all.run()), running(io, time, f.run());
    time.run_for(1s);
    CHECK(take_reconciled() == lines{"east/n1/first", "west/n1/first"});

    west.create("second");
    time.run_for(1s);
    CHECK(take_reconciled() == lines{"west/n1/second"});

    source->remove("west");
    time.run_for(1s);
    west.create("third");
    east.server.remove(config_maps, {"n1", "first"});
    time.run_for(1min);
    CHECK(take_reconciled() == lines{"east/n1/first"});

    source->put("west", {.server = "http://west"});
    time.run_for(1s);
    CHECK(take_reconciled() == lines{"west/n1/first", "west/n1/second", "west/n1/third"});
}

TEST_CASE_METHOD(controller_world, "keys come when all informers of a feed are synced")
{
    controller<cluster_key> all(env,
                                [&](cluster_key const& key) -> task<reconcile_result> {
                                    reconciled.push_back(to_string(key));
                                    co_return reconcile_result::done();
                                },
                                {.name = "all"});
    auto& east = join("east");
    constexpr resource secrets{
        .version = "v1", .plural = "secrets", .kind = "Secret", .where = scope::namespaced};
    east.server.create(secrets, R"({"metadata":{"name":"key","namespace":"n1"}})");
    east.server.inject(faults::forbidden().of("secrets").times(6));
    fleet f(
        env, source,
        [&](cluster& c) -> task<> {
            cluster_feed feed(c, all);
            feed.watches(c.factory().of<config_map>());
            feed.watches(c.factory().of(secrets), [](auto const&) { return object_name("n1", "of-secret"); });
            co_await feed.run();
        },
        options());
    testing::background const reconciling(io, time, all.run()), running(io, time, f.run());
    time.run_for(1s);
    CHECK(status_of(f, "east").synced == 1);
    CHECK(take_reconciled().empty());
    CHECK_THAT(log_text.str(), Catch::Contains("the keys of a cluster wait for a source"));
    time.run_for(10min);
    CHECK(take_reconciled() == lines{"east/n1/first", "east/n1/of-secret"});
}

TEST_CASE_METHOD(controller_world,
                 "reconciles of a cluster that hangs take no more than their part of the workers")
{
    bool const limited = GENERATE(true, false);
    fleet* clusters = nullptr;
    controller_options how{.name = "all", .concurrency = 4};
    how.queue.most_of_group = limited ? 2 : 0;
    controller<cluster_key> all(
        env,
        [&](cluster_key const& key) -> task<reconcile_result> {
            auto const c = clusters->find(key.cluster);
            if (!c) co_return reconcile_result::done();
            co_await c->api().get(config_maps, key.object.ns, key.object.name);
            reconciled.push_back(to_string(key));
            co_return reconcile_result::done();
        },
        how);
    auto& hanging = join("hanging");
    for (int i = 0; i != 10; ++i) hanging.create("c" + std::to_string(i));
    hanging.server.inject(faults::stall(0).on("get").times(fault::always));
    fleet f(env, source, feeds(all), options());
    clusters = &f;
    testing::background const reconciling(io, time, all.run()), running(io, time, f.run());
    time.run_for(1s);
    CHECK(all.status().queue.working == (limited ? 2 : 4));

    auto& fine = join("fine");
    time.run_for(1s);
    fine.create("second");
    time.run_for(1s);
    if (limited)
        CHECK(take_reconciled() == lines{"fine/n1/first", "fine/n1/second"});
    else
        CHECK(take_reconciled().empty());

    // its client is closed, so the reconciles end, and all others go on
    source->remove("hanging");
    time.run_for(1s);
    if (!limited) CHECK(take_reconciled() == lines{"fine/n1/first", "fine/n1/second"});
    time.run_for(1h);
    CHECK(all.status().queue.working == 0);
    CHECK(all.status().queue.depth == 0);
}

TEST_CASE_METHOD(controller_world, "a feed that has ended adds no keys, although its informers go on")
{
    controller<cluster_key> all(env,
                                [&](cluster_key const& key) -> task<reconcile_result> {
                                    reconciled.push_back(to_string(key));
                                    co_return reconcile_result::done();
                                },
                                {.name = "all"});
    auto& east = join("east");
    fleet f(
        env, source,
        [&](cluster& c) -> task<> {
            auto maps = c.factory().of<config_map>();
            cluster_feed feed(c, all);
            feed.watches(maps);
            try {
                co_await with_timeout(time, 1min, feed.run());
            } catch (boost::system::system_error const& e) {
                if (e.code() != errc::timed_out) throw;
            }
        },
        options());
    testing::background const reconciling(io, time, all.run()), running(io, time, f.run());
    time.run_for(30s);
    CHECK(take_reconciled() == lines{"east/n1/first"});
    time.run_for(1min);
    east.create("second");
    time.run_for(1s);
    CHECK(f.find("east")->factory().of<config_map>().snapshot().size() == 2);
    CHECK(take_reconciled().empty());
}

TEST_CASE_METHOD(controller_world,
                 "a feed whose informer ends before it is synced ends, too, and adds no key")
{
    controller<cluster_key> all(env,
                                [&](cluster_key const& key) -> task<reconcile_result> {
                                    reconciled.push_back(to_string(key));
                                    co_return reconcile_result::done();
                                },
                                {.name = "all"});
    join("east").server.inject(faults::forbidden().of("configmaps").times(fault::always));
    fleet f(
        env, source,
        [&](cluster& c) -> task<> {
            cluster_feed feed(c, all);
            feed.watches(c.factory().of<config_map>());
            try {
                co_await feed.run();
            } catch (api_error const& e) {
                events.push_back(e.code().message());
            }
        },
        options());
    testing::background const reconciling(io, time, all.run()), running(io, time, f.run());
    time.run_for(1s);
    CHECK(take_events().empty()); // it waits for the permission
    auto const east = f.find("east");
    REQUIRE(east);
    testing::run(io, time, east->factory().stop(config_maps));
    time.run_for(1s);
    CHECK(take_events() == lines{make_error_code(errc::stopped).message()});
    CHECK(take_reconciled().empty());
}

TEST_CASE("work that goes on after its feed has ended with an informer can still be cancelled")
{
    ::background running; // outlives the context, so that a fleet that does not end fails only this test
    controller_world w;
    controller<cluster_key> const all(
        w.env, [](cluster_key const&) -> task<reconcile_result> { co_return reconcile_result::done(); },
        {.name = "all"});
    w.join("east");
    fleet f(
        w.env, w.source,
        [&](cluster& c) -> task<> {
            cluster_feed feed(c, all);
            feed.watches(c.factory().of<config_map>());
            try {
                co_await feed.run();
            } catch (api_error const& e) {
                w.events.push_back(e.code().message());
            }
            wakeup nothing;
            co_await nothing.wait();
        },
        w.options());
    running.start(w.io, f.run());
    w.time.run_for(1s);
    auto const east = f.find("east");
    REQUIRE(east);
    testing::run(w.io, w.time, east->factory().stop(config_maps));
    w.time.run_for(1s);
    CHECK(w.take_events() == lines{make_error_code(errc::stopped).message()});

    w.source->remove("east");
    w.time.run_for(1s);
    CHECK(w.state_of(f, "east") == "none");
    running.cancel();
    CHECK(running.ended);
}

TEST_CASE_METHOD(controller_world, "an object that has moved to another process adds no key")
{
    controller<cluster_key> all(env,
                                [&](cluster_key const& key) -> task<reconcile_result> {
                                    reconciled.push_back(to_string(key));
                                    co_return reconcile_result::done();
                                },
                                {.name = "all"});
    auto& east = join("east");
    for (std::string const name : {"a", "b"})
        east.server.create(config_maps, R"({"metadata":{"name":")" + name + R"(","namespace":"shop"}})");
    auto const share = std::make_shared<test_share>();
    share->hold(share_of(east.server, {"a", "b"}));
    fleet f(
        env, source,
        [&](cluster& c) -> task<> {
            cluster_feed feed(c, all);
            feed.watches(c.factory().of<config_map>(of_share(share)));
            co_await feed.run();
        },
        options());
    testing::background const reconciling(io, time, all.run()), running(io, time, f.run());
    time.run_for(1s);
    CHECK(take_reconciled() == lines{"east/shop/a", "east/shop/b"});

    share->hold(share_of(east.server, {"b"}));
    time.run_for(1s);
    CHECK(f.find("east")->factory().of<config_map>(of_share(share)).snapshot().size() == 1);
    CHECK(take_reconciled().empty());

    east.server.remove(config_maps, {"shop", "b"});
    time.run_for(1s);
    CHECK(take_reconciled() == lines{"east/shop/b"});
}

TEST_CASE_METHOD(controller_world, "a feed leaves no change out, however many of them wait for its mapping")
{
    auto& east = join("east");
    auto const write = [&](std::string const& name, std::string const& owner) {
        auto const patch = R"({"data":{"owner":")" + owner + R"("}})";
        east.server.patch(config_maps, {"n1", name}, patch);
    };
    east.create("busy");
    bool is_slow = false;
    auto const mapping = [&](config_map const& m) {
        if (std::exchange(is_slow, false)) {
            write("first", "y");
            // The informer reads on during this call of the mapping, as on another thread.
            for (int i = 0; i != 1'500; ++i) {
                write("busy", std::to_string(i % 2));
                if (i % 100 == 0) io.poll();
            }
            write("first", "z");
            io.poll();
        }
        auto const owner = m.data.find("owner");
        return object_name("n1", owner == m.data.end() ? "nobody" : owner->second);
    };
    controller<cluster_key> all(env, [&](cluster_key const& key) -> task<reconcile_result> {
        reconciled.push_back(to_string(key));
        co_return reconcile_result::done();
    });
    auto const work = [&](cluster& c) -> task<> {
        cluster_feed feed(c, all);
        feed.watches(c.factory().of<config_map>(), mapping);
        co_await feed.run();
    };
    fleet f(env, source, work, options());
    testing::background const reconciling(io, time, all.run()), running(io, time, f.run());
    time.run_for(1s);
    take_reconciled();
    is_slow = true;
    write("busy", "w");
    time.run_for(1min);
    CHECK(std::ranges::count(reconciled, "east/n1/y") != 0);
}
