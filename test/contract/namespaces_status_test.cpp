// Contract: the status of an informer of several namespaces shows the trouble of each of them, from its
// beginning on, and the sums of what was read in all of them.

#include "world.hpp"

namespace {

/// A server with an object in each of two namespaces, and an informer of both, which has not begun.
struct troubled_namespaces : world {
    troubled_namespaces()
    {
        put("a", "1", "north");
        put("b", "1", "south");
    }
    reflector_status status() { return run(informer.status()).reflector; }

    shared_informer<config_map> informer{api, listing({.namespaces = {"north", "south"}})};
    ::background running;
};

} // namespace

TEST_CASE_METHOD(troubled_namespaces,
                 "the status of several namespaces fails since the first of them does, until none does")
{
    std::string const fails_longer = GENERATE(as<std::string>(), "north", "south");
    auto const begin = time.now();
    auto refused_late = faults::unavailable().on("list").in("north");
    refused_late.delay = 5s;
    server.inject(refused_late);
    server.inject(faults::unavailable().on("list").times(fault::always));
    running.start(io, informer.run());
    time.run_for(2s); // south has failed, and north still waits for its first answer
    auto const only_south = status();
    CHECK(only_south.now == phase::reading);
    CHECK(only_south.failing_since == begin);
    CHECK_THAT(only_south.last_failure, Catch::Contains("/namespaces/south/"));

    time.run_for(30s);
    auto const both = status();
    CHECK(both.now == phase::waiting);
    CHECK(both.failing_since == begin);
    CHECK_THAT(both.last_failure, Catch::Contains("/namespaces/"));
    CHECK(both.failures == server.requests("list", config_maps));

    server.heal();
    server.inject(faults::unavailable().on("list").in(fails_longer).times(fault::always));
    time.run_for(3min);
    REQUIRE(informer.snapshot().size() == 1);
    auto const one = status();
    CHECK(one.now == phase::waiting);
    CHECK(one.failing_since == (fails_longer == "north" ? begin + 5s : begin));
    CHECK_THAT(one.last_failure, Catch::Contains("/namespaces/" + fails_longer + "/"));
    CHECK_FALSE(one.fresh_as_of);

    server.heal();
    time.run_for(3min);
    REQUIRE(informer.snapshot().size() == 2);
    auto const none = status();
    CHECK(none.now == phase::watching);
    CHECK_FALSE(none.failing_since);
    CHECK(none.last_failure == "");
    CHECK(none.fresh_as_of);
}

TEST_CASE_METHOD(world, "the status of several namespaces has the sum of what their lists brought and lack")
{
    for (auto const* const ns : {"north", "south"})
        for (auto const* const name : {"a", "b", "c", "d"}) put(name, "1", ns);
    auto const late = faults::late(1h).on_later_pages();
    std::size_t brought = 0, lacking = 0;
    SECTION("if both are being read")
    {
        server.inject(late.times(2));
        brought = 1 + 1;
        lacking = 3 + 3;
    }
    SECTION("if one is being read, and the other one is watched")
    {
        server.inject(late.in(GENERATE(as<std::string>(), "north", "south")));
        brought = 1 + 4;
        lacking = 3;
    }
    shared_informer<config_map> informer(api, listing({.namespaces = {"north", "south"}, .page_size = 1}));
    background running(io, informer.run());
    time.run_for(1s);
    auto const status = run(informer.status()).reflector;
    CHECK(status.now == phase::reading);
    CHECK(status.lists == 2);
    CHECK(status.listed == brought);
    CHECK(status.remaining == lacking);
}

TEST_CASE_METHOD(world, "the status of several namespaces counts the objects of each that do not decode")
{
    for (auto const* const ns : {"north", "north", "south"}) {
        auto const name = "odd" + server.resource_version();
        server.create(config_maps, R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns +
                                       R"("},"data":{"v":7}})");
    }
    shared_informer<config_map> informer(api, listing({.namespaces = {"north", "south"}}));
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(run(informer.status()).reflector.faults == 3);
}

TEST_CASE_METHOD(world, "the status says why a list is paged, in whichever namespace it is")
{
    auto const paged = GENERATE(as<std::string>(), "north", "south");
    server.inject(faults::status(400).on("watch").in(paged));
    shared_informer<config_map> informer(api, {.namespaces = {"north", "south"}});
    background running(io, informer.run());
    time.run_for(1s);
    auto const status = run(informer.status()).reflector;
    CHECK(status.now == phase::watching);
    CHECK(status.streams == 2);
    CHECK(status.lists == 1);
    CHECK(status.watches == 3); // the two streamed lists, and the watch behind the paged list
    CHECK_THAT(status.why_not_streamed, Catch::Contains("watch /api/v1/namespaces/" + paged + "/configmaps"));
}

TEST_CASE("the status says that the server sends everything if it does so in one of several namespaces")
{
    auto const sends_everything = GENERATE(as<std::string>(), "", "north", "south");
    testing::api_server_options shards;
    shards.shards_lists = true;
    world in(shards);
    for (auto const* const ns : {"north", "south"})
        for (int i = 0; i != 10; ++i) in.put("m" + std::to_string(i), "1", ns);
    in.server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb != "list" || asked.ns != sends_everything) return std::nullopt;
        return testing::canned_answer{.body = in.server.list(config_maps, asked.ns)};
    });
    auto options = listing({.namespaces = {"north", "south"}});
    options.shard = fixed_share(shard_ranges::part(0, 2));
    shared_informer<config_map> informer(in.api, options);
    ::background running(in.io, informer.run());
    in.time.run_for(1s);
    auto const status = in.run(informer.status()).reflector;
    REQUIRE(status.now == phase::watching);
    CHECK(status.server_shards == sends_everything.empty());
    CHECK((status.foreign == 0) == sends_everything.empty());
}
