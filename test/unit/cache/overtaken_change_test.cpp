// A change that has taken the place of an older one says nothing about the version of what lies between.

#include "cache/reflector/delta_fifo.hpp"
#include "item.hpp"

#include <coinformer/testing/run.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE(
    "by key, a change that stands in an earlier place is marked, so that its version is not reached there")
{
    boost::asio::io_context io;
    delta_fifo queue(100, queue_order::by_key);
    queue.push(object_added(make("n/a", "1")));
    queue.push(object_added(make("n/b", "2")));
    queue.push(object_updated(make("n/a", "3")));
    auto const batch = testing::run(io, queue.pop(100));
    REQUIRE(batch.size() == 2);
    REQUIRE(change_in(batch[0]));
    REQUIRE(change_in(batch[1]));
    CHECK(change_in(batch[0])->object->resource_version() == "3");
    CHECK(change_in(batch[0])->overtook);
    CHECK_FALSE(change_in(batch[1])->overtook);
}

TEST_CASE("by key, a deletion that says nothing about the collection's version stays behind what came before")
{
    bool const is_older = GENERATE(false, true);
    boost::asio::io_context io;
    delta_fifo queue(100, queue_order::by_key);
    queue.push(object_added(make("n/a", "1")));
    queue.push(object_added(make("n/b", "2")));
    object_deleted gone(make("n/a", "1"));
    gone.overtook = is_older;
    queue.push(std::move(gone));
    auto const before = testing::run(io, queue.pop(100));
    REQUIRE(before.size() == 2);
    CHECK(std::holds_alternative<object_added>(before[0]));
    auto const batch = testing::run(io, queue.pop(100));
    REQUIRE(batch.size() == 1);
    CHECK(std::holds_alternative<object_deleted>(batch[0]));
    CHECK(change_in(batch[0])->overtook == is_older);
    CHECK(queue.size() == 0);
}
