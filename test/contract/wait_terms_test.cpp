// Contract: the arguments of waits, the causes that are over, and what waits do after the end.

#include "world.hpp"

TEST_CASE_METHOD(informed, "at_least() refuses a text that is no resource version")
{
    auto const text =
        GENERATE(std::string(), std::string("007"), std::string("0"), std::string("1a"), std::string("-1"));
    auto const handler = informer.on_change({});
    background store(io, informer.at_least(text));
    background told(io, handler.at_least(text));
    time.settle();
    CHECK(store.code() == errc::bad_request);
    CHECK(told.code() == errc::bad_request);
}

TEST_CASE_METHOD(informed,
                 "synced() returns also after the end if the informer was synced, and throws if it was not")
{
    shared_informer<config_map> never(api);
    server.inject(faults::late(1h).on("watch"));
    background running_never(io, never.run());
    time.run_for(1s);
    running.cancel();
    running_never.cancel();
    testing::run(io, informer.synced());
    CHECK_THROWS_AS(testing::run(io, never.synced()), api_error);
}

TEST_CASE_METHOD(world,
                 "a wait that begins while a list is read is not told why the list before it has failed")
{
    put("a", "1");
    server.inject(faults::forbidden().on("list"));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    time.run_for(100ms);
    server.inject(faults::late(20s).on("list"));
    time.run_for(5s); // the next list was begun after 1.6 s at the latest
    auto const now = testing::run(io, informer.status()).reflector;
    CHECK(now.now == phase::reading);
    CHECK(now.failures == 1);
    CHECK(now.listed == 0);

    background synced(io, informer.synced());
    time.run_for(1min);
    CHECK(synced.ended);
    CHECK(synced.what().empty());
}

TEST_CASE_METHOD(world, "stopped() throws the error that has ended run(), as when the client was closed")
{
    client own(env, {.server = "http://in-memory"}, {}, network.dialer());
    shared_informer<config_map> informer(own, listing());
    background running(io, informer.run());
    background stopped(io, informer.stopped());
    time.run_for(1s);
    REQUIRE(informer.has_synced());
    own.close();
    time.run_for(1min);
    CHECK(running.code() == errc::stopped);
    CHECK(stopped.code() == errc::stopped);
    CHECK(stopped.what() == running.what());
}

TEST_CASE_METHOD(world, "a wait for a handler whose informer was destroyed says whose handler it was")
{
    handler_registration of_informer;
    {
        shared_informer<config_map> const informer(api);
        of_informer = informer.on_change({});
        time.settle();
    }
    for (auto const& [handler, name] : {std::pair(of_informer, "handler of configmaps: "),
                                        std::pair(handler_registration(), "handler: ")}) {
        background synced(io, handler.synced());
        background reached(io, handler.at_least("1"));
        time.settle();
        for (auto const* const wait : {&synced, &reached}) {
            CHECK(wait->code() == errc::stopped);
            CHECK(wait->what().starts_with(name));
        }
    }
}

TEST_CASE_METHOD(world,
                 "remove() and status() do not fail for a handler whose informer was destroyed, nor for "
                 "a registration of no handler")
{
    handler_registration of_informer, of_nothing;
    {
        shared_informer<config_map> const informer(api);
        of_informer = informer.on_change({});
        time.settle();
    }
    for (auto const& handler : {of_informer, of_nothing}) {
        background removal(io, handler.remove());
        background drain(io, handler.remove(removal::drain));
        time.settle();
        CHECK((removal.ended && drain.ended));
        CHECK(removal.what() + drain.what() == "");
    }
    auto const ended = run(of_informer.status()).ended;
    REQUIRE(ended);
    CHECK(ended->code() == errc::stopped);
    CHECK(std::string(ended->what()).find("the informer was destroyed") != std::string::npos);
    auto const nothing = run(of_nothing.status());
    CHECK_FALSE(nothing.ended);
    CHECK_FALSE(nothing.synced);
    CHECK(nothing.handled == 0);
}

TEST_CASE_METHOD(world,
                 "a handler that was synced is so after its informer was destroyed, unless it was too slow")
{
    put("a", "1");
    handler_registration quick, slow;
    {
        shared_informer<config_map> informer(api);
        background const running(io, informer.run());
        quick = informer.on_change({});
        auto const take_a_minute = [this](config_map const&, config_map const&) {
            return time.sleep_for(1min);
        };
        slow = informer.on_change({.updated = take_a_minute}, {.policy = overflow::fail, .capacity = 2});
        time.run_for(1s);
        for (int i = 0; i != 10; ++i) {
            set("a", std::to_string(i));
            time.run_for(1s);
        }
        time.run_for(1min);
    }
    time.settle();
    CHECK(quick.has_synced());
    background of_quick(io, quick.synced());
    background of_slow(io, slow.synced());
    time.settle();
    CHECK(of_quick.ended);
    CHECK(of_quick.what().empty());
    CHECK(of_slow.code() == errc::queue_overflow);
}
