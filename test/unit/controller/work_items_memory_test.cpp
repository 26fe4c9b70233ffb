// A work queue's state machine loses no key if it has no memory. Each allocation fails in its turn.

#include "controller/work_items.hpp"

#include <functional>
#include <optional>
#include <vector>

#include "catch.hpp"
#include "unit/cache/allocated.hpp"

namespace {

using coinformer::detail::item_id;
using coinformer::detail::work_items;
using namespace std::chrono_literals;

using item_ids = std::vector<item_id>;

/// A change of a queue that has the key 1 and no other. Returns the key if it has popped it.
using queue_change = std::function<std::optional<item_id>(work_items&)>;

/// Lets the change meet a shortage of memory, and ends the queue after that. The key has to come out of the
/// queue once, or to be dropped, and the queue has to end. Returns true if an allocation has failed.
bool met_shortage(queue_change const& prepare, queue_change const& change, std::size_t count,
                  memory_shortage how, coinformer::pending rest)
{
    INFO("with " << count << " allocations");
    auto const one_group = [](item_id) -> std::uint64_t { return 7; };
    work_items queue(coinformer::exponential_limiter(1s, 1h), 30s, 3,
                     coinformer::detail::work_groups(1, one_group));
    prepare(queue);
    std::optional<item_id> popped;
    bool const was_short = meets_shortage(count, how, [&] { popped = change(queue); });
    REQUIRE(popped.has_value() + queue.status({}).depth + queue.status({}).delayed == 1);

    bool const is_dropped = rest == coinformer::pending::drop && !popped;
    coinformer::time_point const later(1h); // all delays are over
    queue.shut_down(rest, later);
    item_ids seen;
    if (!popped) popped = queue.pop(later);
    for (; popped; popped = queue.pop(later)) {
        queue.mark_arrived(*popped);
        queue.mark_done(*popped, later);
        seen.push_back(*popped);
    }
    REQUIRE(queue.is_drained());
    REQUIRE(seen == (is_dropped ? item_ids{} : item_ids{1}));
    REQUIRE(queue.take_released() == item_ids{1});
    return was_short;
}

void check_each_shortage(queue_change const& prepare, queue_change const& change)
{
    for (auto const how : {memory_shortage::passes, memory_shortage::lasts})
        for (auto const rest : {coinformer::pending::hand_out, coinformer::pending::drop})
            for (std::size_t count = 0; met_shortage(prepare, change, count, how, rest); ++count) {
            }
}

/// Adds the key after this delay, or at once.
queue_change adding(coinformer::priority p, coinformer::duration delay = 0s)
{
    return [p, delay](work_items& queue) -> std::optional<item_id> {
        queue.add_after(1, delay, p, coinformer::time_point());
        return std::nullopt;
    };
}

} // namespace

TEST_CASE("a delayed key stays in the queue if there is no memory to delay it again")
{
    check_each_shortage(adding(coinformer::priority::low, 10s), adding(coinformer::priority::high, 5s));
}

TEST_CASE("a queued key stays in the queue if there is no memory to raise its priority")
{
    check_each_shortage(adding(coinformer::priority::low), adding(coinformer::priority::high));
}

TEST_CASE("a queued key stays in the queue if there is no memory to pop it")
{
    check_each_shortage(adding(coinformer::priority::normal),
                        [](work_items& queue) { return queue.pop(coinformer::time_point()); });
}

TEST_CASE("a key keeps its priority and its times if there is no memory to end the work on it")
{
    coinformer::time_point const begin;
    work_items queue(coinformer::exponential_limiter(1s, 1h), 30s, 3);
    queue.add(1, coinformer::priority::low, begin);
    REQUIRE(queue.pop(begin + 1s) == item_id(1));
    queue.add(1, coinformer::priority::high, begin + 2s); // it is to be queued again
    queue.add_after(1, 1h, coinformer::priority::low, begin + 2s);
    REQUIRE(meets_shortage(0, memory_shortage::passes, [&] { queue.mark_done(1, begin + 3s); }));
    CHECK(queue.priority_of(1) == coinformer::priority::low);
    CHECK(queue.mark_arrived(1) == coinformer::duration(1s)); // it was queued for this long
    queue.mark_done(1, begin + 3s);
    CHECK(queue.priority_of(1) == coinformer::priority::high);
    CHECK(queue.pop(begin + 3s) == item_id(1));
}
