// Contract: the share of a process moves while its snapshot is awaited, restored, completed and saved.
#include "member_restarts.hpp"

TEST_CASE_METHOD(member_restarts, "a member waits for its share before it reads the snapshot")
{
    start({"a", "b"});
    restart({}, 10min);
    CHECK(storage->opened == 1);
    CHECK(seen.empty());
    CHECK_FALSE(informer->has_synced());
    CHECK(server.actions().empty()); // it has asked the server for nothing
    hold({"a"});
    time.run_for(1s);
    CHECK(storage->opened == 2);
    CHECK(told() == lines{"+i shop/a=1"});
    CHECK(informer->has_synced());
    CHECK(lists() == 0);
}

TEST_CASE_METHOD(member_restarts,
                 "a share that moves while the server cannot be reached is the one that is restored")
{
    start({"a", "b"});
    stop();
    network.refuse(true);
    server.disconnect();
    start({"a"}, 10s);
    hold({"b"});
    time.run_for(10s);
    hold({});
    time.run_for(10s);
    hold({"b", "c"});
    time.run_for(10s);
    network.refuse(false);
    time.run_for(1min);
    CHECK(told() == lines{"+i shop/b=1", "+i shop/c=1"});
    CHECK(informer->has_synced());
    CHECK(exact_lists() == 1);
    CHECK(lists() == 1);
}

TEST_CASE_METHOD(member_restarts,
                 "a share that moves while nothing vouches for the snapshot is the one that counts")
{
    start({"a", "b"});
    stop();
    server.inject(faults::status(503).on("get").of("configmaps")); // the question gets no good answer
    start({"a"});
    hold({"b"});
    time.run_for(1s);
    CHECK(told() == lines{"+i shop/b=1"});
    CHECK(informer->has_synced());
    CHECK(lists() == 0);
}

TEST_CASE_METHOD(member_restarts,
                 "a share that grows while watches are refused waits for the snapshot of its first part")
{
    start({"a", "b"});
    stop();
    server.inject(faults::late(5s).on("get").of("configmaps").times(fault::always));
    server.inject(faults::unavailable().on("watch").times(3));
    start({"a"}, 0s);
    auto const is_asking = [this] { return server.requests("get", config_maps) != 0; };
    for (int i = 0; i != 300 && !is_asking(); ++i) time.run_for(100ms);
    REQUIRE(is_asking());
    hold({"a", "c"});
    time.run_for(1min);
    CHECK(informer->has_synced());
    CHECK(told() == lines{"+i shop/a=1", "+i shop/c=1"});
    CHECK(status().restored == 1);
}

TEST_CASE_METHOD(member_restarts,
                 "a server that has forgotten the snapshot says so when it is asked: its objects count")
{
    start({"a", "b"});
    stop();
    auto const same = std::make_shared<test_share>();
    same->hold(of({"a", "b"}));
    remove("b");
    server.compact();
    server.inject(faults::unavailable().on("watch").times(3));
    server.inject(faults::gone().on("get").of("configmaps"));
    start_with(same, 1min);
    CHECK(informer->has_synced());
    CHECK(status().restored == 2);
    CHECK(told() == lines{"+i shop/a=1", "+i shop/b=1", "-? shop/b"});
}

TEST_CASE_METHOD(member_restarts,
                 "the first list is complete when the part that the snapshot lacked is lost again")
{
    start({"a"});
    stop();
    server.inject(faults::unavailable().on("list").times(fault::always));
    start({"a", "c"});
    REQUIRE_FALSE(informer->has_synced());
    SECTION("then nothing is missing")
    {
        hold({"a"});
        time.run_for(1min);
        CHECK(informer->has_synced());
        CHECK(told() == lines{"+i shop/a=1"});
        server.heal();
    }
    SECTION("and with it what was restored: a process without a share is not synced")
    {
        hold({});
        time.run_for(1min);
        CHECK_FALSE(informer->has_synced());
        CHECK(told() == lines{"+i shop/a=1", "> shop/a"});
        server.heal();
        hold({"b"});
        time.run_for(1s);
        CHECK(informer->has_synced());
        CHECK(told() == lines{"+i shop/b=1"});
    }
}

TEST_CASE_METHOD(member_restarts, "a snapshot is of the share that the store has when it is saved")
{
    start({"a", "b"}, 10s);
    REQUIRE(storage->saved == 1);
    hold({"b", "c"});
    time.run_for(2min); // it is saved while the process runs
    CHECK(storage->saved == 2);
    storage->failure = "killed";
    stop();
    storage->failure.clear();
    start({"a", "b", "c"});
    CHECK(told().size() == 3);
    CHECK(status().restored == 2);
    CHECK(exact_lists() == 1);

    time.run_for(2min);
    CHECK(storage->saved == 3);
    hold({}); // it leaves its group, and the last snapshot stays
    time.run_for(1h);
    restart({"a", "b"});
    CHECK(lists() == 0);
    CHECK(status().restored == 2);
}

TEST_CASE_METHOD(member_restarts, "a share that gains a part without objects is in the next snapshot")
{
    start({"a"}, 10s);
    REQUIRE(storage->saved == 1);
    auto const more = of({"a"}) | (shard_ranges::all() - of({"a", "b", "c"}));
    share->hold(more);
    time.run_for(1s);
    stop();
    share = std::make_shared<test_share>();
    share->hold(more);
    start_with(share);
    CHECK(told() == lines{"+i shop/a=1"});
    CHECK(informer->share() == more);
    CHECK(lists() == 0);
}

TEST_CASE_METHOD(member_restarts, "a snapshot that is saved while a part is read lacks that part")
{
    start({"a", "b"});
    server.inject(faults::unavailable().on("list").times(fault::always));
    hold({"b", "c"});
    time.run_for(1s);
    stop();
    server.heal();
    start({"a", "b", "c"});
    CHECK(status().restored == 1);
    CHECK(told() == lines{"+i shop/b=1", "+i shop/a=1", "+i shop/c=1"});
}

TEST_CASE_METHOD(member_restarts, "a share that moves while the snapshot is read is the one that is watched")
{
    start({"a", "b", "c"}, 10s);
    stop();
    // A new client asks which cluster it is, before the snapshot is read.
    server.inject(faults::late(5s).of("namespaces"));
    client later(env, {.server = "http://in-memory"}, {}, network.dialer());
    share = std::make_shared<test_share>();
    hold({"a", "b"});
    options.shard = share;
    told();
    informer.emplace(later, options);
    informer->on_change(recording_moves(seen));
    watches_before = server.requests("watch", config_maps);
    running.start(io, informer->run());
    time.run_for(2s);
    REQUIRE(told().empty());
    hold({"b", "c"});
    time.run_for(1min);
    CHECK(told() == lines{"+i shop/b=1", "+i shop/c=1"});
    CHECK(server.requests("watch", config_maps) - watches_before == 1);
    CHECK(status().restored == 2);
    CHECK(informer->has_synced());
    stop();
}

TEST_CASE_METHOD(member_restarts, "a handler told only of changes needs an informer without a share")
{
    handler_options const news{.restored = restored_objects::not_told};
    auto const refusal = [&](std::shared_ptr<key_share> of_process) {
        options.shard = std::move(of_process);
        shared_informer<config_map> one(api, options);
        try {
            one.on_change(handlers<config_map>{}, news);
        } catch (api_error const& e) {
            CHECK(std::string(e.what()).find("handler_options::restored") != std::string::npos);
            return e.code();
        }
        return error_code();
    };
    CHECK(refusal(std::make_shared<test_share>()) == errc::bad_request);
    CHECK(refusal(fixed_share(of({"a"}))) == errc::bad_request);
    CHECK(refusal(fixed_share(shard_ranges::all())) == errc::bad_request);
    CHECK_FALSE(refusal(nullptr));
}
