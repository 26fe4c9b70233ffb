#include "cache/handlers/change_log.hpp"
#include "item.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using change_kind = change::kind;

namespace {

std::vector<change> adds(int n)
{
    std::vector<change> changes;
    for (int i = 0; i < n; ++i)
        changes.push_back(
            {.what = change_kind::added, .old = {}, .cur = make("n/o" + std::to_string(i), "1")});
    return changes;
}

} // namespace

TEST_CASE("a segment of the log is freed when each of its readers has passed it, and not before")
{
    change_log log;
    log.append(adds(3), "1", {}, 2);
    log.append(adds(2), "", {}, 1);
    CHECK(log.end() == 6);
    CHECK(log.segment_at(1).end == 4);
    CHECK(log.segment_at(5).begin == 4);

    CHECK_FALSE(log.pass(1));
    CHECK(log.segments() == 2);
    auto const gone = log.pass(1);
    REQUIRE(gone);
    CHECK(gone->changes.size() == 3);
    CHECK(log.segments() == 1);
    CHECK(log.pass(4));
    CHECK(log.segments() == 0);
}

TEST_CASE("changes without a reader are not kept, and the log knows their version all the same")
{
    change_log log;
    log.append(adds(3), "7", {}, 0);
    CHECK(log.segments() == 0);
    CHECK(log.end() == 4);
    CHECK(log.version_before(4) == "7");
}

TEST_CASE("the version before a segment is that of the last earlier segment with a version")
{
    change_log log;
    log.append(adds(1), "5", {}, 1);
    log.append(adds(1), "", {}, 1); // the first part of a batch has no version
    log.append(adds(1), "8", {}, 1);
    CHECK(log.version_before(1).empty());
    CHECK(log.version_before(2) == "5");
    CHECK(log.version_before(3) == "5");
    CHECK(log.version_before(4) == "8");
}

TEST_CASE(
    "if a later segment is passed first, its changes are freed at once, and its place with those before it")
{
    change_log log;
    log.append(adds(1), "5", {}, 2);
    for (int i = 0; i < 100; ++i) log.append(adds(1), "6", {}, 1);
    log.pass_all(2, log.end());
    CHECK(log.segments() == 101);
    CHECK_FALSE(log.pass(1));
    CHECK(log.pass(1));
    CHECK(log.segments() == 0);
}

TEST_CASE("the log knows the size of the largest list that came since it had no segments")
{
    change_log log;
    log.append(adds(3), "1", {}, 1, 5);
    log.append(adds(2), "2", {}, 1, 2);
    log.append(adds(1), "3", {}, 1);
    CHECK(log.largest_list() == 5);
    CHECK(log.events_before(log.end()) == 1);
    CHECK(log.pass(1));
    CHECK(log.pass(4));
    CHECK(log.largest_list() == 5);
    CHECK(log.pass(6));
    CHECK(log.largest_list() == 0);

    log.append(adds(1), "4", {}, 1); // an event
    log.append(adds(1), "5", {}, 1, 2);
    CHECK(log.largest_list() == 2);
}

TEST_CASE("a list without a reader does not count when the log knows the size of the largest list")
{
    change_log log;
    log.append(adds(3), "1", {}, 0, 5);
    CHECK(log.largest_list() == 0);
    CHECK(log.events_before(log.end()) == 0);
}
