#include "cache/reflector/ending_history.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::literals;

namespace {

constexpr time_point noon{12h};

// A watch that was opened at noon.
struct watched {
    ending_history history{30s};
    attempt_record record{.began = noon, .answered = true, .opened = noon, .asked_for = 5min};

    ending ends(duration after, error_code code = {}, approach during = approach::watch)
    {
        ending how{.during = during, .code = code};
        if (code) how.failure = std::make_exception_ptr(api_error(code, "", ""));
        history.classify(how, record, noon + after);
        return how;
    }
};

} // namespace

TEST_CASE_METHOD(
    watched, "a watch that lasts as long as the longest pause is a success, even if nothing happens in it")
{
    CHECK(ends(30s).progress);
    CHECK(ends(30s).lived);
    CHECK_FALSE(ends(29s).progress);
    CHECK(ends(29s).quiet);
    record.versioned_event = true;
    CHECK(ends(29s).progress);
    CHECK_FALSE(ends(29s).quiet);
}

TEST_CASE_METHOD(
    watched,
    "of quiet watches that the server ends normally, the first after a failure counts, and then the eighth")
{
    for (int round = 0; round != 2; ++round) {
        CHECK(ends(5min, errc::truncated).quiet); // the server may have been restored
        CHECK(ends(5min).quiet);
        CHECK(ends(5min).quiet); // until the server has answered
        history.version_was_confirmed();
        for (int i = 0; i != 7; ++i) CHECK_FALSE(ends(5min).quiet);
        CHECK(ends(5min).quiet);
        CHECK(ends(5min).quiet);
    }
    history.version_was_confirmed();
    CHECK(ends(29s).quiet); // it has not lasted
    record.versioned_event = true;
    CHECK_FALSE(ends(5min).quiet);
}

TEST_CASE_METHOD(watched, "progress counts once: the next attempt has to make its own")
{
    history.note_progress();
    CHECK(ends(5s, errc::truncated).progress);
    CHECK_FALSE(ends(5s, errc::truncated).progress);
}

TEST_CASE_METHOD(watched,
                 "a watch that the server ends with an error needs more than time to count as progress")
{
    ending how{.during = approach::watch, .code = errc::internal_server_error, .stated_by_server = true};
    how.failure = std::make_exception_ptr(api_error(how.code, "", ""));
    history.classify(how, record, noon + 1h);
    CHECK(how.lived);
    CHECK_FALSE(how.progress);
}

TEST_CASE_METHOD(
    watched,
    "watches that are answered and fail without bringing anything are counted until one makes progress")
{
    CHECK(ends(1s, errc::truncated).in_a_row.stuck == 1);
    CHECK(ends(1s, errc::truncated).in_a_row.stuck == 2);
    CHECK(ends(1s, errc::service_unavailable).in_a_row.stuck == 2); // it says nothing about the version
    history.note_progress();
    CHECK(ends(1s, errc::truncated).in_a_row.stuck == 0);
    CHECK(ends(1s, errc::truncated).in_a_row.stuck == 1);
    history.list_was_read(false, noon);
    CHECK(ends(1s, errc::truncated).in_a_row.stuck == 1);
}

TEST_CASE_METHOD(
    watched, "watches that are not opened are counted until one is, and lists in between do not end the row")
{
    record.opened.reset();
    CHECK(ends(1s, errc::forbidden).in_a_row.unopened == 1);
    CHECK(ends(1s, errc::timed_out, approach::stream).in_a_row.unopened == 2);
    CHECK(ends(1s, errc::throttled).in_a_row.unopened == 2);
    history.version_was_confirmed();
    CHECK_FALSE(ends(1s, errc::throttled).in_a_row.only_watches_fail); // two may be chance
    history.list_was_read(false, noon);
    CHECK(ends(1s, errc::service_unavailable).in_a_row.unopened == 3);
    CHECK_FALSE(ends(1s, errc::throttled).in_a_row.only_watches_fail);
    history.version_was_confirmed();
    CHECK(ends(1s, errc::service_unavailable).in_a_row.only_watches_fail);
    CHECK(ends(1s, {}, approach::list).in_a_row.only_watches_fail);
    CHECK(ends(1s, errc::service_unavailable, approach::list).in_a_row.only_watches_fail); // once more
    CHECK_FALSE(ends(1s, errc::service_unavailable).in_a_row.only_watches_fail);
    history.version_was_confirmed();

    CHECK(history.are_watches_refused());
    record.opened = noon;
    auto const opened = ends(1s, errc::truncated).in_a_row;
    CHECK(opened.unopened == 0);
    CHECK_FALSE(history.are_watches_refused());
    CHECK_FALSE(opened.only_watches_fail);
}

TEST_CASE_METHOD(watched, "a question and a list are about the kind of the last watch")
{
    record.opened.reset();
    CHECK(ends(1s, errc::truncated, approach::list).instead_of == approach::watch);
    CHECK(ends(1s, errc::truncated, approach::stream).instead_of == approach::stream);
    CHECK(ends(1s, {}, approach::confirm).instead_of == approach::stream);
    CHECK(ends(1s, errc::truncated, approach::list).instead_of == approach::stream);
    CHECK(ends(1s, errc::truncated, approach::resume).instead_of == approach::resume);
    CHECK(ends(1s, {}, approach::confirm).instead_of == approach::resume);
    CHECK(ends(1s, errc::truncated, approach::watch).instead_of == approach::watch);
    CHECK(ends(1s, errc::truncated, approach::stream).instead_of == approach::stream);
    record.opened = noon; // a streamed list goes on as a watch, about which a question is not answered
    CHECK(ends(1s, errc::silent_connection, approach::confirm).instead_of == approach::watch);
}

TEST_CASE_METHOD(watched, "watches from a snapshot count unless they were not opened in an outage")
{
    auto const ends_resume = [this](errc why, bool stated) {
        ending how{.during = approach::resume, .code = why, .stated_by_server = stated};
        how.failure = std::make_exception_ptr(api_error(why, "", ""));
        history.classify(how, record, noon + 5s);
        return how.in_a_row.resumes_failed;
    };
    CHECK(ends_resume(errc::connection_reset, false) == 1); // it was open
    CHECK(ends_resume(errc::service_unavailable, true) == 2);
    record.opened.reset();
    CHECK(ends_resume(errc::service_unavailable, true) == 2);
    CHECK(ends_resume(errc::connection_reset, false) == 2);
    CHECK(ends_resume(errc::connect_failed, false) == 2);
    CHECK(ends_resume(errc::throttled, true) == 3);
    CHECK(ends_resume(errc::unauthorized, true) == 4);
    CHECK(ends_resume(errc::forbidden, true) == 5);
}

TEST_CASE_METHOD(watched,
                 "an answered question counts as early, unless the watch before it was lost after a while")
{
    CHECK(ends(1s, {}, approach::confirm).early);
    (void)ends(5s, errc::truncated);
    record.opened.reset(); // a question opens no watch
    CHECK_FALSE(ends(1s, {}, approach::confirm).early);
    CHECK(ends(1s, errc::timed_out, approach::confirm).early);
    (void)ends(1s, errc::truncated);
    CHECK(ends(1s, {}, approach::confirm).early);
}

TEST_CASE_METHOD(watched, "answers 410 in a row are counted until a watch has lasted; one event ends nothing")
{
    CHECK(ends(1s, errc::expired).in_a_row.gone == 1);
    record.versioned_event = true;
    CHECK(ends(1s, errc::expired).in_a_row.gone == 2);
    CHECK(ends(30s, errc::expired).in_a_row.gone == 1);
}

TEST_CASE_METHOD(watched,
                 "a server that lacks the version is behind until it shows one, or confirms the known one")
{
    CHECK(ends(1s, errc::version_too_large).in_a_row.behind == 1);
    CHECK(ends(1s, errc::connection_reset).in_a_row.behind == 1);
    CHECK(ends(1s, errc::version_too_large).in_a_row.behind == 2);
    history.version_was_confirmed();
    CHECK(ends(1s, errc::version_too_large).in_a_row.behind == 1);
    record.versioned_event = true;
    CHECK(ends(1s, errc::truncated).in_a_row.behind == 0);
}

TEST_CASE_METHOD(watched, "streamed lists that fail are counted until a list is complete")
{
    CHECK(ends(1s, errc::stream_unfinished, approach::stream).in_a_row.streams_failed == 1);
    CHECK(ends(1s, errc::truncated, approach::stream).in_a_row.streams_failed == 2);
    CHECK(ends(1s, errc::stream_unfinished, approach::stream).in_a_row.streams_unfinished == 2);
    history.list_was_read(false, noon);
    CHECK(ends(1s, errc::stream_unfinished, approach::stream).in_a_row.streams_failed == 1);
    history.stream_was_finished();
    CHECK(ends(1s, errc::stream_unfinished, approach::stream).in_a_row.streams_unfinished == 1);
    record.answered = false;
    CHECK(ends(1s, errc::connect_failed, approach::stream).in_a_row.streams_failed == 2);
}

TEST_CASE_METHOD(watched,
                 "a watch is cut short if it ends at once with nothing in it, though it should stay open")
{
    CHECK(was_cut_short(record, noon + 1999ms));
    CHECK_FALSE(was_cut_short(record, noon + 2s));
    record.any_line = true;
    CHECK_FALSE(was_cut_short(record, noon + 1s));
    record.any_line = false;
    record.asked_for = 1s; // half of it is enough
    CHECK(was_cut_short(record, noon + 499ms));
    CHECK_FALSE(was_cut_short(record, noon + 500ms));

    CHECK(ends(1s, errc::watch_cut_short).in_a_row.cut_short == 1);
    CHECK(ends(1s, errc::watch_cut_short).in_a_row.cut_short == 2);
    CHECK(ends(900ms).in_a_row.cut_short == 2); // too brief to show anything
    CHECK(ends(10s).in_a_row.cut_short == 0);
}

TEST_CASE_METHOD(watched,
                 "how early and how brief an ending is counts from the answer, and from the end of the list")
{
    CHECK(ends(1999ms).early);
    CHECK_FALSE(ends(2s).early);
    CHECK(ends(999ms).brief);
    CHECK_FALSE(ends(1s).brief);
    record.list_ended = noon + 10s; // a streamed list that goes on as a watch
    CHECK(ends(10'999ms).brief);
    CHECK_FALSE(ends(11s).brief);
}

TEST_CASE_METHOD(watched,
                 "a server that lacks the version, though its list has it, is not listed for a while")
{
    auto const lags = [&](bool went_back) {
        for (int i = 0; i != 4; ++i) ends(1s, errc::version_too_large);
        history.list_was_read(went_back, noon);
    };
    CHECK_FALSE(history.is_lag_harmless(noon));
    lags(false);
    CHECK(history.is_lag_harmless(noon + 10min - 1s));
    CHECK_FALSE(history.is_lag_harmless(noon + 10min));
    history.list_was_read(false, noon + 10min); // a list for another reason says nothing of it
    CHECK_FALSE(history.is_lag_harmless(noon + 10min));
    lags(true); // the history of the server was replaced
    CHECK_FALSE(history.is_lag_harmless(noon));
}
