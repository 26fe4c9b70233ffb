// The workload of the simulation in real time, on an io_context that four threads run. There are informers of
// several scopes, fast and slow handlers of both overflow policies, handlers that come and go, waits for the
// sync, readers on threads of their own, an informer that is stopped and replaced, and a server that answers
// badly and restarts. The test is made above all for the thread sanitizer: a handler's record is not locked,
// because its calls come one after the other (P13). Each record must be well-formed (P4), and folded it must
// be the store (P10), which must become what the server has (L1).

#include "witness.hpp"

#include "simulation/dice.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/cache/shared_informer.hpp>
#include <coinformer/core/with_timeout.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/json.hpp>

#include <array>
#include <atomic>
#include <deque>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"

namespace asio = boost::asio;
using namespace std::chrono_literals;
using namespace coinformer;
using namespace chaos;
using simulation::dice;

namespace {

/// An API server with an io_context and a thread of its own, which alone touches it.
class server_side {
public:
    server_side()
    {
        ended_ = asio::co_spawn(io_, server_.run(listener_),
                                asio::bind_cancellation_slot(stop_.slot(), asio::use_future));
        thread_ = std::thread([this] { io_.run(); });
    }
    ~server_side()
    {
        asio::post(io_, [this] { stop_.emit(asio::cancellation_type::terminal); });
        thread_.join();
    }

    template <class F>
    auto ask(F f)
    {
        std::packaged_task<decltype(f(std::declval<testing::api_server&>()))()> question(
            [&] { return f(server_); });
        auto answer = question.get_future();
        asio::post(io_, [&] { question(); });
        return answer.get();
    }
    std::string url() const { return listener_.url(); }

private:
    static testing::api_server_options options()
    {
        testing::api_server_options o;
        o.bookmark_interval = 200ms;
        return o;
    }
    asio::io_context io_{1};
    testing::api_server server_{environment{.ex = io_.get_executor()}, options()};
    testing::tcp_listener listener_{io_.get_executor()};
    asio::cancellation_signal stop_;
    std::future<void> ended_;
    std::thread thread_;
};

std::string object_text(std::string const& ns, std::string const& name, std::string const& tier)
{
    return R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns + R"(","labels":{"tier":")" + tier +
           R"("}},"data":{"v":"0"}})";
}

void change_something(testing::api_server& server, dice& d)
{
    std::string const ns = d.chance(50) ? "shop" : "bank", name = "o" + std::to_string(d.below(40));
    std::string const tier = d.chance(50) ? "a" : "b";
    auto const kind = d.below(3);
    try {
        if (kind == 0) server.create(things, object_text(ns, name, tier));
        if (kind == 1)
            server.patch(things, {ns, name}, R"({"metadata":{"labels":{"tier":")" + tier + R"("}}})");
        if (kind == 2) server.remove(things, {ns, name});
    } catch (api_error const&) { // it exists already, or does not exist
    }
}

void do_wrong(testing::api_server& server, dice& d)
{
    auto const n = d.below(2000), few = d.below(4);
    switch (d.below(13)) {
    case 0: return server.inject(testing::faults::gone());
    case 1: return server.inject(testing::faults::html());
    case 2: return server.inject(testing::faults::late(100ms));
    case 3: return server.inject(testing::faults::cut(n));
    case 4: return server.inject(testing::faults::stall(n));
    case 5: return server.inject(testing::faults::truncated_json().on("list"));
    case 6: return server.inject(testing::faults::close_watch(few).times(3));
    case 7: return server.inject(testing::faults::error_event(410, few));
    case 8: return server.inject(testing::faults::odd_line("{\"type\":", few));
    case 9: return server.inject(testing::faults::unavailable().times(2));
    case 10: return server.disconnect();
    case 11: return server.compact();
    case 12: return server.restart();
    }
}

versions on_server(server_side& server, std::string const& ns, std::string const& tier)
{
    auto const text = server.ask([&](testing::api_server& s) { return s.list(things, ns); });
    versions all;
    auto const list = boost::json::parse(text);
    for (auto const& item : list.at("items").as_array()) {
        auto const& meta = item.at("metadata").as_object();
        auto const word = [&](char const* name) { return std::string(meta.at(name).as_string()); };
        if (!tier.empty() && meta.at("labels").at("tier").as_string() != tier) continue;
        all.emplace(word("namespace") + '/' + word("name"), word("uid") + ' ' + word("resourceVersion"));
    }
    return all;
}

bool comes_true(auto condition)
{
    for (auto const limit = system_time().now() + 30s; system_time().now() < limit;
         std::this_thread::sleep_for(5ms))
        if (condition()) return true;
    return false;
}

/// An informer with four handlers that stay and others that come and go.
class follower {
public:
    follower(asio::io_context& io, client& api, std::string ns, std::string tier)
        : ns_(std::move(ns)), tier_(std::move(tier)), strand_(asio::make_strand(io)),
          informer_(api, options())
    {
        informer_.index("v", [](thing const& t) { return std::string(t.data.value_or("v", "")); });
        handler_options const merge{.capacity = 4}, block{.policy = overflow::block, .capacity = 4};
        stay_.resize(4);
        informer_.on_change(stay_[0].fast(0ms), merge);
        informer_.on_change(stay_[1].slow(2ms), merge);
        informer_.on_change(stay_[2].fast(100us), block);
        informer_.on_change(stay_[3].slow(1ms), block);
        ran_ = asio::co_spawn(strand_, informer_.run(),
                              asio::bind_cancellation_slot(stop_.slot(), asio::use_future));
        for (auto& c : churns_)
            c.ended = asio::co_spawn(asio::make_strand(io), come_and_go(c), asio::use_future);
    }

    void settle()
    {
        churning_ = false;
        for (auto& c : churns_)
            if (c.ended.valid()) c.ended.get();
    }
    void stop()
    {
        settle();
        asio::post(strand_, [this] { stop_.emit(asio::cancellation_type::terminal); });
        CHECK_THROWS(ran_.get()); // cancelled
        for (auto& w : stay_) w.over = true;
    }
    bool caught_up(server_side& server) const
    {
        return stored(informer_.snapshot()) == on_server(server, ns_, tier_);
    }
    bool all_told() const
    {
        int const lasts = ns_.empty() ? 2 : 1; // one in each namespace
        return std::ranges::all_of(stay_, [&](witness const& w) { return w.lasts == lasts; });
    }
    /// Judges the handlers after stop(). If not `complete`, a handler may have had no time for the last
    /// changes.
    void judge(bool complete) const
    {
        for (auto const& w : stay_) {
            CHECK(w.wrong == "");
            if (complete) CHECK(w.folded == stored(informer_.snapshot()));
        }
        for (auto const& c : churns_) {
            for (auto const& w : c.went) CHECK(w.wrong == "");
            CHECK(c.went.size() > 3);
        }
    }
    lister<thing> reader() const { return informer_.lister(); }

private:
    informer_options options() const
    {
        informer_options o;
        if (!ns_.empty()) o.namespaces = {ns_};
        if (!tier_.empty()) o.label_selector = "tier=" + tier_;
        o.silence = 500ms;
        o.watch_timeout = 1s;
        o.page_size = 20;
        o.resync = 300ms;
        o.retry = {.first = 10ms, .cap = 100ms};
        return o;
    }

    /// Handlers that come and go, beside the handlers that stay.
    struct churn {
        std::deque<witness> went;
        std::future<void> ended;
    };

    task<> come_and_go(churn& c) &
    {
        dice d(static_cast<std::uint64_t>(&c - churns_.data()));
        while (churning_) {
            auto& w = c.went.emplace_back();
            auto h = d.chance(50) ? w.fast(0ms) : w.slow(1ms);
            auto const policy = d.chance(50) ? overflow::merge : overflow::block;
            auto const here = informer_.on_change(std::move(h), {.policy = policy, .capacity = 4});
            try {
                if (d.chance(50)) co_await with_timeout(system_time(), 50ms, here.synced());
                // the sync took too long, or the server refuses the list
            } catch (boost::system::system_error const&) {
            }
            if (d.chance(50)) co_await system_time().sleep_for(std::chrono::milliseconds(d.range(0, 20)));
            co_await here.remove();
            w.over = true;
        }
    }

    std::string ns_, tier_;
    asio::strand<asio::io_context::executor_type> strand_;
    std::deque<witness> stay_; // they outlive the informer
    std::array<churn, 3> churns_;
    shared_informer<thing> informer_;
    asio::cancellation_signal stop_;
    std::atomic<bool> churning_{true};
    std::future<void> ran_;
};

std::size_t read_along(lister<thing> from, std::atomic<bool>& reading)
{
    std::size_t torn = 0;
    std::string version;
    while (reading) {
        auto const now = from.snapshot();
        if (now.resource_version().empty()) continue; // before the first list there is no index either
        std::size_t n = 0;
        for (auto const& o : now.list()) n += o->data.value_or("v", "?") == "0";
        torn += n != now.size() || now.by_index("v", "0").size() != n || n != stored(now).size();
        if (!version.empty()) torn += compare_resource_versions(now.resource_version(), version) < 0;
        version = now.resource_version();
    }
    return torn;
}

} // namespace

TEST_CASE(
    "on four threads, whatever the server does, each handler's log is well-formed and folds to the store")
{
    server_side server;
    asio::io_context io(4);
    client_options hasty;
    hasty.http.header_timeout = 500ms;
    client api({.ex = io.get_executor()}, endpoint{.server = server.url()}, hasty);
    std::deque<follower> followers;
    followers.emplace_back(io, api, "", "");
    followers.emplace_back(io, api, "shop", "");
    followers.emplace_back(io, api, "", "a");
    auto replaced = std::make_unique<follower>(io, api, "bank", "");
    auto work = asio::make_work_guard(io);
    std::vector<std::thread> runners;
    for (int i = 0; i < 4; ++i) runners.emplace_back([&io] { io.run(); });
    std::atomic<bool> reading{true};
    std::vector<std::future<std::size_t>> readers;
    for (auto const& f : followers)
        readers.push_back(std::async(std::launch::async, read_along, f.reader(), std::ref(reading)));

    dice d(7);
    auto const begin = system_time().now();
    for (int i = 0; system_time().now() < begin + 2500ms; ++i) {
        server.ask([&](testing::api_server& s) {
            for (int k = 0; k < 5; ++k) change_something(s, d);
            if (i % 25 == 0) do_wrong(s, d);
        });
        std::this_thread::sleep_for(1ms);
        bool const half_way = system_time().now() > begin + 1250ms;
        if (half_way && followers.size() == 3) {
            replaced->stop();
            replaced->judge(false);
            followers.emplace_back(io, api, "bank", "");
        }
    }
    server.ask([](testing::api_server& s) { s.heal(); });
    for (auto& f : followers) f.settle();

    for (auto const& f : followers) CHECK(comes_true([&] { return f.caught_up(server); }));
    server.ask([](testing::api_server& s) {
        s.create(things, object_text("shop", "last", "a"));
        s.create(things, object_text("bank", "last", "a"));
    });
    for (auto const& f : followers) {
        CHECK(comes_true([&] { return f.caught_up(server); }));
        CHECK(comes_true([&] { return f.all_told(); }));
    }
    reading = false;
    for (auto& torn : readers) CHECK(torn.get() == 0);
    for (auto& f : followers) f.stop();
    for (auto& f : followers) f.judge(true);
    api.close();
    work.reset();
    for (auto& t : runners) t.join(); // no thread runs any more
}
