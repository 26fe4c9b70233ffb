// Contract: a recording is read on any thread, while the informer goes on.

#include "flight_recorder_world.hpp"

#include <boost/asio/post.hpp>

#include <atomic>
#include <thread>

TEST_CASE("a recording is read on another thread than the informer's")
{
    asio::io_context io;
    environment const env{.ex = io.get_executor(), .log = &no_log(), .seed = 1};
    testing::api_server server(env);
    testing::memory_network network(env);
    client api(env, {.server = "http://in-memory"}, {}, network.dialer());
    auto const recorder = std::make_shared<flight_recorder>(flight_recorder_options{.bytes = 64 * 1024});
    shared_informer<config_map> informer(api, {.recorder = recorder});
    std::atomic<int> changes{0};
    informer.on_change({.added = [&](config_map const&) { ++changes; },
                        .updated = [&](config_map const&, config_map const&) { ++changes; }});
    background serving(io, server.run(network)), running(io, informer.run());
    std::thread thread([&] { io.run(); });

    auto const data = [](int i) {
        return R"("data":{"v":")" + std::to_string(i) + std::string(1000, 'x') + R"("}})";
    };
    asio::post(
        io, [&] { server.create(config_maps, R"({"metadata":{"name":"a","namespace":"shop"},)" + data(0)); });
    std::size_t replayable = 0;
    for (int i = 1; i != 300; ++i) {
        while (changes < i) std::this_thread::yield();
        asio::post(io, [&, i] { server.patch(config_maps, {"shop", "a"}, '{' + data(i)); });
        if (recorder->length() == 0s) continue;
        CHECK(recorder->bytes() <= 64 * 1024);
        auto const recording = recorder->recording();
        replayable += testing::recorded_cluster(recording).resource() == "configmaps";
    }
    CHECK(replayable > 200);
    asio::post(io, [&] { io.stop(); });
    thread.join();
}
