// Events that there is no memory to record, or to note as written: none of them is pending for ever, and none
// takes room that another event needs. Each allocation fails in its turn.

#include "controller/event_series.hpp"

#include "catch.hpp"
#include "unit/cache/allocated.hpp"

namespace event_series_memory {

using namespace coinformer;
using namespace coinformer::detail;

/// Has room for one new event, and short names for what happens to it.
struct one_event : event_series {
    one_event() : event_series(with_room_for_one(), random_source(1)) {}

    static event_recorder_options with_room_for_one()
    {
        event_recorder_options options;
        options.capacity = 1;
        return options;
    }
    static recorded_event event()
    {
        recorded_event e;
        resource const of{.version = "v1", .kind = "Pod"};
        e.about = event_subject(of, {"shop", "a-pod-whose-name-is-not-short"}, "uid-a", "7");
        e.reason = "Broken";
        e.action = "Repair";
        e.note = "a note that is too long to be kept without an allocation";
        return e;
    }
    verdict record_now() { return record(event(), now, wall_time(now.time_since_epoch())); }
    bool has_lost_a_pending_event() const { return pending_count() != pending_identities().size(); }

    time_point now{std::chrono::seconds(1000)};
    std::string identity = event().identity();
};

} // namespace event_series_memory

TEST_CASE("an event that there was no memory to record takes no room, whichever allocation has failed")
{
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        event_series_memory::one_event series;
        was_short = meets_shortage(count, how, [&] { series.record_now(); });
        REQUIRE_FALSE(series.record_now().dropped);
        REQUIRE(series.size() == 1);
        REQUIRE(series.pending_count() == 1);
        REQUIRE_FALSE(series.has_lost_a_pending_event());
    }
    CHECK(count > 5); // fewer would mean that nothing was tested
}

TEST_CASE("an event that there was no memory to note as written is still known, whichever allocation has "
          "failed")
{
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        event_series_memory::one_event series;
        series.record_now();
        auto const request = series.next_request(series.identity);
        REQUIRE(request);
        was_short = meets_shortage(count, how,
                                   [&] { series.confirm_written(series.identity, *request, series.now); });
        REQUIRE_FALSE(series.has_lost_a_pending_event());
        REQUIRE(series.size() == 1);
        series.confirm_written(series.identity, *request, series.now); // as after another attempt
        REQUIRE(series.pending_count() == 0);
    }
    CHECK(count > 1);
}

TEST_CASE("an event that there was no memory to note as missing is created anew, whichever allocation has "
          "failed")
{
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        event_series_memory::one_event series;
        series.record_now();
        series.confirm_written(series.identity, *series.next_request(series.identity), series.now);
        series.record_now();
        was_short = meets_shortage(count, how, [&] { series.mark_missing(series.identity); });
        REQUIRE_FALSE(series.has_lost_a_pending_event());
        REQUIRE(series.size() == 1);
        series.mark_missing(series.identity); // as after another attempt
        auto const request = series.next_request(series.identity);
        REQUIRE(request);
        CHECK(request->is_new);
        CHECK(request->count == 2);
        series.confirm_written(series.identity, *request, series.now);
        REQUIRE(series.pending_count() == 0);
    }
    CHECK(count > 1);
}
