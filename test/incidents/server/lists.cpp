// Incidents in which the collection is read, or read again.

#include "incident.hpp"

namespace incidents {

namespace testing = coinformer::testing;
namespace faults = coinformer::testing::faults;
using coinformer::task;
using namespace std::chrono_literals;

namespace {

// Answers streamed lists as servers without them do: the parameter is not allowed.
void refuse_streamed_lists(stage& s)
{
    s.server().intercept([](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (!is_streamed_list(asked)) return std::nullopt;
        return testing::canned_answer{
            .status = 422,
            .body =
                R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"Invalid",)"
                R"("message":"ListOptions.meta.k8s.io \"\" is invalid: sendInitialEvents: Forbidden: )"
                R"(sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",)"
                R"("details":{"group":"meta.k8s.io","kind":"ListOptions","causes":[{"reason":"FieldValueForbidden",)"
                R"("message":"Forbidden","field":"sendInitialEvents"}]},"code":422})"};
    });
}

void put_many(stage& s, int count)
{
    for (int i = 0; i < count; ++i) s.put("many-" + std::to_string(i), "1");
}

task<> closing_bookmark_is_dropped(stage& s)
{
    s.server().inject(faults::no_initial_end().times(always));
    co_await s.pause(3s);
    s.put("a", "2");
}

// Each streamed list ends, in order, before its closing bookmark.
task<> streamed_list_ends_early(stage& s)
{
    auto fault = faults::slow_initial_events(100ms).times(always);
    fault.no_initial_end = true;
    fault.events = 3;
    s.server().inject(fault);
    co_await s.pause(10s);
    s.put("a", "2");
}

task<> server_without_streamed_lists(stage& s)
{
    refuse_streamed_lists(s);
    co_await s.synced();
    s.put("a", "2");
    s.remove("b");
}

task<> undecodable_object_in_list(stage& s)
{
    s.put_undecodable("bad");
    co_await s.pause(3s);
    s.put("a", "2");
}

// Every continue token has expired when it comes back.
task<> continue_token_expires(stage& s)
{
    refuse_streamed_lists(s);
    put_many(s, 1200);
    s.server().inject(faults::gone().on_later_pages().times(always));
    co_await s.pause(15s);
    s.put("a", "2");
}

// The server is overloaded, and needs five seconds until it begins to answer, as 50 s are for time-outs that
// are not shortened.
task<> answers_are_slow(stage& s)
{
    for (auto const* const verb : {"list", "watch"})
        s.server().inject(faults::late(5s).on(verb).times(always));
    co_await s.pause(12s);
    s.put("a", "2");
}

task<> storage_initializes(stage& s)
{
    for (auto const* const verb : {"list", "watch"})
        s.server().inject(faults::throttled(1s).on(verb).times(always));
    co_await s.pause(8s);
    s.server().heal();
}

task<> permission_is_missing(stage& s)
{
    for (auto const* const verb : {"list", "watch"})
        s.server().inject(faults::forbidden().on(verb).times(always));
    co_await s.pause(8s);
    s.server().heal();
}

// The list has more than 30 MB.
task<> list_is_large(stage& s)
{
    std::string const megabyte(1'000'000, 'x');
    for (int i = 0; i < 32; ++i) s.put("large-" + std::to_string(i), megabyte);
    co_await s.synced();
    s.put("a", "2");
}

} // namespace

std::vector<incident> list_incidents()
{
    return {
        {"closing-bookmark-is-dropped", &closing_bookmark_is_dropped},
        {"streamed-list-ends-early", &streamed_list_ends_early},
        {"server-without-streamed-lists", &server_without_streamed_lists},
        {"undecodable-object-in-list", &undecodable_object_in_list},
        {"continue-token-expires", &continue_token_expires},
        {"answers-are-slow", &answers_are_slow},
        {"storage-initializes", &storage_initializes},
        {"permission-is-missing", &permission_is_missing},
        {"list-is-large", &list_is_large},
    };
}

} // namespace incidents
