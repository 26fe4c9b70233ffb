#include "controller/event_series.hpp"

#include <boost/json.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

/// An event_series with a clock that the test moves, and short names for its calls.
struct series : event_series {
    explicit series(event_recorder_options options = {})
        : event_series(with_names(std::move(options)), random_source(1))
    {
    }
    static event_recorder_options with_names(event_recorder_options options)
    {
        options.controller = "example.io/test";
        options.instance = "test-0";
        return options;
    }
    static recorded_event event(std::string note = "n", std::string name = "a")
    {
        recorded_event e;
        e.about = event_subject(resource{.version = "v1", .kind = "Pod"}, {"shop", name}, "uid-" + name, "7");
        e.reason = "R";
        e.action = "A";
        e.note = std::move(note);
        return e;
    }
    verdict record_now(recorded_event e)
    {
        return record(std::move(e), now, wall_time(now.time_since_epoch()));
    }
    boost::json::object request(recorded_event const& e)
    {
        auto const r = next_request(e.identity());
        return r ? boost::json::parse(r->json).as_object() : boost::json::object();
    }
    /// Writes an event, as if the server had accepted it at once. Returns when to write it again.
    std::optional<duration> write_now(recorded_event const& e)
    {
        auto const r = next_request(e.identity());
        REQUIRE(r);
        return confirm_written(e.identity(), *r, now);
    }

    time_point now{1000s};
};

} // namespace

TEST_CASE("a new event is written at once, with the fields that the API requires")
{
    series s;
    auto const e = s.event();
    CHECK(s.record_now(e).write_after == 0s);
    auto const r = s.request(e);
    CHECK(
        boost::json::serialize(r.at("regarding")) ==
        R"({"apiVersion":"v1","kind":"Pod","namespace":"shop","name":"a","uid":"uid-a","resourceVersion":"7"})");
    CHECK(r.at("eventTime") == "1970-01-01T00:16:40.000000Z");
    CHECK(r.at("reportingController") == "example.io/test");
    CHECK(r.at("type") == "Normal");
    CHECK_FALSE(r.contains("series"));
    CHECK(std::string(r.at("metadata").at("name").as_string()).starts_with("a."));
    CHECK_FALSE(s.write_now(e));
    CHECK(s.request(e).empty());
}

TEST_CASE("a repeated event is counted: its count is written at once the first time, then once a minute")
{
    series s;
    auto const e = s.event();
    s.record_now(e);
    s.write_now(e);
    CHECK(s.record_now(e).write_after == 0s);
    CHECK(boost::json::serialize(s.request(e)) ==
          R"({"series":{"count":2,"lastObservedTime":"1970-01-01T00:16:40.000000Z"}})");
    s.write_now(e);
    s.now += 10s;
    CHECK(s.record_now(e).write_after == 50s);
    s.now += 20s;
    CHECK_FALSE(s.record_now(e).write_after); // the write that is planned already will contain it
    s.now += 30s;
    CHECK(s.request(e).at("series").at("count") == 4);
    CHECK_FALSE(s.write_now(e));
}

TEST_CASE("a repetition is part of the write that waits; if that is running already, of the next one")
{
    series s;
    auto const e = s.event();
    s.record_now(e);
    CHECK_FALSE(s.record_now(e).write_after);
    auto const first = s.next_request(e.identity());
    CHECK(boost::json::parse(first->json).at("series").at("count") == 2);
    s.record_now(e);
    CHECK(s.confirm_written(e.identity(), *first, s.now) == 0s);
    CHECK(s.request(e).at("series").at("count") == 3);
}

TEST_CASE("while a count is being written, or waits for another try, no second write is requested")
{
    series s;
    auto const e = s.event();
    s.record_now(e);
    s.write_now(e);
    CHECK(s.record_now(e).write_after == 0s);
    auto const first = s.next_request(e.identity());
    CHECK_FALSE(s.record_now(e).write_after);
    auto const again = s.count_failure(e.identity(), 0s);
    REQUIRE(again);
    CHECK(*again >= 1s);
    CHECK(*again < 2s);
    CHECK_FALSE(s.record_now(e).write_after);
    s.now += *again;
    CHECK_FALSE(s.write_now(e));
    CHECK(s.record_now(e).write_after == 1min);
}

TEST_CASE(
    "a failed write is repeated after growing pauses, not before Retry-After, and at most `tries` times")
{
    series s({.tries = 4});
    auto const e = s.event();
    s.record_now(e);
    CHECK(s.count_failure(e.identity(), 0s) < 2s);
    CHECK(s.count_failure(e.identity(), 0s) >= 2s);
    CHECK(s.count_failure(e.identity(), 10min) == 10min);
    CHECK_FALSE(s.count_failure(e.identity(), 0s));

    auto const other = s.event("other");
    s.record_now(other);
    CHECK(s.count_failure(other.identity(), 0s) < 2s);
    s.write_now(other); // a success resets the pauses
    s.record_now(other);
    CHECK(s.count_failure(other.identity(), 0s) < 2s);
}

TEST_CASE("an event that was not repeated for six minutes is a new one; so is one with another note")
{
    series s;
    auto const e = s.event();
    s.record_now(e);
    s.write_now(e);
    s.record_now(s.event("other"));
    CHECK_FALSE(s.request(s.event("other")).contains("series"));
    s.now += 6min;
    CHECK(s.record_now(e).write_after == 0s);
    CHECK(s.request(e).contains("series"));
    s.write_now(e);
    s.now += 6min + 1s;
    s.record_now(e);
    CHECK_FALSE(s.request(e).contains("series"));
}

TEST_CASE("different events of one object are limited; other objects and repetitions are not")
{
    series s({.burst = 3});
    for (int i = 0; i < 3; ++i) CHECK_FALSE(s.record_now(s.event(std::to_string(i))).dropped);
    CHECK(s.record_now(s.event("3")).dropped);
    CHECK_FALSE(s.record_now(s.event("0")).dropped);
    CHECK_FALSE(s.record_now(s.event("3", "b")).dropped);
    s.now += 5min;
    CHECK_FALSE(s.record_now(s.event("3")).dropped);
    CHECK(s.record_now(s.event("4")).dropped);
}

TEST_CASE("the number of events that wait for their first write is bounded")
{
    series s({.capacity = 2});
    CHECK_FALSE(s.record_now(s.event("n", "a")).dropped);
    CHECK_FALSE(s.record_now(s.event("n", "b")).dropped);
    CHECK(s.record_now(s.event("n", "c")).dropped);
    s.write_now(s.event("n", "a"));
    CHECK_FALSE(s.record_now(s.event("n", "c")).dropped);
    s.drop(s.event("n", "b").identity());
    CHECK(s.pending_count() == 1); // c; a is on the server, and b was dropped
    CHECK(s.dropped() == 2);
}

TEST_CASE("an unwritten event is not dropped to make room for others, and does not expire")
{
    series s({.capacity = 5000, .burst = 1});
    for (int i = 0; i < 6000; ++i) s.record_now(s.event("n", "pod-" + std::to_string(i)));
    CHECK(s.pending_count() == 5000);
    CHECK(s.dropped() == 1000);
    s.now += 1h;
    s.record_now(s.event("n", "pod-0"));
    CHECK(s.request(s.event("n", "pod-0")).at("series").at("count") == 2);
    CHECK(s.pending_count() == 5000);
    CHECK(s.dropped() == 1000);
}

TEST_CASE("if an event is forgotten before its count is written, its unwritten occurrences count as dropped")
{
    series s;
    auto const e = s.event();
    s.record_now(e);
    s.write_now(e);
    s.record_now(e);
    s.record_now(e);
    CHECK(s.pending_identities() == std::vector{e.identity()});
    for (int i = 0; i < 4096; ++i) {
        auto const other = s.event("n", "pod-" + std::to_string(i));
        s.record_now(other);
        s.write_now(other);
    }
    CHECK(s.size() == 4096);
    CHECK(s.dropped() == 2);
    CHECK(s.pending_identities().empty());
    CHECK(s.pending_count() == 0);
}

TEST_CASE("the number of known events is bounded: expired events are forgotten, and the oldest if there are "
          "too many")
{
    series s;
    for (int i = 0; i < 10'000; ++i) {
        auto const e = s.event("n", "pod-" + std::to_string(i));
        s.record_now(e);
        s.write_now(e);
    }
    CHECK(s.size() == 4096);
    s.now += 1h;
    s.record_now(s.event());
    CHECK(s.size() == 1);
}

TEST_CASE("an event that the server has lost is created again, with its count and under another name")
{
    series s;
    auto const e = s.event();
    s.record_now(e);
    s.write_now(e);
    s.record_now(e);
    auto const change = s.next_request(e.identity());
    CHECK_FALSE(change->is_new);
    s.mark_missing(e.identity());
    auto const again = s.next_request(e.identity());
    CHECK(again->is_new);
    CHECK(again->name != change->name);
    CHECK(boost::json::parse(again->json).at("series").at("count") == 2);
}

TEST_CASE("the answer to a request about an event that was dropped meanwhile changes nothing")
{
    series s;
    auto const e = s.event();
    s.record_now(e);
    auto const request = s.next_request(e.identity());
    REQUIRE(request);
    s.drop(e.identity());
    CHECK_FALSE(s.confirm_written(e.identity(), *request, s.now));
    CHECK_FALSE(s.count_failure(e.identity(), 0s));
    CHECK(s.mark_missing(e.identity()) == 0s);
    CHECK(s.size() == 0);
    CHECK(s.pending_count() == 0);
    CHECK(s.dropped() == 1);
}

TEST_CASE(
    "the answer to a request about an event that was recorded anew meanwhile leaves the new one pending")
{
    series s;
    auto const e = s.event();
    s.record_now(e);
    auto const request = s.next_request(e.identity());
    REQUIRE(request);
    s.drop(e.identity());
    CHECK(s.record_now(e).write_after == 0s);
    CHECK_FALSE(s.confirm_written(e.identity(), *request, s.now));
    CHECK(s.mark_missing(e.identity()) == 0s); // the server has never had this one
    CHECK(s.pending_count() == 1);
    auto const anew = s.next_request(e.identity());
    REQUIRE(anew);
    CHECK(anew->is_new);
    CHECK(anew->name != request->name);
    CHECK_FALSE(s.confirm_written(e.identity(), *anew, s.now));
    CHECK(s.pending_count() == 0);
}

TEST_CASE("an event's name and namespace are valid, whatever the name of the object")
{
    series s;
    auto e = s.event("n", "System:Node");
    e.about.ns = "";
    s.record_now(e);
    auto const r = s.request(e);
    CHECK(r.at("metadata").at("namespace") == "default");
    CHECK(std::string(r.at("metadata").at("name").as_string()).starts_with("ystem--ode."));
    CHECK_FALSE(r.at("regarding").as_object().contains("namespace"));
    e.about.name = "a:.b.-c";
    s.record_now(e);
    CHECK(std::string(s.request(e).at("metadata").at("name").as_string()).starts_with("a--b--c."));
    e.about.name = "a-z-0-9"; // the ends of what a name may have
    s.record_now(e);
    CHECK(std::string(s.request(e).at("metadata").at("name").as_string()).starts_with("a-z-0-9."));
    e.about.name = std::string(300, 'x');
    s.record_now(e);
    CHECK(s.request(e).at("metadata").at("name").as_string().size() == 253);
}
