#include "controller/work_items.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr auto low = priority::low, normal = priority::normal, high = priority::high;

/// A state machine with a clock that the test moves, and short names for its calls.
struct items : work_items {
    items() : work_items(exponential_limiter(1s, 1000s), 30s, 3) {}

    bool add_now(item_id id, priority p = normal) { return add(id, p, now); }
    void delay(item_id id, duration d, priority p = normal) { add_after(id, d, p, now); }
    duration fail(item_id id) { return add_rate_limited(id, normal, now).value_or(-1s); }
    /// Pops an item whose worker has it at once. Returns -1 if there is none.
    int pop_now()
    {
        auto const p = pop(now);
        if (!p) return -1;
        mark_arrived(*p);
        return static_cast<int>(*p);
    }
    void finish(item_id id) { mark_done(id, now); }
    /// Pops and finishes every item that is queued. Returns them in their order.
    std::vector<int> finish_all()
    {
        std::vector<int> seen;
        for (int id = pop_now(); id >= 0; id = pop_now()) {
            seen.push_back(id);
            finish(static_cast<item_id>(id));
        }
        return seen;
    }
    work_queue_status status() { return work_items::status(now); }

    time_point now{};
};

using id_list = std::vector<int>;

} // namespace

TEST_CASE("an item is queued once, however often it is added")
{
    items q;
    CHECK(q.add_now(1));
    CHECK_FALSE(q.add_now(1));
    CHECK(q.add_now(2));
    CHECK(q.status().depth == 2);
    CHECK(q.status().adds == 2);
    CHECK(q.finish_all() == id_list{1, 2});
}

TEST_CASE("an item that is added while it is worked on is queued again once, when the work has ended")
{
    items q;
    q.add_now(1);
    CHECK(q.pop_now() == 1);
    CHECK(q.add_now(1));
    CHECK_FALSE(q.add_now(1));
    CHECK(q.pop_now() == -1);
    q.finish(1);
    CHECK(q.finish_all() == id_list{1});
}

TEST_CASE("of several delays of one item the earliest counts")
{
    items q;
    q.delay(1, 10s);
    q.delay(1, 5s);
    q.delay(1, 20s);
    CHECK(q.next_due() == time_point(5s));
    q.now += 4s;
    CHECK(q.pop_now() == -1);
    q.now += 3s;
    REQUIRE(q.pop(q.now) == 1);
    CHECK(q.mark_arrived(1) == 2s); // since it was due, not since the pop
    CHECK_FALSE(q.mark_arrived(1));
    q.finish(1);
    q.now += 1h;
    CHECK(q.pop_now() == -1);
}

TEST_CASE("an item that is queued and delayed at once is returned both times")
{
    items q;
    q.delay(1, 10s);
    q.add_now(1);
    CHECK(q.finish_all() == id_list{1});
    q.now += 10s;
    CHECK(q.finish_all() == id_list{1});
}

TEST_CASE("an item that is due while it is queued or worked on does not come twice")
{
    items q;
    q.delay(1, 10s);
    q.now += 5s;
    q.add_now(1);
    q.now += 5s;
    CHECK(q.finish_all() == id_list{1});

    q.add_now(2);
    CHECK(q.pop_now() == 2);
    q.delay(2, 1s);
    q.now += 2s;
    CHECK(q.pop_now() == -1);
    q.finish(2);
    CHECK(q.finish_all() == id_list{2});
}

TEST_CASE(
    "an item that was due before it is added again counts as queued since, although nobody has called pop()")
{
    items q;
    q.delay(1, 5s);
    q.now += 10s;
    q.delay(1, 5s); // a second delay: the first one was due at 5 s
    CHECK(q.finish_all() == id_list{1});
    q.now += 5s;
    CHECK(q.finish_all() == id_list{1});

    q.delay(2, 5s);
    q.delay(3, 7s);
    q.now += 10s;
    CHECK_FALSE(q.add_now(2)); // it was due before 3, so it is queued already, with the older place
    CHECK(q.finish_all() == id_list{2, 3});

    q.add_now(4);
    CHECK(q.pop_now() == 4);
    q.delay(4, 5s);
    q.now += 10s;
    CHECK(q.fail(4) == 1s); // its delay was over by then: it comes at once, and again after the back-off
    q.finish(4);
    CHECK(q.finish_all() == id_list{4});
    q.now += 1s;
    CHECK(q.finish_all() == id_list{4});
}

TEST_CASE("a delay of zero or less is an add, and the longest delay does not overflow")
{
    items q;
    q.now += 1h;
    q.delay(1, 0s);
    q.delay(2, -5s);
    CHECK(q.finish_all() == id_list{1, 2});
    q.delay(3, duration::max());
    CHECK(q.next_due() == time_point::max());
    q.delay(3, 1s);
    CHECK(q.next_due() == time_point(1h + 1s));
}

TEST_CASE("higher priorities come first; an add with a higher one raises what is queued")
{
    items q;
    q.add_now(1, low);
    q.add_now(2, normal);
    q.add_now(3, low);
    q.add_now(4, high);
    CHECK_FALSE(q.add_now(3, normal)); // it keeps the time since which it waits
    CHECK_FALSE(q.add_now(2, low));    // a priority is never lowered
    CHECK(q.finish_all() == id_list{4, 2, 3, 1});

    q.add_now(1, low);
    CHECK(q.pop_now() == 1);
    q.add_now(1, low);
    q.add_now(1, high); // while it is worked on
    q.add_now(2, normal);
    q.finish(1);
    CHECK(q.finish_all() == id_list{1, 2});
}

TEST_CASE(
    "no low priority starves: one pop in four is for the item that has waited longest, once it has aged")
{
    items q;
    q.add_now(100, low);
    id_list seen;
    for (item_id id = 0; id < 100; ++id) { // two live items are added for each pop
        q.add_now(id, normal);
        q.add_now(200 + id, normal);
        q.now += 1s;
        seen.push_back(q.pop_now());
        q.finish(static_cast<item_id>(seen.back()));
    }
    auto const at = std::find(seen.begin(), seen.end(), 100) - seen.begin();
    CHECK(at >= 30);
    CHECK(at <= 33);
}

TEST_CASE("a live change overtakes a long first list, and the list still gets its share")
{
    items q;
    for (item_id id = 0; id < 1000; ++id) q.add_now(id, low);
    for (int i = 0; i < 31; ++i, q.now += 1s) q.finish(static_cast<item_id>(q.pop_now()));
    int listed = 0, waits_for_list = 0;
    for (item_id live = 1000; live < 1100; ++live, q.now += 10s) {
        q.add_now(live, normal);
        for (int n = 0; n < 3; ++n) {
            auto const id = q.pop_now();
            q.finish(static_cast<item_id>(id));
            listed += id < 1000;
            if (n == 0) waits_for_list += id < 1000;
        }
    }
    CHECK(waits_for_list == 33); // one in four of the pops that would have returned a live item
    CHECK(listed == 200);
}

TEST_CASE("failures count up until they are forgotten, and each makes the next delay longer")
{
    items q;
    CHECK(q.fail(1) == 1s);
    q.now += 1s;
    CHECK(q.pop_now() == 1);
    CHECK(q.fail(1) == 2s);
    q.finish(1);
    CHECK(q.failures(1) == 2);
    q.now += 2s;
    CHECK(q.pop_now() == 1);
    q.forget(1);
    CHECK(q.failures(1) == 0);
    CHECK(q.fail(1) == 1s);
    CHECK(q.status().retries == 3);
    CHECK(q.failures(77) == 0);
}

TEST_CASE(
    "at most `remembered` idle items (three here) keep their failures; the longest idle one is forgotten")
{
    items q;
    auto const fail_and_leave = [&](item_id id) {
        q.fail(id);
        q.now += 1s;
        CHECK(q.pop_now() == static_cast<int>(id));
        q.finish(id);
    };
    for (item_id id = 1; id <= 3; ++id) fail_and_leave(id);
    CHECK(q.status().failing == 3);
    CHECK(q.take_released().empty());
    q.add_now(1); // it is queued again, and so it is not idle
    CHECK(q.pop_now() == 1);
    fail_and_leave(4);
    CHECK(q.failures(2) == 1);
    q.finish(1);
    CHECK(q.failures(2) == 0);
    CHECK(q.failures(1) == 1);
    CHECK(q.take_released() == std::vector<item_id>{2});
}

TEST_CASE("an item that is put back has its old place, and the priority of an add in the meantime")
{
    items q;
    q.add_now(1, low);
    q.add_now(2, low);
    CHECK(q.pop_now() == 1);
    q.put_back(1);
    CHECK(q.finish_all() == id_list{1, 2});

    q.add_now(1, low);
    CHECK(q.pop_now() == 1);
    q.add_now(2, normal);
    q.add_now(1, high);
    q.put_back(1);
    CHECK(q.finish_all() == id_list{1, 2});
}

TEST_CASE("a failure that is reported before an item is put back does not count for its next work")
{
    items q;
    q.add_now(1);
    REQUIRE(q.pop(q.now) == 1);
    CHECK(q.fail(1) == 1s);
    q.put_back(1);
    CHECK(q.failures(1) == 1);
    CHECK(q.pop_now() == 1);
    q.note_success(1); // nothing has failed during this work
    q.finish(1);
    CHECK(q.failures(1) == 0);
}

TEST_CASE("a queue that was shut down accepts nothing; queued items are handed out, delayed ones are dropped")
{
    items q;
    q.add_now(1);
    q.add_now(2);
    q.delay(3, 1s);
    CHECK(q.pop_now() == 1);
    q.add_now(1);
    q.shut_down(pending::hand_out, q.now);
    CHECK_FALSE(q.add_now(4));
    q.delay(4, 1s);
    CHECK(q.fail(4) == -1s);
    CHECK_FALSE(q.next_due());
    CHECK(q.pop_now() == 2);
    CHECK_FALSE(q.is_ended()); // 1 will be queued again
    q.finish(2);
    q.finish(1);
    CHECK_FALSE(q.is_ended());
    CHECK(q.pop_now() == 1);
    CHECK(q.is_ended());
    CHECK_FALSE(q.is_drained());
    q.finish(1);
    CHECK(q.is_drained());
}

TEST_CASE("a shut-down with pending::drop leaves only the items that are worked on")
{
    items q;
    q.add_now(1);
    q.add_now(2);
    CHECK(q.pop_now() == 1);
    q.add_now(1);
    q.shut_down(pending::hand_out, q.now);
    q.shut_down(pending::drop, q.now);
    CHECK(q.is_ended());
    CHECK(q.pop_now() == -1);
    q.put_back(1);
    CHECK(q.is_drained());
}

TEST_CASE("status() counts the items in each state, and says for how long")
{
    items q;
    q.add_now(1);
    q.add_now(2);
    q.add_now(3);
    q.delay(4, 1h);
    q.now += 5s;
    CHECK(q.status().oldest == 5s);
    CHECK(q.pop_now() == 1);
    q.now += 2s;
    CHECK(q.pop_now() == 2);
    q.now += 1s;
    auto const s = q.status();
    CHECK(s.depth == 1);
    CHECK(s.delayed == 1);
    CHECK(s.working == 2);
    CHECK(s.unfinished == 4s);
    CHECK(s.longest_running == 3s);
    CHECK(q.mark_done(1, q.now) == 3s);
}
