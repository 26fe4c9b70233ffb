// Contract: a fleet works on each cluster as if it were alone, begins and ends the work as clusters come and
// go, and begins it again when it fails.

#include "fleet_world.hpp"

namespace {

time_point synced_alone()
{
    fleet_world w;
    w.join("fine");
    fleet f(w.env, w.source, w.follows_config_maps(), w.options());
    testing::background const running(w.io, w.time, f.run());
    w.time.run_for(1min);
    return w.synced_at.at("fine");
}

} // namespace

TEST_CASE_METHOD(fleet_world, "a cluster beside others that hang or refuse is synced as soon as alone")
{
    join("fine");
    auto& hanging = join("hanging");
    auto& silent = join("silent");
    auto& forbidden = join("forbidden");
    auto& expired = join("expired");
    hanging.network.hang(true);
    silent.server.inject(faults::stall(0).times(fault::always));
    forbidden.server.inject(faults::forbidden().times(fault::always));
    expired.server.inject(faults::unauthorized().times(fault::always));
    fleet f(env, source, follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1min);

    CHECK(synced_at.size() == 1);
    CHECK(synced_at.at("fine") == synced_alone());
    CHECK(objects.at("fine") == 1);
    CHECK(state_of(f, "fine") == "running");
    CHECK(status_of(f, "fine").informers == 1);
    CHECK(status_of(f, "fine").synced == 1);
    CHECK(status_of(f, "hanging").synced == 0);
    CHECK_THAT(status_of(f, "forbidden").last_failure, Catch::Contains(": forbidden"));
    CHECK_THAT(status_of(f, "expired").last_failure, Catch::Contains(": unauthorized"));
    CHECK(log_text.str().find("cluster=forbidden") != std::string::npos);
    CHECK(log_text.str().find("cluster=fine") == std::string::npos);

    // those that hang go at once
    for (auto const* const name : {"hanging", "silent", "forbidden", "expired"}) source->remove(name);
    time.settle();
    CHECK(f.status().size() == 1);
}

TEST_CASE_METHOD(fleet_world, "clusters come, change and go while a fleet runs")
{
    join("east");
    fleet f(env, source, follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(take_events() == lines{"east begins"});
    REQUIRE(f.find("east"));
    CHECK(f.find("east")->name() == "east");
    CHECK_FALSE(f.find("west"));

    join("west");
    time.run_for(1s);
    CHECK(take_events() == lines{"west begins"});
    CHECK(objects.at("west") == 1);

    auto const before = f.find("east");
    source->put("east", {.server = "http://east.new"});
    time.run_for(1s);
    CHECK(take_events() == lines{"east ends", "east begins"});
    REQUIRE(f.find("east"));
    CHECK(f.find("east") != before);
    CHECK(f.find("east")->api().server().server == "http://east.new");

    source->remove("east");
    time.run_for(1s);
    CHECK(take_events() == lines{"east ends"});
    CHECK_FALSE(f.find("east"));
    CHECK(state_of(f, "east") == "none");
    CHECK(state_of(f, "west") == "running");

    source->put("east", {.server = "http://east"});
    time.run_for(1s);
    CHECK(take_events() == lines{"east begins"});
}

TEST_CASE_METHOD(fleet_world, "requests to a cluster that was removed do not go on")
{
    auto& hanging = join("hanging");
    fleet f(env, source, not_followed(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    auto const kept = f.find("hanging");
    REQUIRE(kept);
    hanging.server.inject(faults::stall(0).times(fault::always));
    ::background reading(io, [](std::shared_ptr<cluster> c) -> task<> {
        co_await c->api().get(config_maps, "n1", "first");
    }(kept));
    time.settle();
    source->remove("hanging");
    time.settle();
    CHECK(reading.ended);
    CHECK(reading.code() == errc::connection_closed);
}

TEST_CASE_METHOD(fleet_world,
                 "work that ends slowly delays neither others nor their removal, but its own successor")
{
    join("slow");
    join("other");
    wakeup release;
    bool may_end = false;
    fleet f(
        env, source,
        [&](cluster& c) -> task<> {
            events.push_back(c.name() + " begins");
            auto const end = [&]() -> task<> {
                while (c.name() == "slow" && !may_end) co_await release.wait();
                events.push_back(c.name() + " ends");
            };
            wakeup nothing;
            co_await clean_up_after(nothing.wait(), end());
        },
        options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    take_events();

    source->remove("slow");
    source->remove("other");
    time.run_for(10min);
    CHECK(take_events() == lines{"other ends"});
    CHECK(state_of(f, "slow") == "ending");
    CHECK_FALSE(f.find("slow"));
    source->put("slow", {.server = "http://slow.again"});
    join("third");
    time.run_for(10min);
    CHECK(take_events() == lines{"third begins"});
    may_end = true;
    release.notify();
    time.run_for(1s);
    CHECK(take_events() == lines{"slow ends", "slow begins"});
    REQUIRE(f.find("slow"));
    CHECK(f.find("slow")->api().server().server == "http://slow.again");
    may_end = true;
}

TEST_CASE_METHOD(fleet_world,
                 "work that throws is logged with its cluster, and begins again after growing pauses")
{
    join("east");
    std::vector<time_point> begun;
    fleet f(
        env, source,
        [&](cluster&) -> task<> {
            begun.push_back(time.now());
            throw std::runtime_error("no such volume");
            co_return;
        },
        options());
    testing::background const running(io, time, f.run());
    time.run_for(1min);
    CHECK(state_of(f, "east") == "failed");
    CHECK(status_of(f, "east").last_failure == "no such volume");
    REQUIRE(begun.size() >= 4);
    CHECK(begun[1] - begun[0] >= 1s);
    CHECK(begun[1] - begun[0] < 2s);
    CHECK(begun[3] - begun[2] >= 4s);
    CHECK(begun.size() < 8);
    auto const log_line = log_text.str();
    CHECK(log_line.find("no such volume") != std::string::npos);
    CHECK(log_line.find("cluster=east") != std::string::npos);
    CHECK(log_line.find("no such volume", log_line.find("no such volume") + 1) == std::string::npos);

    // a new kubeconfig is tried at once
    time.run_for(10min);
    auto const known = begun.size();
    source->put("east", {.server = "http://east.new"});
    time.settle();
    CHECK(begun.size() == known + 1);
    time.run_for(2s); // and the first pause after it is a short one
    CHECK(begun.size() == known + 2);
}

TEST_CASE_METHOD(fleet_world, "the informers of a cluster go on when its work returns")
{
    auto& east = join("east");
    fleet f(
        env, source,
        [](cluster& c) -> task<> {
            (void)c.factory().of<config_map>();
            co_return;
        },
        options());
    testing::background const running(io, time, f.run());
    time.run_for(1h);
    east.create("second");
    time.run_for(1s);
    CHECK(status_of(f, "east").synced == 1);
    CHECK(f.find("east")->factory().of<config_map>().snapshot().size() == 2);
}

TEST_CASE_METHOD(fleet_world, "a fleet that is cancelled ends the work on all clusters, and may run again")
{
    join("east");
    join("hanging").network.hang(true);
    fleet f(env, source, follows_config_maps(), options());
    for (int i = 0; i != 2; ++i) {
        ::background running(io, f.run());
        time.run_for(1s);
        take_events();
        ::background second(io, f.run());
        time.settle();
        CHECK(second.code() == errc::already_running);
        running.cancel();
        REQUIRE(running.ended);
        CHECK(running.code() == condition::cancelled);
        auto ended = take_events();
        std::sort(ended.begin(), ended.end());
        CHECK(ended == lines{"east ends", "hanging ends"});
        CHECK(f.status().empty());
        CHECK_FALSE(f.find("east"));
    }
}

TEST_CASE_METHOD(fleet_world, "a fleet may be destroyed in any order, with requests that hang")
{
    bool const context_first = GENERATE(false, true);
    bool const fleet_before_end = GENERATE(false, true);
    bool const keeps_cluster = GENERATE(false, true);
    std::shared_ptr<cluster> kept;
    auto context = std::make_unique<asio::io_context>();
    auto own_time = std::make_unique<testing::virtual_clock>(*context);
    environment const own{.ex = context->get_executor(), .time = own_time.get(), .log = &log, .seed = 1};
    testing::memory_network network(own);
    network.hang(true);
    fleet_options how;
    how.dial = [&](std::string const&, endpoint const&) { return network.dialer(); };
    source->put("east", {.server = "http://east"});
    source->put("west", {.server = "http://west"});
    auto f = std::make_unique<fleet>(own, source, follows_config_maps(), how);
    asio::co_spawn(*context, f->run(), [](std::exception_ptr) {});
    own_time->run_for(1s);
    if (keeps_cluster) kept = f->find("east");
    if (fleet_before_end) f.reset();
    own_time->run_for(1s);
    if (context_first) context.reset();
    f.reset();
    context.reset();
    own_time.reset();
    CHECK((kept != nullptr) == keeps_cluster);
    // the source can be followed again
    join("east");
    source->remove("west");
    fleet again(env, source, follows_config_maps(), options());
    testing::background const running(io, time, again.run());
    time.run_for(1s);
    CHECK(state_of(again, "east") == "running");
}

TEST_CASE_METHOD(fleet_world, "a hundred clusters are synced on one thread, and the number is bounded")
{
    for (int i = 0; i != 100; ++i) join("c" + std::to_string(i));
    auto how = options();
    how.max_clusters = 99;
    fleet f(env, source, follows_config_maps(), how);
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(synced_at.size() == 99);
    CHECK(f.status().size() == 99);
    CHECK(log_text.str().find("max_clusters") != std::string::npos);
    // a name becomes free
    source->remove("c0");
    time.run_for(1s);
    source->put("c99", {.server = "http://c99"});
    time.run_for(1s);
    CHECK(f.find("c99"));
}

TEST_CASE_METHOD(fleet_world, "a cluster for which there was no room begins when the work on another one has "
                              "ended, unless it was removed")
{
    bool const is_removed = GENERATE(false, true);
    join("east");
    make_site("west");
    wakeup release;
    bool may_end = false;
    auto how = options();
    how.max_clusters = 1;
    fleet f(
        env, source,
        [&](cluster& c) -> task<> {
            events.push_back(c.name() + " begins");
            auto const end = [&]() -> task<> {
                while (!may_end) co_await release.wait();
                events.push_back(c.name() + " ends");
            };
            wakeup nothing;
            co_await clean_up_after(nothing.wait(), end());
        },
        how);
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    source->put("west", {.server = "http://west.old"});
    source->put("west", {.server = "http://west"});
    source->remove("east");
    time.run_for(10min);
    CHECK(take_events() == lines{"east begins"});
    CHECK(state_of(f, "east") == "ending");
    CHECK(state_of(f, "west") == "none");

    if (is_removed) source->remove("west");
    may_end = true;
    release.notify();
    time.run_for(1s);
    if (is_removed) {
        CHECK(take_events() == lines{"east ends"});
        CHECK(f.status().empty());
    } else {
        CHECK(take_events() == lines{"east ends", "west begins"});
        REQUIRE(f.find("west"));
        CHECK(f.find("west")->api().server().server == "http://west");
    }
}

TEST_CASE_METHOD(fleet_world,
                 "a cluster that is removed and comes again at once, with an unusable kubeconfig, has failed")
{
    join("east");
    fleet f(env, source, follows_config_maps(), options());
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    source->remove("east");
    source->put("east", kubeconfig_text{.text = "a: [kubeconfig", .origin = "a test"});
    time.run_for(1min);
    CHECK(take_events() == lines{"east begins", "east ends"});
    CHECK(state_of(f, "east") == "failed");
    CHECK_THAT(status_of(f, "east").last_failure, Catch::Contains("not valid YAML"));

    source->put("east", {.server = "http://east"});
    time.run_for(1s);
    CHECK(take_events() == lines{"east begins"});
    CHECK(state_of(f, "east") == "running");
}

TEST_CASE_METHOD(fleet_world, "a fleet refuses what cannot work")
{
    CHECK_THROWS_WITH(fleet(env, nullptr, not_followed()), Catch::Contains("source"));
    CHECK_THROWS_WITH(fleet(env, source, nullptr), Catch::Contains("function"));
    CHECK_THROWS_WITH(fleet(env, source, not_followed(), {.max_clusters = 0}),
                      Catch::Contains("max_clusters"));
    CHECK_THROWS_WITH(fleet(env, source, not_followed(), {.restart = {.first = duration::zero()}}),
                      Catch::Contains("restart"));
    CHECK_THROWS_WITH(fleet(env, source, not_followed(), {.client = {.burst = 0}}),
                      Catch::Contains("client_options::burst is 0"));
    CHECK_THROWS_WITH(fleet(env, source, not_followed(), {.factory = {.resync = -1s}}),
                      Catch::Contains("factory.resync is negative"));
}

TEST_CASE_METHOD(fleet_world, "what a fleet does not check at once is the reason why a cluster fails")
{
    join("east");
    auto wrong = options();
    SECTION("an option of HTTP")
    {
        wrong.client.http.read_buffer_bytes = 0;
    }
    SECTION("a namespace")
    {
        wrong.factory.namespaces = {"a/b"};
    }
    fleet f(env, source, follows_config_maps(), wrong);
    testing::background const running(io, time, f.run());
    time.run_for(1s);
    CHECK(state_of(f, "east") == "failed");
    CHECK_THAT(status_of(f, "east").last_failure,
               Catch::Contains("read_buffer_bytes is 0") || Catch::Contains("a/b"));
}
