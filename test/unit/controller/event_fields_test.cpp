// A new event says what it is, because the API server refuses a body without these fields.

#include "controller/event_series.hpp"

#include <boost/json.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;

TEST_CASE("the body of a new event has the version and the kind of the API")
{
    event_recorder_options options;
    options.controller = "example.io/test";
    options.instance = "test-0";
    event_series series(options, random_source(1));
    recorded_event e;
    e.about = event_subject(resource{.version = "v1", .kind = "Pod"}, {"shop", "a"}, "uid-a", "7");
    e.reason = "R";
    e.action = "A";
    time_point const now{std::chrono::seconds(1000)};
    series.record(e, now, wall_time(now.time_since_epoch()));
    auto const request = series.next_request(e.identity());
    REQUIRE(request);
    auto const body = boost::json::parse(request->json);
    CHECK(body.at("apiVersion") == "events.k8s.io/v1");
    CHECK(body.at("kind") == "Event");
}
