// Contract: a handler that throws is counted and reported, and is called for the next change.

#include "world.hpp"

#include <stdexcept>

namespace {

task<> fail_later(time_source& time, bool fails)
{
    co_await time.sleep_for(1s);
    if (fails) throw std::runtime_error("it went wrong later");
}

} // namespace

TEST_CASE_METHOD(informed,
                 "a handler that throws is counted, reported with the object's key, and called again")
{
    lines told;
    auto const handler = informer.on_change({.updated = [&](config_map const& m) {
        told.push_back(m.data.at("v"));
        if (m.data.at("v") == "2") throw std::runtime_error("it went wrong");
    }});
    time.run_for(1s);
    set("a", "2");
    set("a", "3");
    time.run_for(1s);

    CHECK(told == lines{"2", "3"});
    auto const now = testing::run(io, time, handler.status());
    CHECK(now.failures == 1);
    CHECK(now.handled == 4);
    CHECK_FALSE(now.ended);
    CHECK(testing::run(io, time, informer.status()).handler_failures == 1);
    auto const log = log_text.str();
    CHECK(log.find("shop/a") != std::string::npos);
    CHECK(log.find("updated") != std::string::npos);
    CHECK(log.find("it went wrong") != std::string::npos);
}

TEST_CASE_METHOD(
    world, "a handler that throws in the first list is synced when it has been called for the whole list")
{
    put("a", "1");
    put("b", "1");
    for (bool const later : {false, true}) {
        shared_informer<config_map> informer(api);
        auto const at_once = [](config_map const&) { throw 42; };
        auto const at_last = [&](config_map const&) { return fail_later(time, true); };
        auto const handler =
            later ? informer.on_change({.added = at_last}) : informer.on_change({.added = at_once});
        background running(io, informer.run());
        background synced(io, handler.synced());
        time.run_for(10s);
        CHECK(synced.ended);
        CHECK(synced.what().empty());
        CHECK(testing::run(io, time, handler.status()).failures == 2);
    }
}

TEST_CASE_METHOD(informed, "a task that is cancelled with its handler is no failure")
{
    auto const handler =
        informer.on_change({.updated = [&](config_map const&) { return fail_later(time, false); }});
    time.run_for(1s);
    set("a", "2");
    time.run_for(500ms);
    testing::run(io, time, handler.remove());
    CHECK(testing::run(io, time, handler.status()).failures == 0);
    CHECK(testing::run(io, time, informer.status()).handler_failures == 0);
}
