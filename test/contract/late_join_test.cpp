// Contract: a handler may be added at any time, and sees a complete history: the present objects, and then
// the changes.

#include "world.hpp"

TEST_CASE_METHOD(
    informed, "a handler that is added late sees each present object once, as initial, and then every change")
{
    set("a", "2");
    time.run_for(1s);
    lines late;
    auto const handler = informer.on_change(recording(late));
    set("b", "2"); // on its way while the handler is added
    background synced(io, handler.synced());
    time.run_for(1s);
    set("a", "3");
    remove("b");
    time.run_for(1s);

    REQUIRE(late.size() >= 4);
    CHECK(synced.ended);
    CHECK(synced.what().empty());
    lines const first(late.begin(), late.begin() + 2), rest(late.end() - 2, late.end());
    CHECK(first[0] == "+i shop/a=2");
    CHECK((first[1] == "+i shop/b=1" || first[1] == "+i shop/b=2"));
    CHECK(rest == lines{"~ shop/a=2>3", "- shop/b"});
}

TEST_CASE_METHOD(informed,
                 "a handler that is added while another one holds up the changes sees each object at once")
{
    informer.on_change({.updated = [&](config_map const&) { return time.sleep_for(1h); }},
                       {.policy = overflow::block, .capacity = 0});
    time.run_for(1s);
    for (int i = 2; i <= 4; ++i) {
        set("a", std::to_string(i));
        time.run_for(1s);
    }
    REQUIRE(seen.size() == 2); // the third update waits for the slow handler
    lines late;
    auto const handler = informer.on_change(recording(late));
    background synced(io, handler.synced());
    time.run_for(1s);

    CHECK(late == lines{"+i shop/a=3", "+i shop/b=1"});
    CHECK(synced.ended);
    CHECK(synced.what().empty());
}

TEST_CASE_METHOD(informed, "synced() of a late handler waits until it has handled the present objects")
{
    auto const slowly = [](time_source& t) -> task<> { co_await t.sleep_for(1min); };
    auto const handler = informer.on_change({.added = [&](config_map const&) { return slowly(time); }});
    background synced(io, handler.synced());
    background of_all(io, informer.synced());
    time.run_for(119s);
    CHECK_FALSE(synced.ended);
    CHECK_FALSE(of_all.ended);
    time.run_for(2s);
    CHECK(synced.ended);
    CHECK(of_all.ended);
}

TEST_CASE_METHOD(informed, "a handler that is added after the end of the informer gets an error")
{
    running.cancel();
    lines late;
    auto const handler = informer.on_change(recording(late));
    background synced(io, handler.synced());
    time.run_for(1s);
    CHECK(synced.code() == errc::stopped);
    CHECK(late.empty());
}

TEST_CASE_METHOD(informed, "a slow handler that is added late does not make the informer unsynced")
{
    CHECK(testing::run(io, informer.status()).synced);
    auto const slow =
        informer.on_change({.added = [&](object_ptr<config_map>) { return time.sleep_for(10min); }});
    time.run_for(1s);
    CHECK(testing::run(io, informer.status()).synced);
    background wait(io, informer.synced());
    time.settle();
    CHECK(wait.ended);
    CHECK_FALSE(testing::run(io, slow.status()).synced);
}
