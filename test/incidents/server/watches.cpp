// Incidents in which a watch ends, errs, or brings something odd.

#include "incident.hpp"

namespace incidents {

namespace testing = coinformer::testing;
namespace faults = coinformer::testing::faults;
using coinformer::task;
using namespace std::chrono_literals;

namespace {

task<> undecodable_object_in_watch(stage& s)
{
    co_await s.synced();
    s.put_undecodable("bad");
    co_await s.pause(1s);
    s.put("a", "2");
    s.remove("b");
}

// Watches end as soon as they have begun, in order and without an event.
task<> watch_ends_at_once(stage& s)
{
    co_await s.synced();
    s.server().inject(faults::close_watch().times(always));
    s.server().disconnect();
    co_await s.pause(10s);
    s.server().heal();
    s.put("a", "2");
}

// Watches bring one event, and then end in order; an object changes all the time. The first watch brings
// five, which a streamed list needs for the three objects, its closing bookmark, and one change.
task<> watch_ends_after_each_event(stage& s)
{
    s.server().inject(faults::close_watch(5));
    s.server().inject(faults::close_watch(1).times(always));
    co_await s.synced();
    for (int i = 0; i < 100; ++i) {
        co_await s.pause(100ms);
        s.put("a", std::to_string(i));
    }
    s.server().heal();
    s.put("b", "2");
}

// Streams report an internal error, as during the election of etcd's leader.
task<> error_event(stage& s)
{
    co_await s.synced();
    s.server().inject(faults::error_event(500).times(always));
    s.server().disconnect();
    s.put("a", "2");
    co_await s.pause(8s);
    s.server().heal();
}

task<> watches_are_throttled(stage& s)
{
    co_await s.synced();
    s.server().inject(faults::throttled(1s).on("watch").times(always));
    s.server().disconnect();
    s.put("a", "2");
    co_await s.pause(8s);
    s.server().heal();
}

// The answer ends in the middle of an event, twice. How soon depends on the follower's compression, so that
// events come until each follower has met both.
task<> event_breaks_off(stage& s)
{
    co_await s.synced();
    s.server().inject(faults::cut(500).on("watch").times(2));
    s.server().disconnect();
    for (int i = 2; i < 62; ++i) {
        s.put("a", std::to_string(i));
        co_await s.pause(200ms);
    }
}

// An object changes faster than the follower's handler can handle it.
task<> slow_handler(stage& s)
{
    co_await s.synced();
    std::string const ten_kilobytes(10'000, 'x');
    for (int i = 0; i < 200; ++i) {
        for (int k = 0; k < 50; ++k) s.put("busy", std::to_string(i * 50 + k) + ten_kilobytes);
        co_await s.pause(20ms);
    }
    s.put("busy", "done");
}

task<> list_without_watch_permission(stage& s)
{
    s.server().inject(faults::forbidden().on("watch").times(always));
    co_await s.pause(10s);
    s.server().heal();
    s.put("a", "2");
}

} // namespace

std::vector<incident> watch_incidents()
{
    return {
        {"undecodable-object-in-watch", &undecodable_object_in_watch},
        {"watch-ends-at-once", &watch_ends_at_once},
        {"watch-ends-after-each-event", &watch_ends_after_each_event},
        {"error-event", &error_event},
        {"watches-are-throttled", &watches_are_throttled},
        {"event-breaks-off", &event_breaks_off},
        {"slow-handler", &slow_handler},
        {"list-without-watch-permission", &list_without_watch_permission},
    };
}

} // namespace incidents
