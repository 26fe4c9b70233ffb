// What a collection was doing between two looks at it, and the spans that this makes.

#include "status_page/time_line.hpp"

#include "catch.hpp"

namespace {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

time_point at(duration d)
{
    return time_point() + d;
}

informer_status looking(phase now, std::size_t lists = 1, std::size_t failures = 0)
{
    informer_status s;
    s.taken_at = at(100s);
    s.reflector.now = now;
    s.reflector.lists = lists;
    s.reflector.failures = failures;
    s.reflector.fresh_as_of = at(99s);
    return s;
}

state_and_cause between(informer_status const& before, informer_status const& now,
                        time_line_span const* last = nullptr)
{
    return state_between({before, now, 75s}, last);
}

} // namespace

TEST_CASE("equal neighbours are one span")
{
    time_line line;
    line.add(at(0s), at(1s), span_state::watch, "");
    line.add(at(1s), at(2s), span_state::watch, "");
    line.add(at(2s), at(3s), span_state::back_off, "gone");
    line.add(at(3s), at(4s), span_state::back_off, "away");
    line.add(at(9s), at(10s), span_state::back_off, "away"); // nobody has looked in between
    REQUIRE(line.spans().size() == 4);
    CHECK(line.spans()[0].to == at(2s));
    CHECK(line.spans()[1].cause == "gone");
}

TEST_CASE("an outage is one span, although different requests fail in it")
{
    time_line line;
    line.add(at(0s), at(30s), span_state::back_off, "watch /api/v1/pods: service unavailable: 503");
    line.add(at(30s), at(60s), span_state::back_off, "get /api/v1/pods/x: service unavailable: 503");
    line.add(at(60s), at(70s), span_state::back_off, "get /api/v1/pods/x: Connection refused");
    line.add(at(70s), at(80s), span_state::back_off, "token file: Connection refused"); // this is no request
    line.add(at(80s), at(90s), span_state::back_off, "watch machines: Connection refused");
    line.add(at(90s), at(99s), span_state::back_off, "get machines: Connection refused");
    REQUIRE(line.spans().size() == 4);
    CHECK(line.spans()[0].cause == "watch /api/v1/pods: service unavailable: 503");
    CHECK(line.spans()[0].to == at(60s));
}

TEST_CASE("an outage is one span, although its requests wait for different times")
{
    time_line line;
    line.add(at(0s), at(30s), span_state::back_off, "watch /api/v1/pods: timed out: wait: after 120000 ms");
    line.add(at(30s), at(60s), span_state::back_off, "get /api/v1/pods/x: timed out: wait: after 30000 ms");
    CHECK(line.spans().size() == 1);
    line.add(at(60s), at(70s), span_state::back_off, "get /api/v1/pods/x: timed out: dial: after 30000 ms");
    line.add(at(70s), at(80s), span_state::back_off, "get /api/v1/pods/x: timed out: dial: after all ms");
    line.add(at(80s), at(90s), span_state::back_off, "get /api/v1/pods/x: timed out: dial: 30000 ms");
    CHECK(line.spans().size() == 4);
}

TEST_CASE("a span without a length is replaced by what follows")
{
    time_line line;
    line.add(at(0s), at(0s), span_state::idle, "");
    line.add(at(0s), at(1s), span_state::list, "first list");
    REQUIRE(line.spans().size() == 1);
    CHECK(line.spans()[0].state == span_state::list);
}

TEST_CASE("a time line keeps the last thousand spans of the last day")
{
    time_line line;
    for (int i = 0; i != 3000; ++i)
        line.add(at(i * 1s), at((i + 1) * 1s), i % 2 == 0 ? span_state::watch : span_state::list, "");
    CHECK(line.spans().size() == time_line::most_spans);
    CHECK(line.spans().front().from == at(2000s));
    line.add(at(3000s), at(24h + 2500s), span_state::watch, "");
    CHECK(line.spans().front().to >= at(2500s));
}

TEST_CASE("a cause is cut off after 500 bytes")
{
    time_line line;
    line.add(at(0s), at(1s), span_state::list, std::string(4000, 'x'));
    CHECK(line.spans()[0].cause.size() == 500);
}

TEST_CASE("a list that began and ended between two looks is shown, with the cause from the metrics")
{
    auto const before = looking(phase::watching, 1), now = looking(phase::watching, 2);
    auto const [state, cause] = state_between({before, now, 75s, "resource version is too old"}, nullptr);
    CHECK(state == span_state::list);
    CHECK(cause == "resource version is too old");
}

TEST_CASE("without metrics the cause of a list is the failure before it, and the first list is named")
{
    auto before = looking(phase::waiting, 1);
    before.reflector.last_failure = "watch /api/v1/pods: expired";
    CHECK(between(before, looking(phase::watching, 2)).cause == "watch /api/v1/pods: expired");
    CHECK(between(looking(phase::idle, 0), looking(phase::reading, 1)).cause == "first list");
}

TEST_CASE("a list that goes on keeps its cause")
{
    time_line_span const last{at(0s), at(1s), span_state::list, "first list"};
    CHECK(between(looking(phase::reading), looking(phase::reading), &last).cause == "first list");
}

TEST_CASE("a watch that failed and was opened again between two looks is shown as a failure")
{
    auto const before = looking(phase::watching, 1, 0), now = looking(phase::watching, 1, 1);
    auto const [state, cause] =
        state_between({before, now, 75s, "", "connection reset by the server"}, nullptr);
    CHECK(state == span_state::back_off);
    CHECK(cause == "connection reset by the server");
}

TEST_CASE("a watch without a proof for longer than the limit is silent, and one that was just opened is not")
{
    auto now = looking(phase::watching);
    now.reflector.fresh_as_of = at(20s);
    time_line_span const watch{at(1s), at(99s), span_state::watch, ""};
    CHECK(between(now, now, &watch).state == span_state::silent);
    time_line_span const new_watch{at(60s), at(99s), span_state::watch, ""};
    CHECK(between(now, now, &new_watch).state == span_state::watch);
    time_line_span const back_off{at(60s), at(99s), span_state::back_off, ""};
    CHECK(between(now, now, &back_off).state == span_state::watch);
    time_line_span const silent{at(99s), at(100s), span_state::silent, ""};
    CHECK(between(now, now, &silent).state == span_state::silent);
    now.reflector.fresh_as_of = at(25s);
    CHECK(between(now, now, &silent).state == span_state::watch);
}

TEST_CASE("the other phases are states of their own, with the server's words")
{
    auto now = looking(phase::waiting);
    now.reflector.last_failure = "forbidden";
    CHECK(between(now, now).state == span_state::back_off);
    CHECK(between(now, now).cause == "forbidden");
    now.reflector.now = phase::unserved;
    CHECK(between(now, now).state == span_state::unserved);
    now.reflector.now = phase::idle;
    CHECK(between(now, now).state == span_state::idle);
    now.reflector.now = phase::stopped;
    auto const [state, cause] = state_between({now, now, 75s, "", "", "out of memory"}, nullptr);
    CHECK(state == span_state::stopped);
    CHECK(cause == "out of memory");
}
