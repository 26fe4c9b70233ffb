#include "controller/work_items.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr auto low = priority::low, normal = priority::normal, high = priority::high;

struct items : work_items {
    items() : work_items(exponential_limiter(1s, 1000s), 30s, 3) {}

    bool put(item_id id, priority p = normal) { return add(id, p, now); }
    void later(item_id id, duration d, priority p = normal) { add_after(id, d, p, now); }
    duration fail(item_id id) { return add_rate_limited(id, normal, now).value_or(-1s); }
    /// The next one; -1: none.
    int take()
    {
        auto const p = pop(now);
        if (!p) return -1;
        mark_arrived(p->id);
        return static_cast<int>(p->id);
    }
    void finish(item_id id) { mark_done(id, now); }
    /// All that can be had now, in its order, and finished.
    std::vector<int> all()
    {
        std::vector<int> seen;
        for (int id = take(); id >= 0; id = take()) {
            seen.push_back(id);
            finish(static_cast<item_id>(id));
        }
        return seen;
    }
    work_queue_status status() { return work_items::status(now); }

    time_point now{};
};

using ids = std::vector<int>;

} // namespace

TEST_CASE("an item is queued once, however often it is added")
{
    items q;
    CHECK(q.put(1));
    CHECK_FALSE(q.put(1));
    CHECK(q.put(2));
    CHECK(q.status().depth == 2);
    CHECK(q.status().adds == 2);
    CHECK(q.all() == ids{1, 2});
}

TEST_CASE("what is added while it is worked on comes again after that, once, and not before")
{
    items q;
    q.put(1);
    CHECK(q.take() == 1);
    CHECK(q.put(1));
    CHECK_FALSE(q.put(1));
    CHECK(q.take() == -1);
    q.finish(1);
    CHECK(q.all() == ids{1});
}

TEST_CASE("a later add waits, and the earliest wins")
{
    items q;
    q.later(1, 10s);
    q.later(1, 5s);
    q.later(1, 20s);
    CHECK(q.next_due() == time_point(5s));
    q.now += 4s;
    CHECK(q.take() == -1);
    q.now += 3s;
    auto const got = q.pop(q.now);
    REQUIRE(got);
    CHECK(got->waited == 2s); // since it was due
    q.finish(1);
    q.now += 1h;
    CHECK(q.take() == -1);
}

TEST_CASE("an item may be queued and later at once: both come")
{
    items q;
    q.later(1, 10s);
    q.put(1);
    CHECK(q.all() == ids{1});
    q.now += 10s;
    CHECK(q.all() == ids{1});
}

TEST_CASE("what is due while it is queued or worked on does not come twice")
{
    items q;
    q.later(1, 10s);
    q.now += 5s;
    q.put(1);
    q.now += 5s;
    CHECK(q.all() == ids{1});

    q.put(2);
    CHECK(q.take() == 2);
    q.later(2, 1s);
    q.now += 2s;
    CHECK(q.take() == -1);
    q.finish(2);
    CHECK(q.all() == ids{2});
}

TEST_CASE("what was due before it is added again has come by then, though nobody has looked")
{
    items q;
    q.later(1, 5s);
    q.now += 10s;
    q.later(1, 5s); // another one: the first was due
    CHECK(q.all() == ids{1});
    q.now += 5s;
    CHECK(q.all() == ids{1});

    q.later(2, 5s);
    q.later(3, 7s);
    q.now += 10s;
    CHECK_FALSE(q.put(2)); // it waits already, and keeps its place
    CHECK(q.all() == ids{2, 3});

    q.put(4);
    CHECK(q.take() == 4);
    q.later(4, 5s);
    q.now += 10s;
    CHECK(q.fail(4) == 1s); // while it was worked on the other came due: it comes for that, and after the back-off
    q.finish(4);
    CHECK(q.all() == ids{4});
    q.now += 1s;
    CHECK(q.all() == ids{4});
}

TEST_CASE("a later add of no delay is an add, and one that is for ever does not overflow")
{
    items q;
    q.now += 1h;
    q.later(1, 0s);
    q.later(2, -5s);
    CHECK(q.all() == ids{1, 2});
    q.later(3, duration::max());
    CHECK(q.next_due() == time_point::max());
    q.later(3, 1s);
    CHECK(q.next_due() == time_point(1h + 1s));
}

TEST_CASE("higher priorities come first; an add with a higher one raises what is queued")
{
    items q;
    q.put(1, low);
    q.put(2, normal);
    q.put(3, low);
    q.put(4, high);
    CHECK_FALSE(q.put(3, normal)); // it keeps its place among those it joins
    CHECK_FALSE(q.put(2, low));    // nothing is lowered
    CHECK(q.all() == ids{4, 2, 3, 1});

    q.put(1, low);
    CHECK(q.take() == 1);
    q.put(1, low);
    q.put(1, high); // while it is worked on
    q.put(2, normal);
    q.finish(1);
    CHECK(q.all() == ids{1, 2});
}

TEST_CASE("no low priority starves: once it has aged, one pop in four is for what has waited longest")
{
    items q;
    q.put(100, low);
    ids seen;
    for (item_id id = 0; id < 100; ++id) { // more than is taken
        q.put(id, normal);
        q.put(200 + id, normal);
        q.now += 1s;
        seen.push_back(q.take());
        q.finish(static_cast<item_id>(seen.back()));
    }
    auto const at = std::find(seen.begin(), seen.end(), 100) - seen.begin();
    CHECK(at >= 30);
    CHECK(at <= 33);
}

TEST_CASE("a live change does not wait for a first list, however long that takes; and the list gets its share")
{
    items q;
    for (item_id id = 0; id < 1000; ++id) q.put(id, low);
    for (int i = 0; i < 31; ++i, q.now += 1s) q.finish(static_cast<item_id>(q.take()));
    int listed = 0, waits_for_list = 0;
    for (item_id live = 1000; live < 1100; ++live, q.now += 10s) {
        q.put(live, normal);
        for (int n = 0; n < 3; ++n) {
            auto const id = q.take();
            q.finish(static_cast<item_id>(id));
            listed += id < 1000;
            if (n == 0) waits_for_list += id < 1000;
        }
    }
    CHECK(waits_for_list == 33); // one pop of four, of those that take a live one away
    CHECK(listed == 200);
}

TEST_CASE("failures count up until they are forgotten, and each makes the next delay longer")
{
    items q;
    CHECK(q.fail(1) == 1s);
    q.now += 1s;
    CHECK(q.take() == 1);
    CHECK(q.fail(1) == 2s);
    q.finish(1);
    CHECK(q.failures(1) == 2);
    q.now += 2s;
    CHECK(q.take() == 1);
    q.forget(1);
    CHECK(q.failures(1) == 0);
    CHECK(q.fail(1) == 1s);
    CHECK(q.status().retries == 3);
    CHECK(q.failures(77) == 0);
}

TEST_CASE("failures of what nobody asks for are remembered of three here; the longest idle is forgotten")
{
    items q;
    auto const fail_and_leave = [&](item_id id) {
        q.fail(id);
        q.now += 1s;
        CHECK(q.take() == static_cast<int>(id));
        q.finish(id);
    };
    for (item_id id = 1; id <= 3; ++id) fail_and_leave(id);
    CHECK(q.status().failing == 3);
    CHECK(q.take_released().empty());
    q.put(1); // it is wanted again, and so it is not idle
    CHECK(q.take() == 1);
    fail_and_leave(4);
    CHECK(q.failures(2) == 1);
    q.finish(1);
    CHECK(q.failures(2) == 0);
    CHECK(q.failures(1) == 1);
    CHECK(q.take_released() == std::vector<item_id>{2});
}

TEST_CASE("what is put back has its old place, and whatever came meanwhile")
{
    items q;
    q.put(1, low);
    q.put(2, low);
    CHECK(q.take() == 1);
    q.put_back(1);
    CHECK(q.all() == ids{1, 2});

    q.put(1, low);
    CHECK(q.take() == 1);
    q.put(2, normal);
    q.put(1, high);
    q.put_back(1);
    CHECK(q.all() == ids{1, 2});
}

TEST_CASE("after a shut-down nothing is taken any more; what is queued is handed out, what is later is dropped")
{
    items q;
    q.put(1);
    q.put(2);
    q.later(3, 1s);
    CHECK(q.take() == 1);
    q.put(1);
    q.shut_down(pending::hand_out, q.now);
    CHECK_FALSE(q.put(4));
    q.later(4, 1s);
    CHECK(q.fail(4) == -1s);
    CHECK_FALSE(q.next_due());
    CHECK(q.take() == 2);
    CHECK_FALSE(q.is_ended()); // 1 is to come again
    q.finish(2);
    q.finish(1);
    CHECK_FALSE(q.is_ended());
    CHECK(q.take() == 1);
    CHECK(q.is_ended());
    CHECK_FALSE(q.is_drained());
    q.finish(1);
    CHECK(q.is_drained());
}

TEST_CASE("a shut-down that drops leaves only what is being worked on")
{
    items q;
    q.put(1);
    q.put(2);
    CHECK(q.take() == 1);
    q.put(1);
    q.shut_down(pending::hand_out, q.now);
    q.shut_down(pending::drop, q.now);
    CHECK(q.is_ended());
    CHECK(q.take() == -1);
    q.put_back(1);
    CHECK(q.is_drained());
}

TEST_CASE("status tells how much and how long")
{
    items q;
    q.put(1);
    q.put(2);
    q.put(3);
    q.later(4, 1h);
    q.now += 5s;
    CHECK(q.status().oldest == 5s);
    CHECK(q.take() == 1);
    q.now += 2s;
    CHECK(q.take() == 2);
    q.now += 1s;
    auto const s = q.status();
    CHECK(s.depth == 1);
    CHECK(s.delayed == 1);
    CHECK(s.working == 2);
    CHECK(s.unfinished == 4s);
    CHECK(s.longest_running == 3s);
    CHECK(q.mark_done(1, q.now) == 3s);
}
