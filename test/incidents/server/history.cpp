// Incidents in which the server's history jumps, or ends before the follower's version.

#include "incident.hpp"

namespace incidents {

namespace testing = coinformer::testing;
namespace faults = coinformer::testing::faults;
using coinformer::task;
using namespace std::chrono_literals;

namespace {

// The server is restored from a backup while the follower is away: versions begin again at an older one, and
// the follower's version comes to mean something else.
task<> backup_is_restored(stage& s)
{
    auto const backup = s.server().backup();
    co_await s.synced();
    for (int i = 2; i < 10; ++i) s.put("a", std::to_string(i));
    s.remove("b");
    co_await s.pause(1s);
    s.server().restore(*backup);
    s.put("c", "2");
}

// A server that lags behind refuses each request that names the follower's version.
task<> version_is_too_large(stage& s)
{
    co_await s.synced();
    s.door().close();
    s.server().disconnect();
    s.put("a", "2");
    s.server().compact();
    s.server().intercept([](testing::action const& asked) -> std::optional<testing::canned_answer> {
        auto const is_plain_watch = asked.verb == "watch" && !is_streamed_list(asked);
        if (is_plain_watch || !names_version(asked)) return std::nullopt;
        return testing::canned_answer{
            .status = 504,
            .body =
                R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"Timeout",)"
                R"("message":"Timeout: Too large resource version: 750, current: 1","details":{"causes":[)"
                R"({"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],)"
                R"("retryAfterSeconds":1},"code":504})",
            .retry_after = 1s};
    });
    co_await s.pause(1s);
    s.door().open();
}

// Another server, whose cache is older than what the follower has seen, answers the next list.
task<> older_server_answers(stage& s)
{
    co_await s.synced();
    for (int i = 2; i < 8; ++i) s.put("a", std::to_string(i));
    s.remove("b");
    co_await s.pause(1s);
    s.server().lag(8);
    s.server().inject(faults::gone().on("watch"));
    s.server().disconnect();
    co_await s.pause(5s);
    s.server().lag(0);
    s.put("c", "2");
}

task<> deleted_while_away(stage& s)
{
    co_await s.synced();
    s.door().close();
    s.server().disconnect();
    s.remove("b");
    s.put("a", "2");
    s.server().compact();
    co_await s.pause(1s);
    s.door().open();
}

// An object is deleted while the follower is away, and another one gets its name.
task<> recreated_while_away(stage& s)
{
    co_await s.synced();
    s.door().close();
    s.server().disconnect();
    s.remove("b");
    s.put("b", "1");
    s.server().compact();
    co_await s.pause(1s);
    s.door().open();
}

// Nothing changes in the collection for long, and much changes elsewhere: without bookmarks, the version of
// the last event is too old when the watch is opened again.
task<> quiet_collection(stage& s)
{
    co_await s.synced();
    s.pass_versions(2000);
    co_await s.pause(7s); // a bookmark comes each 6 s
    s.server().restart();
    s.put("a", "2");
}

task<> resource_is_unserved(stage& s)
{
    co_await s.synced();
    s.server().inject(faults::status(404).of("configmaps").times(always));
    s.server().disconnect();
    s.remove("b");
    s.put("a", "2");
    s.server().compact();
    co_await s.pause(10s);
    s.server().heal();
}

task<> watch_has_expired(stage& s)
{
    co_await s.synced();
    s.server().inject(faults::gone().on("watch").times(3));
    s.server().disconnect();
    s.put("a", "2");
}

// The follower's version has expired, and the whole collection, 20 MB, is read again. Little of it has
// changed.
task<> relist_needs_memory(stage& s)
{
    std::string const four_kilobytes(4'000, 'x');
    for (int i = 0; i < 5'000; ++i) s.put("many-" + std::to_string(i), four_kilobytes);
    co_await s.synced();
    co_await s.pause(3s);
    s.server().inject(faults::gone().on("watch"));
    s.server().disconnect();
    s.put("a", "2");
    s.server().compact();
}

} // namespace

std::vector<incident> history_incidents()
{
    return {
        {"backup-is-restored", &backup_is_restored},     {"version-is-too-large", &version_is_too_large},
        {"older-server-answers", &older_server_answers}, {"deleted-while-away", &deleted_while_away},
        {"recreated-while-away", &recreated_while_away}, {"quiet-collection", &quiet_collection},
        {"resource-is-unserved", &resource_is_unserved}, {"watch-has-expired", &watch_has_expired},
        {"relist-needs-memory", &relist_needs_memory},
    };
}

} // namespace incidents
