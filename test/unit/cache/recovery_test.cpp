#include "cache/recovery.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using rest = recovery::pause;

namespace {

struct row {
    char const* situation;
    ending how;
    approach next;
    rest wait;
    bool reset;
    bool tell;
};

ending of(approach during, error_code code, bool progress = false, bool brief = false, int retry_after = -1)
{
    ending e{.during = during, .code = code, .progress = progress, .brief = brief};
    if (retry_after >= 0) e.retry_after = std::chrono::seconds(retry_after);
    return e;
}

ending quiet(ending e)
{
    e.quiet = true;
    return e;
}

} // namespace

TEST_CASE("the recovery table says what is tried next, after which pause, and who is told")
{
    using a = approach;
    row const rows[] = {
        {"a watch that served its time ends", of(a::watch, {}, true), a::watch, rest::none, true, false},
        {"a watch ends at once", of(a::watch, {}, true, true), a::watch, rest::backoff, false, false},
        {"a watch ends that brought nothing", of(a::watch, {}), a::watch, rest::backoff, false, false},
        {"the version is too old for a watch", of(a::watch, errc::expired, true), a::list, rest::none, true, false},
        {"it is too old at once, after a list", of(a::watch, errc::expired, true, true), a::list, rest::backoff, false,
         false},
        {"a continue token expires", of(a::list, errc::expired, true), a::list_whole, rest::none, true, false},
        {"even the whole list is refused as old", of(a::list_whole, errc::expired), a::list_newest, rest::backoff,
         false, false},
        {"the server is behind what we know", of(a::list, errc::version_too_large), a::list_newest, rest::backoff,
         false, false},
        {"a watch is behind, too", of(a::watch, errc::version_too_large), a::list_newest, rest::backoff, false, false},
        {"connection refused on list", of(a::list, errc::connect_failed), a::list, rest::backoff, false, false},
        {"connection lost in a watch", of(a::watch, errc::connection_reset, true), a::watch, rest::backoff, true,
         false},
        {"connection lost in a watch, at once", of(a::watch, errc::truncated, true, true), a::watch, rest::backoff,
         false, false},
        {"a watch goes silent", of(a::watch, errc::silent_connection, true), a::watch, rest::backoff, true, false},
        {"a watch was silent all its time", quiet(of(a::watch, errc::silent_connection, true)), a::confirm,
         rest::backoff, true, false},
        {"it was, and was ended in order", quiet(of(a::watch, {}, true)), a::confirm, rest::none, true, false},
        {"it was, and was lost", quiet(of(a::watch, errc::truncated, true)), a::confirm, rest::backoff, true, false},
        {"that it has our version is not said", of(a::confirm, errc::connection_reset), a::watch, rest::backoff, false,
         false},
        {"it lacks it", of(a::confirm, errc::version_too_large), a::list_newest, rest::backoff, false, false},
        {"a watch is not answered", of(a::watch, errc::timed_out), a::watch, rest::backoff, false, false},
        {"a list goes silent", of(a::list, errc::silent_connection), a::list_newest, rest::backoff, false, false},
        {"a list is not answered", of(a::list, errc::timed_out), a::list_newest, rest::backoff, false, false},
        {"the server fails inside", of(a::watch, errc::internal_server_error), a::watch, rest::backoff, false, false},
        {"the server asks for patience", of(a::watch, errc::throttled, false, true, 7), a::watch, rest::retry_after,
         false, false},
        {"throttled without saying for how long", of(a::list, errc::throttled), a::list, rest::backoff, false, false},
        {"unavailable for a known time", of(a::list, errc::service_unavailable, false, true, 3), a::list,
         rest::retry_after, false, false},
        {"forbidden", of(a::list, errc::forbidden), a::list, rest::backoff, false, true},
        {"token refused in a watch", of(a::watch, errc::unauthorized), a::watch, rest::backoff, false, true},
        {"no such resource", of(a::list, errc::not_served), a::list, rest::backoff, false, true},
        {"not any more", of(a::watch, errc::not_served, true), a::list, rest::backoff, true, true},
        {"certificate of another host", of(a::list, errc::tls_wrong_host), a::list, rest::backoff, false, true},
        {"a watch that is not JSON", of(a::watch, errc::malformed_json, true), a::list, rest::backoff, true, true},
        {"an HTML page", of(a::list, errc::unexpected_content), a::list, rest::backoff, false, true},
        {"a selector that the server refuses", of(a::list, errc::bad_request), a::list, rest::backoff, false, true},
    };

    for (auto const& r : rows) {
        INFO(r.situation);
        auto const then = recover_from(r.how);
        CHECK(then.next == r.next);
        CHECK(then.wait == r.wait);
        CHECK(then.reset_backoff == r.reset);
        CHECK(then.tell == r.tell);
    }
}

TEST_CASE("a stream is tried again where that may help, and where not a list takes its place")
{
    struct stream_row {
        char const* situation;
        error_code code;
        unsigned failed;
        approach next;
        rest wait;
        bool give_up;
    };
    using a = approach;
    stream_row const rows[] = {
        {"the server does not know how", errc::invalid, 1, a::list, rest::none, true},
        {"its end does not come", errc::stream_unfinished, 1, a::list, rest::backoff, false},
        {"again", errc::stream_unfinished, 2, a::list, rest::backoff, true},
        {"it breaks off", errc::truncated, 1, a::stream, rest::backoff, false},
        {"again", errc::truncated, 2, a::list, rest::backoff, false},
        {"the server is busy", errc::throttled, 1, a::stream, rest::backoff, false},
        {"still", errc::throttled, 2, a::list, rest::backoff, false},
        {"watching is not allowed", errc::forbidden, 1, a::list, rest::none, false},
        {"it is no JSON", errc::malformed_json, 1, a::list, rest::none, false},
        {"the version is gone", errc::expired, 1, a::list_newest, rest::backoff, false},
        {"the server is behind", errc::version_too_large, 1, a::list_newest, rest::backoff, false},
    };
    for (auto const& r : rows) {
        INFO(r.situation);
        auto how = of(a::stream, r.code);
        how.streams = true;
        how.streams_failed = r.failed;
        how.streams_unfinished = r.failed;
        auto const then = recover_from(how);
        CHECK(then.next == r.next);
        CHECK(then.wait == r.wait);
        CHECK(then.give_up_streams == r.give_up);
        CHECK_FALSE(then.tell); // the list tells, if it fails, too
    }
    auto expired = of(a::watch, errc::expired, true);
    expired.streams = true;
    CHECK(recover_from(expired).next == a::stream);
}

TEST_CASE("no error of any kind makes the reflector try again at once without having made progress")
{
    for (int code = static_cast<int>(errc::cancelled); code <= static_cast<int>(errc::index_exists); ++code)
        for (auto during :
             {approach::list, approach::list_newest, approach::list_whole, approach::watch, approach::confirm}) {
            INFO(code);
            auto const then = recover_from(of(during, error_code(code, error_category()), false));
            CHECK(then.wait != rest::none);
        }
}
