// Contract: a controller on an io_context that several threads run. This test is for the thread sanitizer
// above all.

#include "controlled.hpp"
#include "metrics_text.hpp"

#include <coinformer/testing/tcp_listener.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <array>
#include <atomic>
#include <future>
#include <thread>

namespace {

constexpr int objects = 20;

struct reconciled {
    std::atomic<bool> busy{false};
    std::atomic<int> value{-1};
};

struct on_threads {
    task<reconcile_result> reconcile(object_name key)
    {
        auto& mine = all[static_cast<std::size_t>(std::stoi(key.name.substr(1)))];
        if (mine.busy.exchange(true)) ++overlaps;
        auto const now = informer.lister().get(key.ns, key.name);
        auto const ex = co_await asio::this_coro::executor;
        for (int turn = 0; turn < 20; ++turn)
            co_await asio::post(ex, asio::use_awaitable); // lets other tasks on the strand run
        if (now) mine.value = std::stoi(now->data.at("v"));
        mine.busy = false;
        ++calls;
        co_return calls % 5 == 0 ? reconcile_result::failed("once in a while") : reconcile_result::done();
    }
    bool all_at(int last) const
    {
        return std::ranges::all_of(all, [last](auto const& r) { return r.value >= last - objects; });
    }

    asio::io_context io{4};
    executor server_strand = asio::make_strand(io);
    testing::api_server server{{.ex = server_strand}};
    testing::tcp_listener listener{server_strand};
    client api{{.ex = io.get_executor()}, endpoint{.server = listener.url()}};
    shared_informer<config_map> informer{api};
    std::array<reconciled, objects> all;
    std::atomic<int> overlaps{0}, calls{0};
};

task<> change_all(testing::api_server& server, int rounds)
{
    for (int i = 0; i < rounds; ++i) {
        server.patch(config_maps, {"shop", "o" + std::to_string(i % objects)},
                     R"({"data":{"v":")" + std::to_string(i) + R"("}})");
        co_await asio::post(asio::use_awaitable);
    }
}

} // namespace

TEST_CASE(
    "four threads reconcile: no key is reconciled twice at a time, each reaches its last state, and no call "
    "comes after the end")
{
    on_threads w;
    for (int i = 0; i < objects; ++i)
        w.server.create(config_maps, R"({"metadata":{"name":"o)" + std::to_string(i) +
                                         R"(","namespace":"shop"},"data":{"v":"0"}})");
    controller<> tested(
        {.ex = w.io.get_executor()}, [&w](object_name key) { return w.reconcile(std::move(key)); },
        {.concurrency = 4, .grace = 1s, .queue = {.limiter = exponential_limiter(1ms, 10ms)}});
    tested.watches(w.informer);

    auto const strand = asio::make_strand(w.io);
    asio::cancellation_signal stop_server, stop_informer, stop_controller;
    auto const start = [&](task<> body, asio::cancellation_signal& stop, executor ex) {
        return asio::co_spawn(ex, std::move(body),
                              asio::bind_cancellation_slot(stop.slot(), asio::use_future));
    };
    auto served = start(w.server.run(w.listener), stop_server, w.server_strand);
    auto informed = start(w.informer.run(), stop_informer, strand);
    auto controlled = start(tested.run(), stop_controller, strand);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&w] { w.io.run(); });

    constexpr int rounds = 1000;
    asio::co_spawn(w.server_strand, change_all(w.server, rounds), asio::use_future).get();
    // there is no time limit in here: if it does not end, ctest's time-out reports it
    while (!w.all_at(rounds)) {
        (void)tested.status();
        std::this_thread::yield();
    }
    CHECK(w.overlaps == 0);

    asio::post(strand, [&] { stop_controller.emit(asio::cancellation_type::terminal); });
    CHECK_THROWS(controlled.get());
    int const calls = w.calls;
    asio::co_spawn(w.server_strand, change_all(w.server, objects), asio::use_future).get();
    asio::post(strand, [&] { stop_informer.emit(asio::cancellation_type::terminal); });
    CHECK_THROWS(informed.get());
    asio::post(w.server_strand, [&] { stop_server.emit(asio::cancellation_type::terminal); });
    CHECK_THROWS(served.get());
    w.api.close();
    for (auto& t : threads) t.join();
    CHECK(w.calls == calls);
}

TEST_CASE("a visitor of the metrics may ask a controller for its status, while another thread gives the "
          "controller its first source and so its name")
{
    static constexpr metric_family sources{
        .name = "sources", .help = "Sources that are waited for.", .type = metric_type::gauge};
    world w;
    metrics_registry registry;
    auto env = w.env;
    env.metrics = &registry;
    shared_informer<config_map> informer(w.api);
    controller<> tested(
        env, [](object_name) -> task<reconcile_result> { co_return reconcile_result::done(); }, quick());
    std::atomic<bool> is_asked{false};
    auto const ask = [&]() -> std::optional<double> { // under the lock of the registry
        is_asked = true;
        for (int i = 0; i < 10'000; ++i)
            std::this_thread::yield(); // the other thread is in watches() by then
        return static_cast<double>(tested.status().waiting_for.size());
    };
    auto const gauge = metrics(&registry).gauge_of(ask, sources);
    std::thread visitor([&] { metric_lines(registry); });
    while (!is_asked) std::this_thread::yield();
    tested.watches(informer);
    visitor.join();
    CHECK(metric_lines(registry, "sources") == "sources: 1\n");
    CHECK(metric_lines(registry, "controller_runtime_max") ==
          "controller_runtime_max_concurrent_reconciles controller=configmaps: 1\n");
}
