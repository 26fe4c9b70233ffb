// Contract: the arguments of waits, and what waits do after the end.

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
