// Contract: a factory has one informer a resource and projection, and runs, awaits and ends them together.

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
    for (auto const& entry : std::filesystem::directory_iterator("/proc/self/task")) n += entry.is_directory();
    return n;
}

} // namespace

template <>
inline constexpr resource coinformer::resource_of<secret_names>{
    .group = "", .version = "v1", .plural = "secrets", .kind = "Secret"};

TEST_CASE_METHOD(world, "one informer a projection and resource, all synced together, all stopped together")
{
    put("a", "1");
    server.create(resource_of<secret_names>, R"({"metadata":{"name":"s","namespace":"shop"}})");
    informer_factory factory(api);
    auto& maps = factory.of<config_map>();
    auto& secrets = factory.of<secret_names>();
    CHECK(&maps == &factory.of<config_map>());
    lines seen;
    maps.on_change(recording(seen));
    background running, synced;
    running.start(io, factory.run());
    synced.start(io, factory.synced());
    time.run_for(1s);
    CHECK(synced.ended);
    CHECK(maps.snapshot().size() == 1);
    CHECK(secrets.snapshot().size() == 1);
    CHECK(server.open_watches() == 2);

    testing::run(io, time, factory.stop());
    CHECK(running.ended);
    CHECK(running.what().empty());
    put("b", "1");
    time.run_for(1min);
    CHECK(seen == lines{"+i shop/a=1"});
    CHECK(server.open_watches() == 0);
}

TEST_CASE_METHOD(world, "an informer that is asked for while the factory runs starts at once")
{
    put("a", "1");
    informer_factory factory(api);
    background running;
    running.start(io, factory.run());
    time.run_for(1s);

    auto& maps = factory.of<config_map>();
    time.run_for(1s);
    CHECK(maps.snapshot().size() == 1);
    testing::run(io, time, factory.stop());
}

TEST_CASE_METHOD(world, "namespace, resync and the tweak reach each informer")
{
    put("a", "1");
    put("b", "1", "other");
    server.patch(config_maps, {"shop", "a"}, R"({"metadata":{"labels":{"app":"web"}}})");
    lines targets;
    server.intercept([&](std::string_view verb, std::string_view target) -> std::optional<testing::canned_answer> {
        if (verb == "list") targets.emplace_back(target);
        return std::nullopt;
    });
    factory_options options;
    options.namespaces = {"shop"};
    options.tweak = [](resource const&, informer_options& o) {
        o.label_selector = "app=web";
        o.fetch = fetch_mode::list;
    };
    informer_factory factory(api, options);
    auto& maps = factory.of<config_map>();
    background running;
    running.start(io, factory.run());
    time.run_for(1s);

    CHECK(maps.snapshot().size() == 1);
    CHECK(targets == lines{"/api/v1/namespaces/shop/configmaps?limit=500&labelSelector=app%3Dweb"});
    testing::run(io, time, factory.stop());
}

TEST_CASE_METHOD(world, "no thread is started: not by a client, nor by informers, nor by handlers")
{
    auto const before = threads_of_this_process();
    put("a", "1");
    informer_factory factory(api);
    auto& maps = factory.of<config_map>();
    lines seen;
    for (int i = 0; i < 100; ++i) maps.on_change(recording(seen));
    background running;
    running.start(io, factory.run());
    time.run_for(10s);

    CHECK(seen.size() == 100);
    CHECK(threads_of_this_process() == before);
    testing::run(io, time, factory.stop());
}

TEST_CASE_METHOD(world, "synced() of a factory ends with the first cause, whichever informer has it")
{
    server.intercept([](std::string_view verb, std::string_view target) -> std::optional<testing::canned_answer> {
        if (verb != "list" && verb != "watch") return std::nullopt;
        bool const maps = target.find("configmaps") != target.npos;
        return testing::canned_answer{.status = maps ? 503 : 403, .body = "no"};
    });
    informer_factory factory(api);
    factory.of<config_map>();
    factory.of<secret_names>();
    background running, synced;
    running.start(io, factory.run());
    synced.start(io, factory.synced());
    time.run_for(10s);

    CHECK(synced.code() == condition::forbidden);
    CHECK_FALSE(running.ended);
    testing::run(io, time, factory.stop());
}

TEST_CASE_METHOD(world, "an index has one meaning: a name that is taken is an error")
{
    informer_factory factory(api);
    auto& maps = factory.of<config_map>();
    maps.index("v", [](config_map const&) { return "x"; });
    CHECK_THROWS_AS(maps.index("v", [](config_map const&) { return "y"; }), api_error);
    CHECK_THROWS_AS(maps.index("namespace", [](config_map const&) { return "y"; }), api_error);
    time.settle();
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
