#include "endings.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace test::endings;
using pause_of = recovery::pause;

namespace {

struct row {
    char const* situation;
    ending how;
    approach next;
    pause_of wait;
    bool reset;
    bool report_at_once;
};

} // namespace

TEST_CASE("the recovery table says which attempt comes next, after which pause, and whether the cause is "
          "reported at once")
{
    using a = approach;
    row const rows[] = {
        {"a watch from a snapshot ends, and nothing has vouched", of(a::resume, {}), a::list,
         pause_of::backoff, false, false},
        {"a watch from a snapshot is ended for another share", with_other_share(of(a::resume, {})), a::resume,
         pause_of::none, false, false},
        {"a watch is ended for another share", with_other_share(of(a::watch, {})), a::watch, pause_of::none,
         false, false},
        {"a snapshot's version is too old", of(a::resume, errc::expired), a::list, pause_of::none, false,
         false},
        {"a snapshot's version is not known yet", of(a::resume, errc::version_too_large), a::resume,
         pause_of::backoff, false, false},
        {"a snapshot's version is never known", again(of(a::resume, errc::version_too_large), 4), a::list,
         pause_of::backoff, false, false},
        {"a snapshot is of another history", of(a::resume, errc::history_replaced), a::list,
         pause_of::backoff, false, false},
        {"a watch from a snapshot is silent", of(a::resume, errc::silent_connection), a::list,
         pause_of::backoff, false, false},
        {"the question whether the server knows a snapshot is not answered", of(a::resume, errc::timed_out),
         a::list, pause_of::backoff, false, false},
        {"a watch from a snapshot is not answered", unanswered(of(a::resume, errc::connect_failed)),
         a::resume, pause_of::turn, false, false},
        {"a watch from a snapshot is forbidden", of(a::resume, errc::forbidden), a::resume, pause_of::backoff,
         false, true},
        {"it is forbidden for the third time", again(of(a::resume, errc::forbidden), 3), a::list,
         pause_of::backoff, false, true},
        {"a watch from a snapshot is turned away seven times",
         again(of(a::resume, errc::service_unavailable), 7), a::resume, pause_of::backoff, false, false},
        {"and an eighth time", again(of(a::resume, errc::service_unavailable), 8), a::list, pause_of::backoff,
         false, false},
        {"a watch from a snapshot is lost twice, and nothing has vouched",
         again(late(of(a::resume, errc::connection_reset)), 2), a::resume, pause_of::backoff, false, false},
        {"and a third time", again(late(of(a::resume, errc::connection_reset)), 3), a::list,
         pause_of::backoff, false, false},
        {"a watch that served its time ends", of(a::watch, {}, true), a::watch, pause_of::none, true, false},
        {"a watch ends at once", of(a::watch, {}, true, true), a::watch, pause_of::backoff, false, false},
        {"it has brought a change", with_news(of(a::watch, {}, true, true)), a::watch, pause_of::backoff,
         true, false},
        {"it has brought a change, and fails", with_news(of(a::watch, errc::truncated, true, true)), a::watch,
         pause_of::backoff, false, false},
        {"a watch ends that brought nothing", of(a::watch, {}), a::watch, pause_of::backoff, false, false},
        {"the version is too old for a watch", of(a::watch, errc::expired, true), a::list, pause_of::none,
         true, false},
        {"a restarted server says at once that it is too old", of(a::watch, errc::expired, false, true),
         a::list, pause_of::none, false, false},
        {"it is too old again, after the list", again(of(a::watch, errc::expired, false, true), 2), a::list,
         pause_of::backoff, false, false},
        {"a continue token expires", of(a::list, errc::expired, true), a::list_again, pause_of::none, true,
         false},
        {"it expires again", again(of(a::list_again, errc::expired), 2), a::list_again, pause_of::backoff,
         false, false},
        {"the server lags behind what is known", of(a::list, errc::version_too_large), a::list,
         pause_of::backoff, false, false},
        {"it says for how long", of(a::list, errc::version_too_large, false, true, 1), a::list,
         pause_of::retry_after, false, false},
        {"it has lagged for long", again(of(a::list, errc::version_too_large), 4), a::list_newest,
         pause_of::backoff, false, false},
        {"an audit has found a difference", of(a::watch, errc::copy_differs), a::list_newest,
         pause_of::backoff, false, false},
        {"it shows an older version than it has shown", of(a::watch, errc::history_replaced), a::list_newest,
         pause_of::backoff, false, false},
        {"a watch is behind, too", of(a::watch, errc::version_too_large), a::watch, pause_of::backoff, false,
         false},
        {"it has been for long", again(of(a::watch, errc::version_too_large), 4), a::list_newest,
         pause_of::backoff, false, false},
        {"connection refused on list", unanswered(of(a::list, errc::connect_failed)), a::list, pause_of::turn,
         false, false},
        {"connection refused on watch", unanswered(of(a::watch, errc::connect_failed)), a::watch,
         pause_of::turn, false, false},
        {"an event that cannot be sent", of(a::watch, errc::internal_server_error), a::watch,
         pause_of::backoff, false, false},
        {"again and again", again(of(a::watch, errc::internal_server_error), 3), a::list, pause_of::backoff,
         false, false},
        {"a proxy cuts at one place", again(of(a::watch, errc::truncated), 3), a::list, pause_of::backoff,
         false, false},
        {"a server that is overloaded for long", again(of(a::watch, errc::service_unavailable), 9), a::watch,
         pause_of::backoff, false, false},
        {"throttled for long", again(of(a::watch, errc::throttled), 9), a::watch, pause_of::backoff, false,
         false},
        {"connection lost in a watch", of(a::watch, errc::connection_reset, true), a::watch,
         pause_of::backoff, true, false},
        {"connection lost in a watch, at once", of(a::watch, errc::truncated, true, true), a::watch,
         pause_of::backoff, false, false},
        {"a watch goes silent", of(a::watch, errc::silent_connection, true), a::watch, pause_of::backoff,
         true, false},
        {"a watch was silent all its time", quiet(of(a::watch, errc::silent_connection, true)), a::confirm,
         pause_of::none, true, false},
        {"it was, and was ended in order", quiet(of(a::watch, {}, true)), a::confirm, pause_of::none, true,
         false},
        {"it was, and was lost", quiet(of(a::watch, errc::truncated, true)), a::confirm, pause_of::backoff,
         true, false},
        {"that it has our version is not said", of(a::confirm, errc::connection_reset), a::watch,
         pause_of::backoff, false, false},
        {"it lacks it", of(a::confirm, errc::version_too_large), a::confirm, pause_of::backoff, false, false},
        {"it still lacks it", again(of(a::confirm, errc::version_too_large), 4), a::list_newest,
         pause_of::backoff, false, false},
        {"a watch is not answered", unanswered(of(a::watch, errc::timed_out)), a::watch, pause_of::turn,
         false, false},
        {"two watches are not opened", never_opened(of(a::watch, errc::service_unavailable), 2), a::watch,
         pause_of::backoff, false, false},
        {"nor is the third", never_opened(of(a::watch, errc::service_unavailable), 3), a::confirm,
         pause_of::backoff, false, false},
        {"three watches are forbidden", never_opened(of(a::watch, errc::forbidden), 3), a::confirm,
         pause_of::backoff, false, true},
        {"three are not answered", never_opened(unanswered(of(a::watch, errc::timed_out)), 3), a::confirm,
         pause_of::turn, false, false},
        {"the question is not answered either", never_opened(unanswered(of(a::confirm, errc::timed_out)), 3),
         a::watch, pause_of::turn, false, false},
        {"it was answered, and only watches are not",
         never_opened(unanswered(of(a::watch, errc::timed_out)), 4, true), a::list, pause_of::backoff, false,
         false},
        {"it was answered, and the next watch is throttled",
         never_opened(of(a::watch, errc::throttled), 3, true), a::watch, pause_of::backoff, false, false},
        {"it was answered, and the next connection is refused",
         never_opened(unanswered(of(a::watch, errc::connect_failed)), 3, true), a::watch, pause_of::turn,
         false, false},
        {"it was answered, and the next watch from a snapshot is throttled",
         never_opened(of(a::resume, errc::throttled), 3, true), a::resume, pause_of::backoff, false, false},
        {"it was answered, and the next server lags",
         never_opened(of(a::resume, errc::version_too_large), 3, true), a::resume, pause_of::backoff, false,
         false},
        {"nothing was asked, and the next watch is throttled", never_opened(of(a::watch, errc::throttled), 3),
         a::watch, pause_of::backoff, false, false},
        {"the list that stands in for watches is not answered",
         never_opened(unanswered(of(a::list, errc::timed_out)), 4, true), a::watch, pause_of::turn, false,
         false},
        {"that list fails as well", never_opened(of(a::list, errc::service_unavailable), 4, true), a::watch,
         pause_of::backoff, false, false},
        {"a list fails after watches that were not opened, and nothing was asked",
         never_opened(of(a::list, errc::service_unavailable), 4), a::list, pause_of::backoff, false, false},
        {"the list that stands in for watches is complete", never_opened(of(a::list, {}, true), 4, true),
         a::watch, pause_of::none, false, false},
        {"two streamed lists are not opened",
         never_opened(unanswered(of(a::stream, errc::service_unavailable)), 2), a::stream, pause_of::turn,
         false, false},
        {"nor is the third streamed list",
         never_opened(unanswered(of(a::stream, errc::service_unavailable)), 3), a::confirm, pause_of::turn,
         false, false},
        {"the question about streamed lists is answered",
         in_place_of(a::stream, never_opened(of(a::confirm, {}), 3, true)), a::stream, pause_of::none, false,
         false},
        {"the question about streamed lists is not answered",
         in_place_of(a::stream, never_opened(unanswered(of(a::confirm, errc::timed_out)), 3)), a::stream,
         pause_of::turn, false, false},
        {"the question was answered, and a streamed list is not opened again",
         never_opened(unanswered(of(a::stream, errc::service_unavailable)), 4, true), a::list,
         pause_of::backoff, false, false},
        {"three watches from a snapshot are not answered",
         never_opened(unanswered(of(a::resume, errc::timed_out)), 3), a::confirm, pause_of::turn, false,
         false},
        {"the question about a snapshot is answered",
         in_place_of(a::resume, never_opened(of(a::confirm, {}), 3, true)), a::resume, pause_of::none, false,
         false},
        {"the question about a snapshot is not answered",
         in_place_of(a::resume, never_opened(unanswered(of(a::confirm, errc::timed_out)), 3)), a::resume,
         pause_of::turn, false, false},
        {"an outage goes on, and watches from a snapshot are refused in it",
         never_opened(of(a::resume, errc::service_unavailable), 8), a::confirm, pause_of::backoff, false,
         false},
        {"the question was answered, and a watch from a snapshot is not opened again",
         never_opened(unanswered(of(a::resume, errc::timed_out)), 4, true), a::list, pause_of::backoff, false,
         false},
        {"the server lacks the version of a snapshot that it is asked about",
         in_place_of(a::resume, of(a::confirm, errc::version_too_large)), a::resume, pause_of::backoff, false,
         false},
        {"no question about a snapshot is answered while an outage lasts",
         in_place_of(a::resume, never_opened(again(of(a::confirm, errc::service_unavailable), 8), 8)),
         a::resume, pause_of::backoff, false, false},
        {"it still lacks the version of the snapshot",
         in_place_of(a::resume, again(of(a::confirm, errc::version_too_large), 4)), a::list,
         pause_of::backoff, false, false},
        {"a list goes silent", of(a::list, errc::silent_connection), a::list_newest, pause_of::backoff, false,
         false},
        {"a list is not answered", of(a::list, errc::timed_out), a::list_newest, pause_of::backoff, false,
         false},
        {"the server fails inside", of(a::watch, errc::internal_server_error), a::watch, pause_of::backoff,
         false, false},
        {"the server asks for patience", of(a::watch, errc::throttled, false, true, 7), a::watch,
         pause_of::retry_after, false, false},
        {"throttled without saying for how long", of(a::list, errc::throttled), a::list, pause_of::backoff,
         false, false},
        {"unavailable for a known time", of(a::list, errc::service_unavailable, false, true, 3), a::list,
         pause_of::retry_after, false, false},
        {"forbidden", of(a::list, errc::forbidden), a::list, pause_of::backoff, false, true},
        {"token refused in a watch", unanswered(of(a::watch, errc::unauthorized)), a::watch, pause_of::turn,
         false, true},
        {"no such resource", of(a::list, errc::not_served), a::list, pause_of::backoff, false, true},
        {"not any more", of(a::watch, errc::not_served, true), a::list, pause_of::backoff, true, true},
        {"certificate of another host", unanswered(of(a::list, errc::tls_wrong_host)), a::list,
         pause_of::turn, false, true},
        {"a watch that is not JSON", of(a::watch, errc::malformed_json, true), a::list, pause_of::backoff,
         true, true},
        {"an HTML page", of(a::list, errc::unexpected_content), a::list, pause_of::backoff, false, true},
        {"a selector that the server refuses", of(a::list, errc::bad_request), a::list, pause_of::backoff,
         false, true},
        {"a gained part is read", of(a::extend, {}), a::watch, pause_of::none, false, false},
        {"its version is gone", of(a::extend, errc::expired), a::list, pause_of::none, false, false},
        {"the server lacks its version", of(a::extend, errc::version_too_large), a::list, pause_of::backoff,
         false, false},
        {"it fails inside", of(a::extend, errc::internal_server_error), a::list, pause_of::backoff, false,
         false},
        {"it gives no exact lists", of(a::extend, errc::bad_request), a::list, pause_of::backoff, false,
         true},
        {"it is at another version", of(a::extend, errc::unexpected_content), a::list, pause_of::backoff,
         false, true},
        {"it keeps the list waiting", unanswered(of(a::extend, errc::silent_connection)), a::list,
         pause_of::turn, false, false},
        {"it is busy", of(a::extend, errc::throttled, false, true, 7), a::extend, pause_of::retry_after,
         false, false},
        {"it is away", unanswered(of(a::extend, errc::connect_failed)), a::extend, pause_of::turn, false,
         false},
    };

    for (auto const& r : rows) {
        INFO(r.situation);
        auto const then = recover_from(r.how);
        CHECK(then.next == r.next);
        CHECK(then.wait == r.wait);
        CHECK(then.reset_backoff == r.reset);
        CHECK(then.report_at_once == r.report_at_once);
    }
}

TEST_CASE("a streamed list is tried again where that may help, and otherwise a paged list takes its place")
{
    struct stream_row {
        char const* situation;
        error_code code;
        unsigned failed;
        approach next;
        pause_of wait;
        bool give_up;
    };
    using a = approach;
    stream_row const rows[] = {
        {"the server does not know how", errc::invalid, 1, a::list, pause_of::none, true},
        {"its end does not come", errc::stream_unfinished, 1, a::list, pause_of::backoff, false},
        {"again", errc::stream_unfinished, 2, a::list, pause_of::backoff, true},
        {"it breaks off", errc::truncated, 1, a::stream, pause_of::backoff, false},
        {"again", errc::truncated, 2, a::list, pause_of::backoff, false},
        {"the server is busy", errc::throttled, 1, a::stream, pause_of::backoff, false},
        {"still", errc::throttled, 2, a::list, pause_of::backoff, false},
        {"watching is not allowed", errc::forbidden, 1, a::list, pause_of::none, false},
        {"it is not JSON", errc::malformed_json, 1, a::list, pause_of::none, false},
        {"the version is gone", errc::expired, 1, a::list_newest, pause_of::none, false},
        {"the server is behind", errc::version_too_large, 1, a::stream, pause_of::backoff, false},
        {"it still is", errc::version_too_large, 4, a::list_newest, pause_of::backoff, false},
    };
    for (auto const& r : rows) {
        INFO(r.situation);
        auto how = of(a::stream, r.code);
        how.streams = true;
        how.in_a_row = {
            .gone = r.failed, .behind = r.failed, .streams_failed = r.failed, .streams_unfinished = r.failed};
        auto const then = recover_from(how);
        CHECK(then.next == r.next);
        CHECK(then.wait == r.wait);
        CHECK(then.give_up_streams == r.give_up);
        CHECK_FALSE(then.report_at_once); // a list follows, and its failure would be reported as well
    }
    auto expired = of(a::watch, errc::expired, true);
    expired.streams = true;
    CHECK(recover_from(expired).next == a::stream);
    auto stuck = again(of(a::watch, errc::truncated), max_stuck_in_a_row);
    stuck.streams = true;
    CHECK(recover_from(stuck).next == a::stream);
}

TEST_CASE("a streamed list that the server did not answer is no reason to ask for pages")
{
    for (auto const code : {errc::connect_failed, errc::timed_out, errc::unauthorized, errc::tls_untrusted}) {
        auto how = unanswered(of(approach::stream, code));
        how.streams = true;
        auto const then = recover_from(how);
        CHECK(then.next == approach::stream);
        CHECK(then.wait == pause_of::turn);
    }
}

TEST_CASE("a server that lacks the known version makes the next list compare contents")
{
    for (auto during : {approach::list, approach::stream, approach::watch, approach::confirm}) {
        CHECK(recover_from(of(during, errc::version_too_large)).history_in_doubt);
        CHECK(recover_from(of(during, errc::history_replaced)).history_in_doubt);
        CHECK(recover_from(of(during, errc::copy_differs)).history_in_doubt);
        CHECK_FALSE(recover_from(of(during, errc::expired)).history_in_doubt);
    }
    auto const asks_about_snapshot = of(approach::confirm, errc::version_too_large);
    CHECK_FALSE(recover_from(in_place_of(approach::resume, asks_about_snapshot)).history_in_doubt);
}
