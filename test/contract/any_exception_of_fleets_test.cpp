// Contract: the work on a cluster, a source of clusters and fleet_options::dial may throw anything. Only the
// part that threw begins again.

#include "fleet_world.hpp"

namespace {

constexpr int number_of_inventory = 42; // it is no std::exception, so that it has no text

/// Names one cluster. It throws at its first call, before there is a task.
struct rude_inventory final : cluster_source {
    task<> follow(environment const&, cluster_set& clusters) override
    {
        clusters.put("east", {.server = "http://east"}, "1");
        if (++calls == 1) throw number_of_inventory;
        return go_on();
    }
    static task<> go_on()
    {
        wakeup nothing;
        co_await nothing.wait();
    }
    int calls = 0;
};

} // namespace

TEST_CASE_METHOD(fleet_world, "the work on a cluster may throw anything, and begins again after a pause")
{
    join("east");
    join("west");
    int begun = 0;
    auto const follow = follows_config_maps();
    fleet f(
        env, source,
        [&](cluster& c) -> task<> {
            if (c.name() == "east" && ++begun == 1) throw number_of_inventory;
            co_await follow(c);
        },
        options());
    testing::background const running(io, time, f.run());
    time.run_for(500ms);
    CHECK(state_of(f, "east") == "failed");
    CHECK(status_of(f, "east").last_failure == "an exception of unknown type");
    CHECK(state_of(f, "west") == "running");
    time.run_for(1min);
    CHECK(state_of(f, "east") == "running");
    CHECK(take_events() == lines{"west begins", "east begins"});
    CHECK(times_logged("the work on a cluster has failed") == 1);
}

TEST_CASE_METHOD(fleet_world,
                 "fleet_options::dial may throw anything, and its cluster begins when it does not")
{
    make_site("east");
    bool can_dial = false;
    auto how = options();
    how.dial = [&](std::string const& name, endpoint const&) -> std::unique_ptr<dialer> {
        if (!can_dial) throw number_of_inventory;
        return sites.at(name)->network.dialer();
    };
    source->put("east", {.server = "http://east"});
    fleet f(env, source, follows_config_maps(), how);
    testing::background const running(io, time, f.run());
    time.run_for(10s);
    CHECK(state_of(f, "east") == "failed");
    CHECK(status_of(f, "east").last_failure == "an exception of unknown type");
    can_dial = true;
    time.run_for(1min);
    CHECK(state_of(f, "east") == "running");
    CHECK(take_events() == lines{"east begins"});
}

TEST_CASE_METHOD(fleet_world, "a source of clusters may throw anything: they stay, and it is followed again")
{
    make_site("east");
    auto const rude = std::make_shared<rude_inventory>();
    fleet f(env, rude, follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(500ms);
    CHECK(rude->calls == 1);
    CHECK(state_of(f, "east") == "running");
    CHECK_THAT(log_text.str(),
               Catch::Contains("the source of a fleet has failed, and its clusters stay as they are") &&
                   Catch::Contains("an exception of unknown type"));
    time.run_for(1min);
    CHECK(rude->calls == 2);
    CHECK(take_events() == lines{"east begins"});
}
