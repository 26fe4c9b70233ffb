// Contract: an io_context run by several threads, and readers on threads of their own. This test is for the
// thread sanitizer above all.

#include "metrics_text.hpp"
#include "rounds.hpp"
#include "world.hpp"

#include "transport/config/http2_support.hpp"

#include <coinformer/controller/leader_election.hpp>
#include <coinformer/controller/work_queue.hpp>
#include <coinformer/testing/manual_source.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <boost/asio/strand.hpp>
#include <boost/asio/use_future.hpp>

#include <atomic>
#include <deque>
#include <future>
#include <thread>

namespace {

task<> change_often(testing::api_server& server, int rounds)
{
    for (int i = 0; i < rounds; ++i) {
        server.patch(config_maps, {"shop", "o" + std::to_string(i % 50)},
                     R"({"data":{"v":")" + std::to_string(i) + R"("}})");
        co_await asio::post(asio::use_awaitable); // lets other tasks on the strand run
    }
}

task<> wait_for_version(shared_informer<config_map>& informer, std::string version)
{
    for (;;) {
        auto const now = informer.snapshot();
        if (compare_resource_versions(now.resource_version(), version) >= 0) co_return;
        co_await asio::post(asio::use_awaitable);
    }
}

} // namespace

TEST_CASE(
    "four threads run the informer while others read snapshots; the calls of each handler do not overlap")
{
    asio::io_context io(4);
    auto const server_strand = asio::make_strand(io);
    testing::api_server server({.ex = server_strand});
    testing::tcp_listener listener(server_strand);
    for (int i = 0; i < 300; ++i)
        server.create(config_maps, R"({"metadata":{"name":"o)" + std::to_string(i) +
                                       R"(","namespace":"shop"},"data":{"v":"0"}})");
    asio::cancellation_signal stop_server;
    auto served = asio::co_spawn(server_strand, server.run(listener),
                                 asio::bind_cancellation_slot(stop_server.slot(), asio::use_future));

    client api({.ex = io.get_executor()}, endpoint{.server = listener.url()});
    shared_informer<config_map> informer(api);
    informer.index("v", [](config_map const& m) { return m.data.at("v"); });
    struct counted {
        std::atomic<bool> busy{false};
        std::atomic<int> calls{0}, overlaps{0};
    };
    std::array<counted, 8> handlers_seen;
    for (auto& h : handlers_seen) {
        auto const call = [&h](auto const&...) {
            if (h.busy.exchange(true)) ++h.overlaps;
            ++h.calls;
            h.busy = false;
        };
        informer.on_change({.added = [call](config_map const& o) { call(o); },
                            .updated = [call](config_map const&, config_map const& o) { call(o); },
                            .deleted = [call](config_map const& o) { call(o); }});
    }
    auto const factory_strand = asio::make_strand(io);
    asio::cancellation_signal stop_informer;
    auto ran = asio::co_spawn(factory_strand, informer.run(),
                              asio::bind_cancellation_slot(stop_informer.slot(), asio::use_future));
    auto synced = asio::co_spawn(io, informer.synced(), asio::use_future);

    std::vector<std::thread> runners;
    for (int i = 0; i < 4; ++i) runners.emplace_back([&io] { io.run(); });
    synced.get();
    std::atomic<bool> reading{true};
    std::atomic<std::size_t> torn{0};
    std::vector<std::thread> readers;
    for (int i = 0; i < 2; ++i)
        readers.emplace_back([&] {
            while (reading) {
                auto const now = informer.snapshot();
                std::size_t n = 0;
                for (auto const& o : now.list()) n += !o.key().name.empty();
                torn += n != now.size() || !now.get("shop", "o1");
                (void)now.by_index("v", "0").size();
            }
        });

    asio::co_spawn(server_strand, change_often(server, 1000), asio::use_future).get();
    auto const version =
        asio::co_spawn(
            server_strand,
            [](testing::api_server& s) -> task<std::string> { co_return s.resource_version(); }(server),
            asio::use_future)
            .get();
    asio::co_spawn(io, wait_for_version(informer, version), asio::use_future).get();
    reading = false;
    for (auto& t : readers) t.join();
    CHECK(torn == 0);
    CHECK(informer.snapshot().size() == 300);

    asio::post(factory_strand, [&] { stop_informer.emit(asio::cancellation_type::terminal); });
    CHECK_THROWS(ran.get());
    std::array<int, 8> calls_at_end{};
    for (std::size_t i = 0; i < 8; ++i) {
        calls_at_end[i] = handlers_seen[i].calls;
        CHECK(handlers_seen[i].overlaps == 0);
        CHECK(handlers_seen[i].calls >= 300);
    }
    asio::co_spawn(server_strand, change_often(server, 20), asio::use_future).get();
    asio::post(server_strand, [&] { stop_server.emit(asio::cancellation_type::terminal); });
    CHECK_THROWS(served.get());
    api.close();
    for (auto& t : runners) t.join();
    for (std::size_t i = 0; i < 8; ++i)
        CHECK(handlers_seen[i].calls == calls_at_end[i]); // no call has come after run() had ended
}

TEST_CASE("handlers run beside each other: a slow one delays neither the other one nor the informer")
{
    asio::io_context io(4);
    auto const strand = asio::make_strand(io);
    testing::api_server server({.ex = strand});
    testing::tcp_listener listener(strand);
    server.create(config_maps, R"({"metadata":{"name":"a","namespace":"shop"},"data":{"v":"0"}})");
    asio::cancellation_signal stop_server, stop_informer;
    auto served = asio::co_spawn(strand, server.run(listener),
                                 asio::bind_cancellation_slot(stop_server.slot(), asio::use_future));
    client api({.ex = io.get_executor()}, endpoint{.server = listener.url()});
    shared_informer<config_map> informer(api);
    std::promise<void> other_ran;
    auto wait_for_other = other_ran.get_future();
    std::promise<bool> overlapped;
    informer.on_change({.added = [&](config_map const&) {
        overlapped.set_value(wait_for_other.wait_for(20s) == std::future_status::ready);
    }});
    informer.on_change({.added = [&](config_map const&) { other_ran.set_value(); }});
    auto ran = asio::co_spawn(strand, informer.run(),
                              asio::bind_cancellation_slot(stop_informer.slot(), asio::use_future));
    std::vector<std::thread> runners;
    for (int i = 0; i < 4; ++i) runners.emplace_back([&io] { io.run(); });

    CHECK(overlapped.get_future().get());

    asio::post(strand, [&] {
        stop_informer.emit(asio::cancellation_type::terminal);
        stop_server.emit(asio::cancellation_type::terminal);
    });
    CHECK_THROWS(ran.get());
    CHECK_THROWS(served.get());
    for (auto& t : runners) t.join();
}

namespace {

struct shared_work {
    std::atomic<bool> busy{false};
    std::atomic<int> terms{0}, overlaps{0};
};

task<> a_term(leader_election& election, shared_work& w)
{
    if (w.busy.exchange(true)) ++w.overlaps;
    for (int i = 0; i < 20; ++i) {
        if (!election.is_leader()) ++w.overlaps;
        co_await asio::post(asio::use_awaitable);
    }
    w.busy = false;
    ++w.terms;
}

task<> contend(leader_election& election, shared_work& w)
{
    auto const work = [&] { return a_term(election, w); };
    while (w.terms < 30) co_await election.run_while_leader(work);
}

} // namespace

TEST_CASE("three contenders on four threads take turns, and other threads ask who leads")
{
    asio::io_context io(4);
    auto const server_strand = asio::make_strand(io);
    testing::api_server server({.ex = server_strand});
    testing::tcp_listener listener(server_strand);
    asio::cancellation_signal stop_server;
    auto served = asio::co_spawn(server_strand, server.run(listener),
                                 asio::bind_cancellation_slot(stop_server.slot(), asio::use_future));
    client api({.ex = io.get_executor()}, endpoint{.server = listener.url()});
    shared_work w;
    std::deque<leader_election> all;
    std::vector<std::future<void>> ran;
    for (auto const* name : {"a", "b", "c"}) {
        all.emplace_back(api, leader_election_options{.name = "web",
                                                      .ns = "default",
                                                      .identity = name,
                                                      .lease_duration = 10s,
                                                      .renew_deadline = 5s,
                                                      .retry_period = 2ms});
        ran.push_back(asio::co_spawn(asio::make_strand(io), contend(all.back(), w), asio::use_future));
    }
    std::vector<std::thread> runners;
    for (int i = 0; i < 4; ++i) runners.emplace_back([&io] { io.run(); });
    std::atomic<bool> asking{true};
    std::thread asks([&] {
        while (asking)
            for (auto& e : all) {
                e.check();
                if (e.leader().size() > 1 || e.term() < -1) ++w.overlaps;
            }
    });
    for (auto& r : ran) r.get();
    asking = false;
    asks.join();
    api.close();
    asio::post(server_strand, [&] { stop_server.emit(asio::cancellation_type::terminal); });
    CHECK_THROWS(served.get());
    for (auto& r : runners) r.join();
    CHECK(w.overlaps == 0);
    CHECK(w.terms >= 30);
}

TEST_CASE("a registry is visited while informers, queues and elections come and go on another thread")
{
    metrics_registry registry;
    std::jthread visitor([&](std::stop_token const& stop) {
        while (!stop.stop_requested()) metric_lines(registry);
    });
    std::size_t times_shown = 0;
    for (std::uint64_t round = 0; round != test::rounds(320); ++round) {
        asio::io_context io; // on the system's clock, because a virtual_clock is for one thread
        environment const env{io.get_executor(), &system_time(), &no_log(), round, &registry};
        auto const source = std::make_shared<testing::manual_source<config_map>>();
        source->put(R"({"metadata":{"name":"a","namespace":"shop"}})");
        shared_informer<config_map> informer(env, source);
        informer.on_change({.added = [](config_map const&) {}}, {.name = "counts"});
        work_queue<std::string> queue(env, {.name = "orders"});
        queue.add("a");
        testing::memory_network network{env};
        client api(env, {.server = "http://in-memory"}, {}, network.dialer());
        leader_election const election(api, {.name = "leader", .ns = "shop", .identity = "a"});
        background const running(io, informer.run());
        while (!informer.has_synced()) io.run_one();
        auto const shown = metric_lines(registry);
        times_shown += shown.find("coinformer_handler_waiting_changes") != shown.npos &&
                       shown.find("workqueue_depth") != shown.npos &&
                       shown.find("leader_election_master_status") != shown.npos;
    }
    visitor.request_stop();
    visitor.join();
    CHECK(times_shown == test::rounds(320));
    CHECK(metric_lines(registry).empty());
}

namespace {

/// A connection that notes which thread closes it first.
class noted_stream final : public byte_stream {
public:
    noted_stream(std::unique_ptr<byte_stream> inner, std::thread::id& closed_by) noexcept
        : inner_(std::move(inner)), closed_by_(closed_by)
    {
    }
    ~noted_stream() override { note(); }

    task<std::size_t> read_some(std::span<char> into) override { return inner_->read_some(into); }
    task<> write(std::span<char const> bytes) override { return inner_->write(bytes); }
    void close() noexcept override
    {
        note();
        inner_->close();
    }
    bool has_input() noexcept override { return inner_->has_input(); }
    bool reads_resume() const noexcept override { return inner_->reads_resume(); }
    std::string_view protocol() const noexcept override { return inner_->protocol(); }

private:
    void note() noexcept
    {
        if (closed_by_ == std::thread::id()) closed_by_ = std::this_thread::get_id();
    }

    std::unique_ptr<byte_stream> inner_;
    std::thread::id& closed_by_;
};

class noting_dialer final : public dialer {
public:
    noting_dialer(std::unique_ptr<dialer> inner, std::thread::id& closed_by) noexcept
        : inner_(std::move(inner)), closed_by_(closed_by)
    {
    }

    task<std::unique_ptr<byte_stream>> dial() override
    {
        auto stream = co_await inner_->dial();
        auto noted = std::make_unique<noted_stream>(std::move(stream), closed_by_);
        co_return std::unique_ptr<byte_stream>(std::move(noted));
    }

private:
    std::unique_ptr<dialer> inner_;
    std::thread::id& closed_by_;
};

} // namespace

TEST_CASE_METHOD(
    world, "the thread that drops a client's last handle leaves its connections to the client's executor")
{
    if (has_http2()) network.agree_on("h2");
    put("a", "1");
    std::thread::id closed_by;
    std::optional<client> last(std::in_place, env, endpoint{.server = "http://in-memory"}, client_options(),
                               std::make_unique<noting_dialer>(network.dialer(), closed_by));
    run(last->get(config_maps, "shop", "a"));
    time.settle();
    std::thread([&] { last.reset(); }).join();
    CHECK(closed_by == std::thread::id()); // none yet
    time.settle();
    CHECK(closed_by == std::this_thread::get_id());
}
