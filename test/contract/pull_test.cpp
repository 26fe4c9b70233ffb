// Contract: a program that asks for changes gets the same as a handler, at its own pace, and loses nothing by
// cancelling.

#include "world.hpp"

#include <coinformer/core/with_timeout.hpp>

namespace {

std::string shown(event<config_map> const& e)
{
    auto const name = std::string(e.cur.key().name) + "=" + e.cur->data.at("v");
    switch (e.kind) {
    case event_kind::added: return (e.initial == initial_list::yes ? "+i " : "+ ") + name;
    case event_kind::updated: return "~ " + e.old->data.at("v") + ">" + name;
    case event_kind::deleted: return (e.final == final_state::known ? "- " : "-? ") + name;
    }
    return {};
}

task<> next(events<config_map>& from, lines& into)
{
    auto const batch = co_await from.next_batch();
    for (auto const& e : batch) into.push_back(shown(e));
}

task<> next_in_a_second(time_source& time, events<config_map>& from)
{
    auto const batch = co_await with_timeout(time, 1s, from.next_batch());
    CHECK(batch.empty()); // never
}

struct pulled : informed {
    lines pull(events<config_map>& from)
    {
        lines got;
        testing::run(io, time, next(from, got));
        return got;
    }
    std::string refusal(events<config_map>& from)
    {
        try {
            pull(from);
        } catch (api_error const& e) {
            return e.what();
        }
        return {};
    }
};

} // namespace

TEST_CASE_METHOD(pulled, "next_batch() brings the present objects as initial, then each change in its order")
{
    auto events = informer.events();
    time.run_for(1s);
    CHECK(pull(events) == lines{"+i a=1", "+i b=1"});

    lines got;
    background waiting(io, next(events, got));
    time.run_for(1min);
    CHECK_FALSE(waiting.ended); // waits until there is a change
    set("a", "2");
    time.run_for(1s);
    CHECK(waiting.ended);
    CHECK(got == lines{"~ 1>a=2"});

    set("a", "3");
    remove("b");
    put("c", "1");
    time.run_for(1s);
    got.clear();
    while (got.size() < 3)
        for (auto& line : pull(events)) got.push_back(line);
    CHECK(got == lines{"~ 2>a=3", "- b=1", "+ c=1"});
}

TEST_CASE_METHOD(pulled, "a batch counts as handled when the next one is asked for")
{
    auto events = informer.events();
    time.run_for(1s);
    background synced(io, events.synced());
    background of_all(io, informer.synced());
    background waiting;
    time.run_for(1s);
    CHECK(of_all.ended); // this would wait for ever in a task that asks for the next batch afterwards
    lines got = pull(events);
    CHECK(got.size() == 2);
    time.run_for(1s);
    CHECK_FALSE(synced.ended);
    CHECK(testing::run(io, time, events.status()).waiting == 2);

    waiting.start(io, next(events, got));
    time.run_for(1s);
    CHECK(synced.ended);
    auto const now = testing::run(io, time, events.status());
    CHECK(now.handled == 2);
    CHECK(now.waiting == 0);
    CHECK(now.resource_version == server.resource_version());
}

TEST_CASE_METHOD(pulled, "cancelling next_batch() at any turn loses nothing")
{
    auto events = informer.events();
    time.run_for(1s);
    pull(events);
    for (int turns = 0; turns < 12; ++turns) {
        INFO(turns << " turns");
        lines got;
        background waiting(io, next(events, got));
        if (turns % 2 == 0) time.settle(); // it waits for a change
        auto const value = std::to_string(turns + 2);
        set("a", value);
        for (int i = 0; i < turns; ++i) {
            io.restart();
            io.poll_one();
        }
        waiting.cancel();
        time.run_for(1s);
        REQUIRE(waiting.ended);
        if (got.empty()) {
            CHECK(waiting.code() == condition::cancelled);
            got = pull(events);
        }
        CHECK(got == lines{"~ " + std::to_string(turns == 0 ? 1 : turns + 1) + ">a=" + value});
    }
    background timed(io, next_in_a_second(time, events));
    time.run_for(2s);
    CHECK(timed.code() == errc::timed_out);
    set("a", "99");
    time.run_for(1s);
    CHECK(pull(events) == lines{"~ 13>a=99"});
}

TEST_CASE_METHOD(pulled,
                 "the changes that wait to be asked for are bounded as for any handler: merge, block, fail")
{
    auto merging = informer.events({.policy = overflow::merge, .capacity = 3});
    auto failing = informer.events({.policy = overflow::fail, .capacity = 3});
    auto blocking =
        std::make_unique<events<config_map>>(informer.events({.policy = overflow::block, .capacity = 10}));
    time.run_for(1s);
    pull(merging);
    pull(failing);
    pull(*blocking);
    for (int i = 2; i <= 21; ++i) {
        set("a", std::to_string(i));
        time.run_for(1s);
    }
    CHECK(seen.size() == 11); // the events that block hold up the informer
    CHECK(testing::run(io, time, merging.status()).waiting == 3); // its last batch, and one more
    CHECK(pull(merging) == lines{"~ 1>a=12"});
    CHECK(refusal(failing).find("more than 3 changes") != std::string::npos);

    lines all;
    while (all.size() < 20)
        for (auto& line : pull(*blocking)) all.push_back(line);
    CHECK(all.size() == 20);
    CHECK(all.back() == "~ 20>a=21");
    CHECK(seen.size() == 20);
}

TEST_CASE_METHOD(world, "a program that asks makes room with what it gets, and delays no handler")
{
    put("a", "1");
    put("b", "1");
    shared_informer<config_map> informer(api);
    auto events = informer.events({.policy = overflow::block, .capacity = 1});
    background running(io, informer.run());
    lines got;
    background first(io, next(events, got));
    time.run_for(1s);
    got.clear();
    background second(io, next(events, got));
    time.run_for(1s);
    set("a", "2");
    set("b", "2"); // together with a
    set("a", "3");
    time.run_for(1s);
    CHECK(got == lines{"~ 1>a=2", "~ 1>b=2"});
    CHECK(listed(informer) == lines{"a=3", "b=2"}); // no other handler's turn could have woken the informer
}

TEST_CASE_METHOD(pulled, "destroying the events removes their handler, and delays no other handler")
{
    auto blocking =
        std::make_unique<events<config_map>>(informer.events({.policy = overflow::block, .capacity = 1}));
    time.run_for(1s);
    auto const with = testing::run(io, time, informer.status()).handlers;
    for (int i = 2; i <= 9; ++i) {
        set("a", std::to_string(i));
        time.run_for(1s);
    }
    CHECK(seen.size() < 8);
    blocking.reset();
    time.run_for(1s);
    CHECK(seen.size() == 8);
    CHECK(testing::run(io, time, informer.status()).handlers == with - 1);

    auto waited_for = std::make_unique<events<config_map>>(informer.events());
    time.run_for(1s);
    pull(*waited_for);
    lines got;
    background waiting(io, next(*waited_for, got));
    time.run_for(1s);
    waited_for.reset();
    time.run_for(1s);
    CHECK(waiting.code() == errc::stopped);
}

TEST_CASE_METHOD(pulled, "after the end of the informer next_batch() says why, also to a call that waits")
{
    auto events = informer.events();
    auto idle = informer.events();
    time.run_for(1s);
    pull(events);
    lines got;
    background waiting(io, next(events, got));
    time.run_for(1s);
    running.cancel();
    CHECK(running.ended); // it waits for no program that asks
    CHECK(waiting.code() == errc::stopped);
    CHECK(waiting.what().find("the informer has ended") != std::string::npos);
    CHECK(refusal(idle).find("the informer has ended") != std::string::npos);
}

TEST_CASE_METHOD(
    pulled, "two next_batch() at once for the same events are an error of the second, and the first goes on")
{
    auto events = informer.events();
    time.run_for(1s);
    pull(events);
    lines got;
    background first(io, next(events, got));
    background second(io, next(events, got));
    time.run_for(1s);
    CHECK(second.code() == errc::already_running);
    CHECK(second.code() == condition::misused);
    CHECK_FALSE(first.ended);
    set("a", "2");
    time.run_for(1s);
    CHECK(first.ended);
    CHECK(got == lines{"~ 1>a=2"});
}

TEST_CASE_METHOD(pulled, "events may be shown again, and replaced objects be updates, as for any handler")
{
    auto events = informer.events({.resync = 30s});
    time.run_for(1s);
    pull(events);
    auto got = pull(events);
    CHECK(got == lines{"~ 1>a=1", "~ 1>b=1"});
}

TEST_CASE_METHOD(informed, "events that begin while a slow handler holds the informer up bring the present "
                           "objects, and end with the informer")
{
    auto const hold = informer.on_change(
        {.updated = [&](object_ptr<config_map>, object_ptr<config_map>) { return time.sleep_for(1h); }},
        {.policy = overflow::block, .capacity = 0});
    time.run_for(1s);
    set("a", "2");
    set("a", "3");
    set("a", "4");
    time.run_for(1s);
    auto late = informer.events();
    std::size_t batches = 0;
    auto const ask = [&]() -> task<> {
        for (;; ++batches) (void)co_await late.next_batch();
    };
    background asking(io, ask());
    time.run_for(1s);
    CHECK(batches >= 1);
    CHECK_FALSE(asking.ended);
    running.cancel();
    time.run_for(1s);
    CHECK(asking.code() == errc::stopped);
}

TEST_CASE_METHOD(pulled, "the status says for how long the oldest change has waited to be asked for")
{
    auto events = informer.events();
    time.run_for(30s);
    CHECK(testing::run(io, time, events.status()).oldest == 30s);
    lines got = pull(events);
    background waiting(io, next(events, got)); // what the program got before counts as handled
    time.run_for(10s);
    CHECK(testing::run(io, time, events.status()).oldest == 0s);
}
