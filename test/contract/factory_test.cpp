// Contract: a factory has one informer for each resource, scope and projection, and runs, awaits and ends
// them together; the end of one leaves the others alone.

#include "tapped_network.hpp"
#include "world.hpp"

#include <filesystem>

namespace {

struct secret_names {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(secret_names, (), (metadata))

std::size_t threads_of_this_process()
{
    std::size_t n = 0;
    for (auto const& entry : std::filesystem::directory_iterator("/proc/self/task"))
        n += entry.is_directory();
    return n;
}

} // namespace

template <>
inline constexpr resource coinformer::resource_of<secret_names>{
    .group = "", .version = "v1", .plural = "secrets", .kind = "Secret"};

TEST_CASE_METHOD(
    world,
    "one informer for each projection, resource and scope; all are synced together and stopped together")
{
    put("a", "1");
    server.create(resource_of<secret_names>, R"({"metadata":{"name":"s","namespace":"shop"}})");
    informer_factory factory(api);
    auto maps = factory.of<config_map>();
    auto secrets = factory.of<secret_names>();
    auto const again = factory.of<config_map>();
    lines seen;
    maps.on_change(recording(seen));
    background running(io, factory.run());
    background synced(io, factory.synced());
    time.run_for(1s);
    CHECK(synced.ended);
    CHECK(maps.snapshot().size() == 1);
    CHECK(again.snapshot().size() == 1);
    CHECK(secrets.snapshot().size() == 1);
    CHECK(server.open_watches() == 2);

    testing::run(io, time, factory.stop());
    CHECK(running.ended);
    CHECK(running.what().empty());
    CHECK(factory.failures().empty());
    CHECK(log_text.str().empty());
    put("b", "1");
    time.run_for(1min);
    CHECK(seen == lines{"+i shop/a=1"});
    CHECK(server.open_watches() == 0);
}

TEST_CASE_METHOD(world, "an informer that is asked for while the factory runs starts at once")
{
    put("a", "1");
    informer_factory factory(api);
    background running(io, factory.run());
    time.run_for(1s);

    auto maps = factory.of<config_map>();
    time.run_for(1s);
    CHECK(maps.snapshot().size() == 1);
}

TEST_CASE_METHOD(world, "namespace, resync and tweak reach each informer")
{
    put("a", "1");
    put("b", "1", "other");
    server.patch(config_maps, {"shop", "a"}, R"({"metadata":{"labels":{"app":"web"}}})");
    lines targets;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb == "list") targets.emplace_back(asked.target);
        return std::nullopt;
    });
    factory_options options;
    options.namespaces = {"shop"};
    options.tweak = [](resource const&, informer_options& o) {
        o.label_selector = "app=web";
        o.fetch = fetch_mode::list;
    };
    informer_factory factory(api, options);
    auto maps = factory.of<config_map>();
    background running(io, factory.run());
    time.run_for(1s);

    CHECK(maps.snapshot().size() == 1);
    CHECK(targets == lines{"/api/v1/namespaces/shop/configmaps?limit=500&labelSelector=app%3Dweb"});
}

TEST_CASE_METHOD(world, "no thread is started: not by a client, an informer or a handler")
{
    auto const before = threads_of_this_process();
    put("a", "1");
    informer_factory factory(api);
    auto maps = factory.of<config_map>();
    lines seen;
    for (int i = 0; i < 100; ++i) maps.on_change(recording(seen));
    background running(io, factory.run());
    time.run_for(10s);

    CHECK(seen.size() == 100);
    CHECK(threads_of_this_process() == before);
}

TEST_CASE_METHOD(world, "synced() of a factory ends with the first cause, whichever informer has it")
{
    server.intercept([](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "list" && asked.verb != "watch") return std::nullopt;
        bool const maps = asked.target.find("configmaps") != asked.target.npos;
        return testing::canned_answer{.status = maps ? 503 : 403, .body = "no"};
    });
    informer_factory factory(api);
    factory.of<config_map>();
    factory.of<secret_names>();
    background running(io, factory.run());
    background synced(io, factory.synced());
    time.run_for(10s);

    CHECK(synced.code() == condition::forbidden);
    CHECK_FALSE(running.ended);
}

TEST_CASE_METHOD(
    world,
    "informers of different namespaces, selectors or projections are different, and of the same ones shared")
{
    put("a", "1");
    put("b", "1", "other");
    server.patch(config_maps, {"other", "b"}, R"({"metadata":{"labels":{"app":"web"}}})");
    informer_factory factory(api);
    auto const everywhere = factory.of<config_map>();
    auto const shop = factory.of<config_map>({.namespaces = {"shop"}});
    auto const both = factory.of<config_map>({.namespaces = {"other", "shop"}});
    auto const web = factory.of<config_map>({.label_selector = "app=web"});
    auto const named = factory.of<config_map>({.field_selector = "metadata.name=a"});
    auto const lean = factory.of<secret_names>(config_maps);
    for (int i = 0; i < 3; ++i) {
        // the way of fetching is no part of the scope
        factory.of<config_map>({.namespaces = {"shop"}, .page_size = 7});
        factory.of<config_map>({.namespaces = {"shop", "shop"}});
        factory.of<config_map>({.namespaces = {"shop", "other"}});
        factory.of<config_map>({.label_selector = "app=web"});
        factory.of<secret_names>(config_maps);
    }
    background running(io, factory.run());
    time.run_for(1s);

    CHECK(everywhere.snapshot().size() == 2);
    CHECK(shop.snapshot().size() == 1);
    CHECK(both.snapshot().size() == 2);
    CHECK(web.snapshot().get("other", "b"));
    CHECK_FALSE(web.snapshot().get("shop", "a"));
    CHECK(named.snapshot().get("shop", "a"));
    CHECK_FALSE(named.snapshot().get("other", "b"));
    CHECK(lean.snapshot().size() == 2);
    CHECK(server.requests("watch", config_maps) == 7); // one for each namespace, as streamed lists
    CHECK(server.open_watches() == 7);
}

TEST_CASE_METHOD(world, "an informer's own options replace the factory's, and tweak has the last word")
{
    lines targets;
    server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb == "list") targets.emplace_back(asked.target);
        return std::nullopt;
    });
    factory_options options;
    options.namespaces = {"shop"};
    options.tweak = [](resource const&, informer_options& o) { o.page_size = 3; };
    informer_factory factory(api, options);
    factory.of<config_map>({.label_selector = "app=web", .fetch = fetch_mode::list, .page_size = 9});
    background running(io, factory.run());
    time.run_for(1s);

    CHECK(targets == lines{"/api/v1/configmaps?limit=3&labelSelector=app%3Dweb"});
}

TEST_CASE_METHOD(world, "an informer that ends with an error does not stop the others; it is logged, and "
                        "synced() and failures() report it")
{
    put("a", "1");
    server.create(resource_of<secret_names>, R"({"metadata":{"name":"s","namespace":"shop"}})");
    informer_factory factory(api);
    auto const maps = factory.of<config_map>();
    auto const secrets = factory.of<secret_names>();
    shared_informer<secret_names> same = secrets;
    background misuse(io, same.run()); // so that the factory's run of it fails
    time.settle();
    background synced(io, factory.synced());
    background running(io, factory.run());
    time.run_for(1s);

    CHECK_FALSE(running.ended);
    CHECK(maps.snapshot().size() == 1);
    auto const failures = factory.failures();
    REQUIRE(failures.size() == 1);
    CHECK(failures.front().which == resource_of<secret_names>);
    CHECK_THROWS_AS(std::rethrow_exception(failures.front().cause), api_error);
    CHECK(log_text.str().find("ERROR an informer has ended collection=secrets error=") != std::string::npos);
    background all_synced(io, factory.synced());
    time.run_for(1s);
    CHECK(all_synced.code() == errc::already_running);

    SECTION("who asks again gets a fresh one")
    {
        auto const fresh = factory.of<secret_names>();
        CHECK(factory.failures().empty());
        testing::run(io, time, factory.synced());
        CHECK(fresh.snapshot().size() == 1);
    }
}

TEST_CASE_METHOD(world, "a factory that has ended makes no new informer, and returns those that it had")
{
    put("a", "1");
    informer_factory factory(api);
    factory.of<config_map>();
    background running(io, factory.run());
    time.run_for(1s);
    testing::run(io, time, factory.stop());

    CHECK(factory.of<config_map>().snapshot().size() == 1);
    try {
        factory.of<secret_names>();
        FAIL("no error");
    } catch (api_error const& e) {
        CHECK(e.code() == errc::stopped);
    }
}

TEST_CASE_METHOD(world, "waiters for a factory that is stopped before it ran get an error")
{
    informer_factory factory(api);
    factory.of<config_map>();
    background synced(io, factory.synced());
    testing::run(io, time, factory.stop());
    background running(io, factory.run());
    time.run_for(1s);
    CHECK(running.ended);
    CHECK(synced.code() == errc::stopped);
    CHECK(server.requests("watch", config_maps) == 0);
}

namespace {

struct nobody_said_which {
    object_meta metadata;
};
BOOST_DESCRIBE_STRUCT(nobody_said_which, (), (metadata))

} // namespace

TEST_CASE_METHOD(world, "an informer of a resource without a name is refused")
{
    informer_factory factory(api);
    CHECK_THROWS_AS(factory.of<nobody_said_which>(resource()), api_error);
}

TEST_CASE_METHOD(
    world, "a factory that is stopped before it ran has ended: no waiter is left, and no informer is made")
{
    informer_factory factory(api);
    auto const informer = factory.of<config_map>();
    background waiting(io, factory.synced());
    testing::run(io, time, factory.stop());
    time.settle();
    CHECK(waiting.code() == errc::stopped);
    background late(io, factory.synced());
    time.settle();
    CHECK(late.code() == errc::stopped);
    CHECK_THROWS_AS(factory.of<config_map>({.label_selector = "app=web"}), api_error);
    background running(io, factory.run());
    time.run_for(1min);
    CHECK(running.ended);
    CHECK(running.what().empty());
    CHECK(server.requests("list", config_maps) + server.requests("watch", config_maps) == 0);
}

TEST_CASE_METHOD(world, "options of an informer that make no sense are refused by name")
{
    auto const why = [&](informer_options const& options) {
        try {
            shared_informer<config_map> const informer(api, options);
        } catch (api_error const& e) {
            CHECK(e.code() == errc::bad_request);
            return std::string(e.what());
        }
        return std::string();
    };
    CHECK(why({}).empty());
    CHECK(why({.namespaces = {""}}).find("namespaces") != std::string::npos);
    CHECK(why({.namespaces = {"", "shop"}}).find("namespaces") != std::string::npos);
    CHECK(why({.resync = -1s}).find("resync") != std::string::npos);
    CHECK(why({.silence = 0s}).find("silence") != std::string::npos);
    CHECK(why({.retry = {.first = 0s}}).find("retry") != std::string::npos);
    CHECK(why({.retry = {.first = 2s, .cap = 1s}}).find("retry") != std::string::npos);
    CHECK(why({.retry = {.cap = -1s}}).find("retry") != std::string::npos);
    CHECK(why({.queue_capacity = 0}).find("queue_capacity") != std::string::npos);

    shared_informer<config_map> informer(api);
    CHECK_THROWS_AS(informer.on_change({}, {.resync = -1s}), api_error);
    CHECK_THROWS_AS(informer.index("", [](config_map const&) { return std::string("x"); }), api_error);
}

TEST_CASE_METHOD(world,
                 "an informer whose namespace or resource would lead to another path is refused at once")
{
    // The server decodes a path before it splits it, so that an escaped slash would lead to the nodes as a
    // plain one does.
    std::string const ns = GENERATE("a/../../nodes?x=", "a%2Fb", "a/b", "..", ".");
    resource const odd =
        GENERATE(resource{.group = "a/b", .version = "v1", .plural = "p"},
                 resource{.group = "a", .version = "v1/x", .plural = "p"},
                 resource{.group = "a", .version = "v1", .plural = "namespaces/kube-system/secrets"});
    CHECK_THROWS_AS(shared_informer<config_map>(api, listing({.namespaces = {ns}})), api_error);
    CHECK_THROWS_AS(shared_informer<config_map>(api, listing(), odd), api_error);
}

TEST_CASE_METHOD(world, "characters that may stand in a name and not in a URL are escaped")
{
    conversation said;
    client tapped(env, endpoint{.server = "http://in-memory"}, {},
                  std::make_unique<tapped_dialer>(network.dialer(), said));
    shared_informer<config_map> informer(tapped, listing({.namespaces = {"a nodes?x="}}));
    shared_informer<config_map> odd(tapped, listing(),
                                    resource{.group = "a:b", .version = "v1?x", .plural = "p#q"});
    background running(io, informer.run());
    background running_odd(io, odd.run());
    time.run_for(1s);
    CHECK(said.sent.find("GET /api/v1/namespaces/a%20nodes%3Fx%3D/configmaps?") != std::string::npos);
    CHECK(said.sent.find("GET /apis/a%3Ab/v1%3Fx/p%23q?") != std::string::npos);
}

namespace {

/// A factory that runs, and an informer that was added to it `turns` turns of the executor ago.
struct late_informer : world {
    explicit late_informer(int turns)
    {
        io.restart();
        for (int i = 0; i != turns; ++i) io.poll_one();
    }
    void check_that_its_waits_end()
    {
        background synced(io, late.synced());
        time.run_for(1s);
        CHECK(synced.ended);
        if (!late.has_synced()) CHECK(synced.code() == errc::stopped);
    }

    informer_factory factory{api};
    background running{io, factory.run()};
    bool const runs = (time.run_for(1s), true);
    shared_informer<config_map> late = factory.of<config_map>();
};

} // namespace

TEST_CASE("an informer that is added while its factory stops ends with the factory, and so do its waits")
{
    late_informer w(GENERATE(range(0, 12)));
    bool const is_cancelled = GENERATE(false, true);
    background stopping;
    if (is_cancelled)
        w.running.cancel();
    else
        stopping.start(w.io, w.factory.stop());
    w.check_that_its_waits_end();
    CHECK(w.running.ended);
}

TEST_CASE("an informer that is given back before its first turn ends, and so do its waits")
{
    late_informer w(GENERATE(range(0, 12)));
    background stopping(w.io, w.factory.stop(config_maps));
    w.check_that_its_waits_end();
    CHECK(stopping.ended);
}
