#include "controller/work_items.hpp"

#include "catch.hpp"

#include <initializer_list>
#include <vector>

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

using grouped_list = std::vector<int>;

/// Items of which at most `most` with the same last digit are worked on.
struct grouped_items : work_items {
    explicit grouped_items(std::size_t most)
        : work_items(exponential_limiter(1s, 1000s), 30s, 3,
                     work_groups(most, [](item_id id) { return id % 10; }))
    {
    }
    void add_all(std::initializer_list<item_id> ids, priority p = priority::normal)
    {
        for (auto const id : ids) add(id, p, now);
    }
    grouped_list pop_all()
    {
        grouped_list popped;
        while (auto const id = pop(now)) {
            mark_arrived(*id);
            popped.push_back(static_cast<int>(*id));
        }
        return popped;
    }
    void finish(item_id id) { mark_done(id, now); }

    time_point now{};
};

} // namespace

TEST_CASE("items of a full group wait in their places, and items of other groups go first")
{
    grouped_items q(2);
    q.add_all({1, 11, 21, 31, 2, 41});
    CHECK(q.pop_all() == grouped_list{1, 11, 2});
    CHECK_FALSE(q.has_ready(q.now));
    CHECK(q.status(q.now).depth == 3);
    CHECK_FALSE(q.is_ended());
    q.add_all({51}, priority::high); // it is held back, too, but before the others
    q.add_all({31}, priority::low);
    CHECK(q.pop_all().empty());
    q.finish(1);
    CHECK(q.has_ready(q.now));
    CHECK(q.pop_all() == grouped_list{51});
    q.finish(11);
    q.finish(51);
    CHECK(q.pop_all() == grouped_list{21, 31});
    q.finish(21);
    CHECK(q.pop_all() == grouped_list{41});
}

TEST_CASE("an item that is held back can be raised, is shown with its age, and can be dropped")
{
    grouped_items q(1);
    q.add_all({1, 11, 21});
    CHECK(q.pop_all() == grouped_list{1});
    q.now += 5s;
    CHECK(q.status(q.now).oldest == 5s);
    CHECK(q.oldest(q.now, 10).size() == 3);
    q.add_all({21}, priority::high);
    q.finish(1);
    CHECK(q.pop_all() == grouped_list{21});
    SECTION("by a shut-down")
    {
        q.shut_down(pending::drop, q.now);
        CHECK(q.is_ended());
        q.finish(21);
        CHECK(q.is_drained());
        q.reopen();
        q.add_all({11, 1});
        CHECK(q.pop_all() == grouped_list{11});
    }
    SECTION("and a queue that is shut down hands it out")
    {
        q.shut_down(pending::hand_out, q.now);
        CHECK_FALSE(q.is_ended());
        q.finish(21);
        CHECK(q.pop_all() == grouped_list{11});
    }
    SECTION("and goes back when it was popped and put back")
    {
        q.put_back(21);
        CHECK(q.pop_all() == grouped_list{21});
    }
}

TEST_CASE("an item of a low priority that is held back is not overtaken for ever by others of its group")
{
    grouped_items q(1);
    q.add_all({1}, priority::low);
    q.add_all({11}, priority::high);
    auto working = q.pop_all();
    for (int i = 0; i < 100 && working != grouped_list{1}; ++i) {
        REQUIRE(working.size() == 1);
        q.add_all({static_cast<item_id>(21 + 10 * i)}, priority::high);
        CHECK(q.pop_all().empty());
        q.now += 1s;
        q.finish(static_cast<item_id>(working[0]));
        working = q.pop_all();
    }
    CHECK(working == grouped_list{1});
    CHECK(q.now - time_point() < 50s);
}
