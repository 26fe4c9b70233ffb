// Contract: an informer ends when its client is closed, whatever it waits for.

#include "test_share.hpp"
#include "world.hpp"

TEST_CASE_METHOD(world, "an informer that waits for something else than the server ends with its client")
{
    auto options = listing();
    SECTION("for its start")
    {
        options.start_spread = 10h;
    }
    SECTION("for a share")
    {
        options.shard = std::make_shared<test_share>();
    }
    SECTION("for the end of a pause")
    {
        server.inject(faults::throttled(200s).times(fault::always));
    }
    shared_informer<config_map> informer(api, options);
    ::background const running(io, informer.run()), waiting(io, informer.stopped());
    time.run_for(3s);
    CHECK_FALSE(running.ended);
    api.close();
    time.run_for(1s);
    REQUIRE(running.ended);
    CHECK(running.code() == errc::stopped);
    CHECK(waiting.ended);
}

TEST_CASE_METHOD(world, "a watcher that is closed with its client during a pause logs no failure")
{
    server.inject(faults::throttled(200s).on("watch").times(fault::always));
    watcher<config_map> changes(api, "1");
    auto const read = [](watcher<config_map>& from) -> task<> { (void)co_await from.next(); };
    ::background const next(io, read(changes));
    time.run_for(3s);
    log_text.str("");
    api.close();
    time.run_for(1s);
    REQUIRE(next.ended);
    CHECK(next.code() == errc::stopped);
    CHECK(log_text.str().empty());
}
