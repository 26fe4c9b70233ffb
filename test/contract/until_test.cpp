// Contract: watcher::until() waits until a condition holds.

#include "watched.hpp"

#include <coinformer/core/with_timeout.hpp>

namespace {

using cm_event = watch_event<config_map>;

bool is(cm_event const& e, char const* name, char const* value)
{
    return e.type != watch_event_type::deleted && e.object.key().name == name &&
           e.object->data.at("v") == value;
}

task<> wait_for_a2_then_b2(watcher<config_map>& events, std::string& last)
{
    auto const e = co_await until(
        events, [](cm_event const& e) { return is(e, "a", "2"); },
        [](cm_event const& e) { return is(e, "b", "2"); });
    last = to_string(e.object.key()) + '@' + std::string(e.object.resource_version());
}

} // namespace

TEST_CASE_METHOD(watched,
                 "until() takes events until each condition has held in its turn, and returns the last event")
{
    std::string last;
    background waiting(io, wait_for_a2_then_b2(*events, last));
    time.run_for(1s);
    set("b", "2"); // too early: the condition on a comes first
    set("a", "2");
    time.run_for(1s);
    CHECK_FALSE(waiting.ended);
    set("b", "3");
    server.disconnect(); // the watcher goes on as usual
    set("b", "2");
    time.run_for(1min);

    REQUIRE(waiting.ended);
    CHECK(waiting.what().empty());
    CHECK(last == "shop/b@" + server.resource_version());
}

TEST_CASE_METHOD(watched, "a condition is first tried on the event for which the one before it held")
{
    set("a", "2");
    set("a", "3");
    int tried = 0;
    auto const is_a = [](cm_event const& e) { return e.object.key().name == "a"; };
    auto const is_2 = [&tried](cm_event const& e) { return ++tried, is(e, "a", "2"); };
    auto const last = testing::run(io, time, until(*events, is_a, is_2));
    CHECK(tried == 1);
    CHECK(last.object->data.at("v") == "2");

    start(); // nothing behind the last event was taken
    CHECK(seen == lines{"~a=3"});
}

TEST_CASE_METHOD(watched, "it can wait for a deletion: the object comes in its last state")
{
    remove("b");
    auto const last = testing::run(
        io, time, until(*events, [](cm_event const& e) { return e.type == watch_event_type::deleted; }));
    CHECK(last.object.key() == object_key{"shop", "b"});
    CHECK(last.object->data.at("v") == "1");
}

TEST_CASE_METHOD(watched, "a time-out ends the wait, and the wait can be taken up again")
{
    auto const is_2 = [](cm_event const& e) { return is(e, "a", "2"); };
    auto const impatient = [&] { testing::run(io, time, with_timeout(time, 30s, until(*events, is_2))); };
    CHECK_THROWS_MATCHES(impatient(), api_error, Catch::Predicate<api_error>([](auto const& e) {
                             return e.code() == errc::timed_out;
                         }));
    set("a", "2");
    CHECK_NOTHROW(impatient());
}

TEST_CASE_METHOD(watched, "when the watch ends with an error, the wait ends with the cause")
{
    server.compact();
    server.inject(faults::gone().on("watch"));
    auto const never = [](cm_event const&) { return false; };
    auto const waiting = [&] { testing::run(io, time, until(*events, never)); };
    CHECK_THROWS_MATCHES(waiting(), api_error, Catch::Predicate<api_error>([](auto const& e) {
                             return e.code() == condition::gone;
                         }));
}

TEST_CASE_METHOD(watched, "an exception of a condition ends the wait")
{
    set("a", "2");
    auto const fails = [](cm_event const& e) -> bool {
        throw std::runtime_error(std::string(e.object.key().name));
    };
    auto const waiting = [&] { testing::run(io, time, until(*events, fails)); };
    CHECK_THROWS_WITH(waiting(), "a");
}
