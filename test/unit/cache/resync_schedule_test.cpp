#include "cache/handlers/resync_schedule.hpp"
#include "failing_clock.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

struct member {
    char name;
};

/// A schedule that writes down which handlers are due, second by second: "a@10 b@10".
struct resync_schedule_fixture {
    void due()
    {
        if (std::exchange(is_busy, false)) return;
        for (auto* const m : schedule.take_due())
            log +=
                (log.empty() ? "" : " ") + std::string(1, m->name) + "@" +
                std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time.now() - begin).count());
        schedule.arm();
    }
    std::string in(duration d)
    {
        log.clear();
        schedule.arm();
        time.run_for(d);
        return log;
    }

    boost::asio::io_context io;
    testing::virtual_clock time{io};
    test::failing_clock clock{time};
    time_point begin = time.now();
    std::string log;
    bool is_busy = false; // the next call of due() takes no handler
    resync_schedule<member> schedule{clock, io.get_executor(), [this] { due(); }};
    member a{'a'}, b{'b'}, c{'c'};
};

} // namespace

TEST_CASE_METHOD(resync_schedule_fixture,
                 "each handler is due at its own period, and periods begin with the first list")
{
    schedule.add(a, 10s);
    schedule.add(b, 15s);
    CHECK(in(100s).empty());
    CHECK(time.armed() == 0);
    begin = time.now();
    schedule.start();
    CHECK(in(31s) == "a@10 b@15 a@20 b@30 a@30");
}

TEST_CASE_METHOD(resync_schedule_fixture,
                 "handlers that are due at the same time are due in the order in which they were added")
{
    std::vector<std::unique_ptr<member>> many;
    std::string expected;
    for (char name = 'a'; name <= 'z'; ++name) many.push_back(std::make_unique<member>(name));
    for (char const name : std::string("qwertyuiopasdfghjklzxcvbnm")) {
        schedule.add(*many[static_cast<std::size_t>(name - 'a')], 10s);
        expected += (expected.empty() ? "" : " ") + std::string(1, name) + "@10";
    }
    schedule.start();
    CHECK(in(11s) == expected);
}

TEST_CASE_METHOD(resync_schedule_fixture, "a handler that is added later is due one period later")
{
    schedule.start();
    schedule.add(a, 10s);
    CHECK(in(4s).empty());
    schedule.add(b, 10s);
    CHECK(in(20s) == "a@10 b@14 a@20 b@24");
}

TEST_CASE_METHOD(resync_schedule_fixture,
                 "one timer serves all handlers, and there is none if no handler has a period")
{
    schedule.start();
    schedule.add(a, 0s);
    schedule.arm();
    CHECK(time.armed() == 0);
    schedule.add(b, 10s);
    schedule.add(c, 20s);
    schedule.arm();
    CHECK(time.armed() == 1);
    schedule.remove(a); // it is not in the schedule
    schedule.remove(b);
    schedule.remove(c);
    schedule.arm();
    CHECK(time.armed() == 0);
}

TEST_CASE_METHOD(resync_schedule_fixture, "a handler that was removed is not due, and the others are on time")
{
    schedule.start();
    schedule.add(a, 10s);
    schedule.add(b, 12s);
    CHECK(in(5s).empty());
    schedule.remove(a);
    CHECK(in(10s) == "b@12");
}

TEST_CASE_METHOD(resync_schedule_fixture,
                 "handlers that are due at the same time are due in one turn, each time")
{
    schedule.start();
    schedule.add(a, 10s);
    schedule.add(b, 10s);
    CHECK(in(30s) == "a@10 b@10 a@20 b@20 a@30 b@30");
}

TEST_CASE_METHOD(resync_schedule_fixture, "a handler that is removed and added again begins a new period")
{
    schedule.start();
    schedule.add(a, 10s);
    schedule.arm();
    schedule.remove(a);
    schedule.add(a, 10s); // due at the same time as before
    CHECK(in(11s) == "a@10");
}

TEST_CASE_METHOD(resync_schedule_fixture,
                 "a handler that was due and was not taken is due as soon as the timer is armed again")
{
    schedule.start();
    schedule.add(a, 10s);
    is_busy = true;
    CHECK(in(12s).empty());
    CHECK(in(1s) == "a@12");
}

TEST_CASE_METHOD(resync_schedule_fixture,
                 "a handler is due in time although there was no memory for the timer at first")
{
    schedule.start();
    schedule.add(a, 10s);
    clock.failures = 1;
    CHECK_THROWS_AS(schedule.arm(), std::bad_alloc);
    CHECK(in(11s) == "a@10");
    clock.failures = 1;
    schedule.add(b, 5s);
    CHECK_THROWS_AS(schedule.arm(), std::bad_alloc);
    CHECK(in(10s) == "b@16 a@20 b@21");
}
