// Contract: how new the first list of an informer is, when it begins, and which further parameters a list may
// have.

#include "world.hpp"

#include <set>

namespace {

struct asked_world : world {
    asked_world()
    {
        put("a", "1");
        server.intercept([this](testing::action const& asked) -> std::optional<testing::canned_answer> {
            if (asked.verb == "list" || asked.verb == "watch") targets.push_back(asked.target);
            return std::nullopt;
        });
    }
    static bool has(std::string const& target, std::string const& part)
    {
        return (target + '&').find(part + '&') != std::string::npos;
    }

    lines targets;
};

} // namespace

TEST_CASE_METHOD(asked_world, "an informer that takes any state says so in its first list, and only there")
{
    informer_options how;
    how.fetch = GENERATE(fetch_mode::stream, fetch_mode::list);
    how.freshness = freshness::any;
    shared_informer<config_map> informer(api, how);
    background running(io, informer.run());
    time.run_for(1s);
    CHECK(informer.snapshot().size() == 1);
    REQUIRE_FALSE(targets.empty());
    CHECK(has(targets.front(), "resourceVersion=0"));
    CHECK(has(targets.front(), "resourceVersionMatch=NotOlderThan"));

    put("b", "1");
    time.run_for(1s);
    targets.clear();
    server.inject(faults::gone().on("watch"));
    server.disconnect();
    time.run_for(1min);
    for (auto const& t : targets) CHECK_FALSE(has(t, "resourceVersion=0"));
    CHECK(informer.snapshot().size() == 2);
}

TEST_CASE_METHOD(asked_world, "an informer asks for the newest state by default")
{
    informer_options how;
    how.fetch = GENERATE(fetch_mode::stream, fetch_mode::list);
    shared_informer<config_map> informer(api, how);
    background running(io, informer.run());
    time.run_for(1s);
    REQUIRE_FALSE(targets.empty());
    CHECK(targets.front().find("resourceVersion=") == std::string::npos);
}

TEST_CASE_METHOD(asked_world,
                 "informers that start together begin at different times within the start spread")
{
    informer_options how;
    how.start_spread = 60s;
    std::set<std::size_t> counts;
    std::vector<std::unique_ptr<shared_informer<config_map>>> informers;
    std::vector<std::unique_ptr<background>> running;
    for (int i = 0; i != 20; ++i) {
        informers.push_back(std::make_unique<shared_informer<config_map>>(api, how));
        running.push_back(std::make_unique<background>(io, informers.back()->run()));
    }
    for (int second = 0; second != 60; ++second) {
        time.run_for(1s);
        counts.insert(targets.size());
    }
    CHECK(counts.size() > 10);
    CHECK(targets.size() == 20);
    for (auto const& i : informers) CHECK(i->has_synced());
}

TEST_CASE_METHOD(asked_world, "a list may have any parameter, which is encoded for the URL")
{
    auto const which =
        list_options().limit(5).parameter("shardSelector", "a b&c").parameter("pretty", "true");
    testing::run(io, time, api.list(config_maps, "shop", which));
    CHECK(targets.back() == "/api/v1/namespaces/shop/configmaps?limit=5&shardSelector=a%20b%26c&pretty=true");
}
