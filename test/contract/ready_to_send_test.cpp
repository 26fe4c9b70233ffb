// Contract: the time that this process needs before it can send a request is no silence of the server. It may
// be a login, or the wait for a token of client_options::requests_per_second. No time limit that is meant for
// the server counts it, and close() ends it.

#include "controlled.hpp"

#include <coinformer/api/pager.hpp>
#include <coinformer/api/watcher.hpp>
#include <coinformer/controller/leader_election.hpp>
#include <coinformer/transport/token_source.hpp>

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

/// A credential that is valid for ten seconds. The next one takes `renewal`, or is refused if that is
/// zero.
class short_login final : public token_source {
public:
    explicit short_login(duration renewal) : renewal_(renewal) {}
    task<issued_credential> issue(environment const& env, duration) override
    {
        if (!std::exchange(has_issued_, true))
            co_return issued_credential(secret("token-1"), env.time->wall_now() + 10s);
        if (renewal_ == duration::zero()) throw std::runtime_error("the vault is sealed");
        co_await env.time->sleep_for(renewal_);
        co_return issued_credential(secret("token-2"));
    }

private:
    duration renewal_;
    bool has_issued_ = false;
};

/// A person who takes some time to log in.
class slow_login final : public token_source {
public:
    explicit slow_login(duration takes) : takes_(takes) {}
    task<issued_credential> issue(environment const& env, duration) override
    {
        co_await env.time->sleep_for(takes_);
        co_return issued_credential(secret("token"));
    }

private:
    duration takes_;
};

struct sending : world {
    ~sending()
    {
        for (auto& c : clients) c.close();
        time.settle();
    }

    client& with(client_options options, endpoint at = {.server = "http://in-memory"})
    {
        return clients.emplace_back(env, std::move(at), options, network.dialer());
    }
    client& limited(double per_second, unsigned burst)
    {
        client_options options;
        options.requests_per_second = per_second;
        options.burst = burst;
        return with(options);
    }
    client& logging_in(duration takes) { return with_login(std::make_shared<slow_login>(takes)); }
    client& with_login(std::shared_ptr<token_source> source, client_options options = {})
    {
        endpoint at{.server = "http://in-memory"};
        at.user.source = std::move(source);
        at.user.source_limit = 10min;
        return with(std::move(options), std::move(at));
    }
    /// Begins 40 requests at once, with a client that may send one in a second, and returns the times at
    /// which the server has received them.
    std::vector<time_point> times_of_crowd(std::shared_ptr<token_source> source)
    {
        std::vector<time_point> times;
        server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.verb == "get") times.push_back(time.now());
            return std::nullopt;
        });
        client_options slow;
        slow.requests_per_second = 1;
        slow.burst = 1;
        crowd(with_login(std::move(source), slow), 40);
        time.run_for(5min);
        server.intercept(nullptr);
        return times;
    }
    /// Begins this many requests at once.
    void crowd(client& asks, int count)
    {
        auto const get = [](client from) -> task<> { co_await from.get(config_maps, "shop", "a"); };
        for (int i = 0; i != count; ++i) others.emplace_back(io, get(asks));
        time.settle();
    }
    long seconds() const
    {
        return std::chrono::duration_cast<std::chrono::seconds>(time.now().time_since_epoch()).count();
    }

    std::deque<client> clients;
    std::deque<::background> others;
};

task<> ignore_list(client from)
{
    (void)co_await from.list<config_map>("shop");
}

} // namespace

TEST_CASE_METHOD(sending,
                 "a list, a pager and a watcher wait for a login that takes longer than a server may")
{
    put("a", "1");
    auto const way = GENERATE(0, 1, 2);
    auto& api = logging_in(200s);
    if (way == 0) {
        CHECK(testing::run(io, time, api.list<config_map>("shop")).objects.size() == 1);
    } else if (way == 1) {
        pager<config_map> pages(api);
        CHECK(testing::run(io, time, pages.next())->objects.size() == 1);
    } else {
        watcher<config_map> events(api, server.resource_version());
        ::background reads(io, [](watcher<config_map>& from) -> task<> { co_await from.next(); }(events));
        time.run_for(250s);
        set("a", "2");
        time.run_for(1s);
        CHECK(reads.ended);
        CHECK(reads.what().empty());
    }
    CHECK(seconds() >= 200);
    CHECK(log_text.str().find("does not serve") == std::string::npos);
}

TEST_CASE_METHOD(sending, "an informer that waits for a login has not failed")
{
    put("a", "1");
    auto& api = logging_in(200s);
    auto const fetch = GENERATE(fetch_mode::list, fetch_mode::stream);
    informer_options options;
    options.fetch = fetch;
    shared_informer<config_map> informer(api, options);
    ::background running(io, informer.run());
    time.run_for(199s);
    CHECK_FALSE(testing::run(io, time, informer.status()).reflector.failing_since);
    CHECK(testing::run(io, time, informer.status()).reflector.failures == 0);
    time.run_for(5s);
    CHECK(informer.snapshot().size() == 1);
    CHECK(log_text.str() == "");
}

TEST_CASE_METHOD(sending, "a list that waits for its turn among many requests is not given up")
{
    put("a", "1");
    auto& api = limited(1, 1);
    crowd(api, 40);
    CHECK(testing::run(io, time, api.list<config_map>("shop")).objects.size() == 1);
    CHECK(seconds() >= 39);
}

TEST_CASE_METHOD(sending, "requests that have waited for a login are sent one by one, as their limit says")
{
    put("a", "1");
    bool const is_renewal = GENERATE(false, true); // or the first login
    auto const source = is_renewal ? std::shared_ptr<token_source>(std::make_shared<short_login>(60s))
                                   : std::make_shared<slow_login>(60s);
    auto const times = times_of_crowd(source);
    REQUIRE(times.size() == 40);
    auto const are_close = [](time_point a, time_point b) { return b - a < 900ms; };
    CHECK(std::ranges::adjacent_find(times, are_close) == times.end());
}

TEST_CASE_METHOD(sending,
                 "a later page for which there is no credential fails with an error that names the list")
{
    for (auto const* name : {"a", "b", "c"}) put(name, "1");
    auto& api = with_login(std::make_shared<short_login>(0s));
    pager<config_map> pages(api, {.page_size = 2, .read_ahead = 0});
    REQUIRE(testing::run(io, time, pages.next())->objects.size() == 2);
    time.run_for(20s);
    CHECK_THROWS_WITH(testing::run(io, time, pages.next()),
                      Catch::Contains("list /api/v1/configmaps") && Catch::Contains("the vault is sealed"));
}

TEST_CASE_METHOD(sending, "a leader keeps its lease while hundreds of its requests wait for their turn")
{
    put("a", "1");
    auto& api = limited(10, 10);
    leader_election election(api, {.name = "lock", .ns = "shop", .identity = "me"});
    bool leads = false;
    auto const work = [&]() -> task<> {
        leads = true;
        co_await time.sleep_for(1h);
    };
    ::background running(io, election.run_while_leader(work));
    time.run_for(5s);
    REQUIRE(leads);
    crowd(api, 300);
    time.run_for(40s);
    CHECK_FALSE(running.ended);
    CHECK(log_text.str().find("lost") == std::string::npos);
}

TEST_CASE_METHOD(sending, "a handle without a rate limit sends at once, and the others still wait")
{
    put("a", "1");
    auto& api = limited(0.01, 1);
    crowd(api, 1); // takes the only token
    auto in_time = api.without_rate_limit();
    CHECK(testing::run(io, time, in_time.get<config_map>("shop", "a"))->data.at("v") == "1");
    CHECK(testing::run(io, time, in_time.list<config_map>("shop")).objects.size() == 1);
    CHECK(seconds() == 0);
    testing::run(io, time, api.get<config_map>("shop", "a"));
    CHECK(seconds() >= 99);
}

TEST_CASE_METHOD(sending, "close() ends requests that wait: for a token, in a pause, or for a login")
{
    put("a", "1");
    auto const way = GENERATE(0, 1, 2, 3, 4);
    auto& api = way == 0 || way == 4 ? limited(0.01, 1) : way == 1 ? with({}) : logging_in(100s);
    if (way == 1) server.inject(faults::throttled(50s).on("get"));
    if (way == 0 || way == 4) crowd(api, 1); // takes the only token
    ::background waits(
        io, way >= 3 ? ignore_list(api) : [](client from) -> task<> {
            co_await from.get<config_map>("shop", "a");
        }(api));
    time.run_for(2s);
    REQUIRE_FALSE(waits.ended);
    api.close();
    time.settle();
    CHECK(waits.ended);
    CHECK(waits.code() == errc::connection_closed);
    CHECK_THAT(waits.what(), Catch::Contains("/api/v1/namespaces/shop/configmaps"));
}

TEST_CASE_METHOD(sending, "a read that close() has broken off is not repeated")
{
    put("a", "1");
    auto& api = with({});
    server.inject(faults::late(10s).on("get"));
    ::background waits(io, [](client from) -> task<> { co_await from.get<config_map>("shop", "a"); }(api));
    time.run_for(2s);
    api.close();
    time.settle();
    CHECK(waits.ended);
    CHECK(waits.code() == errc::connection_closed);
    CHECK_THAT(waits.what(), !Catch::Contains("attempts"));
}
