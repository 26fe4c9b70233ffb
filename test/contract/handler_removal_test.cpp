// Contract: when remove() has ended, the handler is not running and never will be. Changes that wait for it
// are dropped or handled.

#include "world.hpp"

namespace {

task<> log_after_a_minute(time_source& time, lines& log, std::string value)
{
    log.push_back("begin " + value);
    co_await time.sleep_for(1min);
    log.push_back("end " + value);
}

/// A handler that takes a minute for each change. It is handling a=2, and a=3 and a=4 wait.
struct busy : informed {
    busy()
    {
        handler = informer.on_change({.updated = [this](config_map const& m) {
            return log_after_a_minute(time, log, m.data.at("v"));
        }});
        time.run_for(1s);
        for (int i = 2; i <= 4; ++i) {
            set("a", std::to_string(i));
            time.run_for(1s);
        }
    }

    handler_registration handler;
    lines log;
};

task<> remove_itself(handler_registration& handler, removal how, std::string& said, bool& ended)
{
    try {
        co_await handler.remove(how);
    } catch (boost::system::system_error const& e) {
        said = e.what();
        ended = e.code() == errc::would_deadlock;
    }
}

} // namespace

TEST_CASE_METHOD(
    busy, "after remove() the handler is not running and is never called again; waiting changes are dropped")
{
    CHECK(log == lines{"begin 2"});
    background removal(io, handler.remove());
    time.settle(); // no time passes, because its task is cancelled
    CHECK(removal.ended);
    set("a", "5");
    time.run_for(1h);
    CHECK(log == lines{"begin 2"});
}

TEST_CASE_METHOD(
    busy, "remove(drain) ends when the handler has handled the changes that waited for it, and no later ones")
{
    background removal(io, handler.remove(removal::drain));
    time.run_for(1s);
    set("a", "5");
    time.run_for(1min);
    CHECK_FALSE(removal.ended);
    time.run_for(2min);
    CHECK(removal.ended);
    CHECK(removal.what().empty());
    CHECK(log == lines{"begin 2", "end 2", "begin 3", "end 3", "begin 4", "end 4"});
    time.run_for(1h);
    CHECK(log.size() == 6);
}

TEST_CASE_METHOD(busy, "a cancelled remove() ends the wait, not the removal; a second one may end the drain")
{
    background impatient(io, handler.remove(removal::drain));
    time.run_for(1s);
    impatient.cancel();
    CHECK(impatient.code() == condition::cancelled);

    time.run_for(1min);
    CHECK(log == lines{"begin 2", "end 2", "begin 3"}); // the call is still running
    background second(io, handler.remove(removal::drop));
    time.settle();
    CHECK(second.ended);
    time.run_for(1h);
    CHECK(log == lines{"begin 2", "end 2", "begin 3"});
}

TEST_CASE_METHOD(busy, "the end of the informer ends a drain")
{
    background removal(io, handler.remove(removal::drain));
    time.run_for(1s);
    running.cancel();
    CHECK(removal.ended);
    CHECK(running.ended);
    CHECK(log == lines{"begin 2"});
}

TEST_CASE_METHOD(informed, "a handler that waits for its own removal gets an error, and stays")
{
    for (auto const how : {removal::drop, removal::drain}) {
        handler_registration handler;
        std::string said;
        bool refused = false;
        int calls = 0;
        handler = informer.on_change({.updated = [&](config_map const&) {
            ++calls;
            return remove_itself(handler, how, said, refused);
        }});
        time.run_for(1s);
        set("a", "2");
        time.run_for(1s);
        set("a", "3");
        time.run_for(1s);
        INFO(said);
        CHECK(refused);
        CHECK(calls == 2);
        testing::run(io, time, handler.remove());
    }
}

TEST_CASE_METHOD(informed,
                 "a handler may start its own removal elsewhere, and is not called after that has ended")
{
    handler_registration handler;
    background removal;
    int calls = 0;
    handler = informer.on_change({.updated = [&](config_map const&) {
        ++calls;
        removal.start(io, handler.remove());
    }});
    time.run_for(1s);
    set("a", "2");
    time.run_for(1s);
    set("a", "3");
    time.run_for(1s);
    CHECK(removal.ended);
    CHECK(calls == 1);
}

TEST_CASE_METHOD(informed,
                 "a handler's captures are destroyed when it ends, not when its registration is destroyed")
{
    auto owned = std::make_shared<int>(1);
    std::weak_ptr<int> const alive = owned;
    auto const handler =
        informer.on_change({.added = [owned = std::move(owned)](config_map const&) { (void)owned; }});
    time.run_for(1s);
    CHECK_FALSE(alive.expired());
    testing::run(io, time, handler.remove());
    CHECK(alive.expired());
    auto const status = testing::run(io, time, handler.status());
    REQUIRE(status.ended);
    CHECK(status.ended->code() == errc::stopped);
    CHECK(status.handled == 2);
}
