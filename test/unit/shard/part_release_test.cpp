#include "core/run_on.hpp"
#include "core/strand_of.hpp"
#include "shard/part_release.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/testing/fake_cluster.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

shard_ranges const lower = shard_ranges::part(0, 2), upper = shard_ranges::part(1, 2);
shard_ranges const nothing;

/// The parts of a process whose work takes a second to stop.
struct released_parts {
    released_parts()
    {
        function = parts.functions()->add([this](shard_ranges const& where) { return stop_slowly(where); });
    }
    task<> stop_slowly(shard_ranges where)
    {
        co_await world.time.sleep_for(1s);
        stopped = stopped | where;
        if (fails) throw api_error(errc::stopped, "a test");
    }

    testing::fake_cluster world;
    part_release parts;
    std::shared_ptr<void> function;
    shard_ranges stopped;
    bool fails = false;
};

task<> never_stop(time_source& time)
{
    co_await time.sleep_for(duration::max());
}

} // namespace

TEST_CASE_METHOD(released_parts, "a function whose execution context is destroyed does not end the others")
{
    auto other = std::make_optional<boost::asio::io_context>();
    auto const elsewhere = strand_of(other->get_executor());
    auto const gone = parts.functions()->add(
        [&](shard_ranges const&) { return run_on(elsewhere, never_stop(world.time)); });
    CHECK(parts.begin(lower) == lower);
    auto const stopping = world.start(parts.stop(lower));
    world.time.settle();
    other->poll();
    other.reset();
    world.time.run_for(500ms);
    CHECK_FALSE(parts.has_stopped(lower));
    world.time.run_for(1s);
    CHECK(stopped == lower);
    CHECK(parts.has_stopped(lower));
}

TEST_CASE_METHOD(released_parts,
                 "the work in a part is stopped once, and has stopped when the function has ended")
{
    CHECK(parts.begin(lower) == lower);
    CHECK(parts.begin(lower).empty());
    CHECK(parts.begin(shard_ranges::all()) == upper);
    CHECK_FALSE(parts.has_stopped(lower));
    CHECK(parts.stopping().is_all());
    world.run(parts.stop(lower));
    CHECK(stopped == lower);
    CHECK(parts.has_stopped(lower));
    CHECK_FALSE(parts.has_stopped(shard_ranges::all()));
    CHECK(parts.stopping() == upper);
    CHECK(parts.begin(lower).empty()); // it waits to be handed over
}

TEST_CASE_METHOD(released_parts,
                 "a part that is taken back while its work is being stopped, is stopped to the end")
{
    CHECK(parts.begin(lower) == lower);
    parts.resume_except(nothing);
    CHECK(parts.stopping() == lower);
    CHECK(parts.begin(lower).empty()); // asked for again: the same function still runs
    world.run(parts.stop(lower));
    CHECK(parts.has_stopped(lower));
    parts.resume_except(upper); // taken back again
    CHECK_FALSE(parts.has_stopped(lower));
    CHECK(parts.begin(lower) == lower);
}

TEST_CASE_METHOD(released_parts, "a function that throws has stopped the work")
{
    fails = true;
    CHECK(parts.begin(lower) == lower);
    CHECK_THROWS_AS(world.run(parts.stop(lower)), api_error);
    CHECK(parts.has_stopped(lower));
    CHECK(parts.stopping().empty());
}

TEST_CASE_METHOD(released_parts, "without a function the work stops at once")
{
    function.reset();
    CHECK(parts.begin(lower) == lower);
    world.run(parts.stop(lower));
    CHECK(parts.has_stopped(lower));
    CHECK(parts.has_stopped(nothing));
}
