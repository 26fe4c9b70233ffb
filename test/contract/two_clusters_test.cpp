// Contract: one process may have any number of clusters. They share nothing but what the program shares, so
// that one that hangs, or refuses, never delays another.

#include "world.hpp"

namespace {

/// A cluster, and a client of it, on the context and the clock of the test.
struct one_cluster {
    one_cluster(asio::io_context& io, testing::virtual_clock& time)
        : env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1}, network(env), server(env),
          api(env, {.server = "http://in-memory"}, {}, network.dialer()),
          serving(io, time, server.run(network)), informer(api)
    {
    }
    void create(std::string const& name, std::string const& value)
    {
        server.create(config_maps, R"({"metadata":{"name":")" + name +
                                       R"(","namespace":"n1"},"data":{"v":")" + value + R"("}})");
    }

    environment env;
    testing::memory_network network;
    testing::api_server server;
    client api;
    testing::background serving;
    shared_informer<config_map> informer;
};

} // namespace

TEST_CASE("one handler follows two clusters, and knows which of them an object is in")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    one_cluster east(io, time), west(io, time);
    time.settle();
    std::vector<std::string> seen;
    for (auto* const c : {&east, &west}) {
        std::string const name = c == &east ? "east" : "west";
        c->informer.on_change({.added = [&seen, name](object_ptr<config_map> const& m) {
            seen.push_back(name + "/" + to_string(m.key()) + "=" + m->data.at("v"));
        }});
    }
    ::background const reading_east(io, east.informer.run()), reading_west(io, west.informer.run());
    east.create("a", "1");
    west.create("a", "2");
    time.run_for(1s);
    std::sort(seen.begin(), seen.end());
    CHECK(seen == std::vector<std::string>{"east/n1/a=1", "west/n1/a=2"});
}

TEST_CASE("a cluster that cannot be reached, or hangs, does not delay another one")
{
    asio::io_context io;
    testing::virtual_clock time(io);
    one_cluster east(io, time), west(io, time);
    time.settle();
    bool const hangs = GENERATE(false, true);
    if (hangs)
        west.network.hang(true);
    else
        west.network.refuse(true);
    ::background const reading_east(io, east.informer.run()), reading_west(io, west.informer.run());
    testing::run(io, time, east.informer.synced());
    east.create("a", "1");
    time.run_for(1s);
    CHECK(east.informer.snapshot().size() == 1);
    CHECK_FALSE(testing::run(io, time, east.informer.status()).reflector.failing_since);
    CHECK_FALSE(west.informer.has_synced());
}
