// Contract: what a fleet does when its source, its dialer or its function fails, and which clusters it
// refuses.

#include "fleet_world.hpp"

// ---- sources

TEST_CASE_METHOD(fleet_world, "a source that has told everything may return, and its clusters go on")
{
    struct finished_source final : cluster_source {
        task<> follow(environment const&, cluster_set& clusters) override
        {
            ++calls;
            clusters.put("east", {.server = "http://east"}, "1");
            co_return;
        }
        int calls = 0;
    };
    make_site("east");
    auto const finished = std::make_shared<finished_source>();
    fleet f(env, finished, follows_config_maps(), options());
    ::background running(io, f.run());
    time.run_for(1h);
    CHECK(finished->calls == 1);
    CHECK(state_of(f, "east") == "running");
    CHECK(take_events() == lines{"east begins"});
    CHECK(log_text.str().find("the source of a fleet has failed") == std::string::npos);
    running.cancel();
    CHECK(running.code() == condition::cancelled);
    CHECK(take_events() == lines{"east ends"});
}

TEST_CASE_METHOD(fleet_world,
                 "a source that fails is followed after growing pauses, which begin anew when it "
                 "has lasted, and a fleet that is cancelled meanwhile ends")
{
    struct fickle_source final : cluster_source {
        task<> follow(environment const& env, cluster_set&) override
        {
            calls.push_back(env.time->now());
            if (lasts == 0s) throw std::runtime_error("no inventory"); // it throws before there is a task
            return fail_later(env, lasts);
        }
        static task<> fail_later(environment const& env, duration lasts)
        {
            co_await env.time->sleep_for(lasts);
            throw std::runtime_error("no inventory");
        }
        std::vector<time_point> calls;
        duration lasts{};
    };
    auto const fickle = std::make_shared<fickle_source>();
    auto const& calls = fickle->calls;
    auto how = options();
    how.restart = {.first = 1s, .cap = 4s, .jitter_percent = 0};
    fleet f(env, fickle, not_followed(), how);
    ::background running(io, f.run());
    time.run_for(8s);
    REQUIRE(calls.size() == 4);
    CHECK(calls[1] - calls[0] == 1s);
    CHECK(calls[2] - calls[1] == 2s);
    CHECK(calls[3] - calls[2] == 4s);
    CHECK(log_text.str().find("no inventory") != std::string::npos);

    fickle->lasts = 5s; // this is longer than the cap
    time.run_for(10s);
    REQUIRE(calls.size() == 6);
    CHECK(calls[4] - calls[3] == 4s);
    CHECK(calls[5] - calls[4] == 6s); // the first pause follows

    time.run_for(4500ms); // it has failed again, and the pause is not over
    running.cancel();
    CHECK(running.ended);
    CHECK(running.code() == condition::cancelled);
    time.run_for(1min);
    CHECK(calls.size() == 6);
}

TEST_CASE_METHOD(fleet_world,
                 "clusters that one fleet follows are refused to another one, until the first has ended")
{
    join("east");
    fleet first(env, source, follows_config_maps(), options());
    fleet second(env, source, follows_config_maps(), options());
    ::background running(io, first.run());
    time.run_for(1s);
    testing::background const waiting(io, time, second.run());
    time.run_for(1s);
    CHECK(second.status().empty());
    CHECK(log_text.str().find("another fleet follows these clusters") != std::string::npos);
    CHECK(take_events() == lines{"east begins"});

    running.cancel();
    CHECK(take_events() == lines{"east ends"});
    time.run_for(10min);
    CHECK(state_of(second, "east") == "running");
    CHECK(take_events() == lines{"east begins"});
}

TEST_CASE_METHOD(fleet_world, "sources of clusters refuse options that are out of range")
{
    auto const says = [](char const* what) { return Catch::Contains(what); };
    CHECK_THROWS_WITH(kubeconfig_directory(""), says("the path is empty"));
    CHECK_THROWS_WITH(kubeconfig_directory("/d", {.interval = 99ms}), says("interval is less than 100 ms"));
    CHECK_THROWS_WITH(kubeconfig_directory("/d", {.interval = 24h + 1ms}), says("or more than a day"));
    CHECK_THROWS_WITH(kubeconfig_directory("/d", {.max_bytes = 0}), says("max_bytes is 0"));
    CHECK(kubeconfig_directory("/d", {.interval = 100ms, .max_bytes = 1}));
    CHECK(kubeconfig_directory("/d", {.interval = 24h}));

    client nowhere(env, {.server = "http://home"}), api(env, {.server = "http://home", .ns = "fleet"});
    CHECK_THROWS_WITH(kubeconfig_secrets(nowhere), says("the endpoint names no namespace"));
    CHECK_THROWS_WITH(kubeconfig_secrets(api, {.key = ""}), says("key is empty"));
    CHECK_THROWS_WITH(kubeconfig_secrets(api, {.max_bytes = 0}), says("max_bytes is 0"));
    CHECK(kubeconfig_secrets(api)); // the endpoint names the namespace
    CHECK(kubeconfig_secrets(nowhere, {.ns = "fleet", .max_bytes = 1}));
}

// ---- clusters

TEST_CASE_METHOD(fleet_world,
                 "a cluster that is removed and comes again with the same kubeconfig begins anew")
{
    make_site("east");
    kubeconfig_text const config{.text = "apiVersion: v1\nkind: Config\ncurrent-context: c\n"
                                         "contexts: [{name: c, context: {cluster: k, user: u}}]\n"
                                         "clusters: [{name: k, cluster: {server: 'http://east'}}]\n"
                                         "users: [{name: u, user: {}}]\n",
                                 .origin = "a test"};
    source->put("east", config);
    fleet f(env, source, follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    REQUIRE(take_events() == lines{"east begins"});
    source->put("east", config);
    time.run_for(1s);
    CHECK(take_events().empty()); // nothing has changed

    source->remove("east");
    source->put("east", config);
    time.run_for(1s);
    CHECK(take_events() == lines{"east ends", "east begins"});
    CHECK(state_of(f, "east") == "running");
}

TEST_CASE_METHOD(fleet_world,
                 "an unusable kubeconfig for which there is no room is ignored, and that is logged")
{
    join("east");
    auto how = options();
    how.max_clusters = 1;
    fleet f(env, source, follows_config_maps(), how);
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    source->put("west", kubeconfig_text{.text = "a: [kubeconfig", .origin = "a test"});
    time.run_for(1s);
    CHECK(f.status().size() == 1);
    CHECK_THAT(log_text.str(), Catch::Contains("a cluster is ignored") && Catch::Contains("cluster=west"));
    source->remove("east");
    time.run_for(1s);
    CHECK(f.status().empty()); // there is nothing to work on
}

TEST_CASE_METHOD(fleet_world, "a cluster has failed while its dialer cannot be made, and begins when it can")
{
    make_site("east");
    bool can_dial = false;
    auto how = options();
    how.dial = [&](std::string const& name, endpoint const&) -> std::unique_ptr<dialer> {
        if (!can_dial) throw std::runtime_error("no tunnel");
        return sites.at(name)->network.dialer();
    };
    source->put("east", {.server = "http://east"});
    fleet f(env, source, follows_config_maps(), how);
    testing::background const running(io, time, f.run());
    time.run_for(10s);
    CHECK(state_of(f, "east") == "failed");
    CHECK(status_of(f, "east").last_failure == "no tunnel");
    CHECK_FALSE(f.find("east"));
    CHECK_THAT(log_text.str(), Catch::Contains("no tunnel") && Catch::Contains("cluster=east"));

    can_dial = true;
    time.run_for(1min);
    CHECK(state_of(f, "east") == "running");
    CHECK(take_events() == lines{"east begins"});
}

TEST_CASE_METHOD(fleet_world, "work that fails because it was told to stop is no failure of the cluster")
{
    join("east");
    int begun = 0;
    fleet f(
        env, source,
        [&](cluster&) -> task<> {
            ++begun;
            wakeup nothing;
            std::exception_ptr stopped;
            try {
                co_await nothing.wait();
            } catch (...) {
                stopped = std::current_exception();
            }
            if (stopped) throw std::runtime_error("cannot save");
        },
        options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    source->put("east", {.server = "http://east.new"});
    time.settle();
    CHECK(begun == 2); // there was no pause
    CHECK(state_of(f, "east") == "running");
    CHECK(status_of(f, "east").last_failure == "");
    source->remove("east");
    time.settle();
    CHECK(f.status().empty());
    CHECK(log_text.str().find("cannot save") == std::string::npos);
}
