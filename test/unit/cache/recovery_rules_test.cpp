// Rules of the recovery table that are not about one ending. Some of them say which endings are counted, as a
// sign that watches are stuck or refused. The others hold for many endings.

#include "endings.hpp"

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace test::endings;
using pause_of = recovery::pause;

TEST_CASE("only failures that the server answered, at the same version, count as being stuck")
{
    CHECK(may_be_stuck(of(approach::watch, errc::truncated)));
    CHECK(may_be_stuck(of(approach::watch, errc::connection_reset)));
    CHECK(may_be_stuck(of(approach::watch, errc::internal_server_error)));
    CHECK_FALSE(may_be_stuck(of(approach::watch, {}, false, true)));
    CHECK_FALSE(may_be_stuck(of(approach::watch, errc::truncated, true)));
    CHECK_FALSE(may_be_stuck(unanswered(of(approach::watch, errc::connection_reset))));
    // The server sends what it has at once, so this connection was lost while the server had nothing to send.
    auto late = of(approach::watch, errc::truncated);
    late.early = false;
    CHECK_FALSE(may_be_stuck(late));
    CHECK_FALSE(may_be_stuck(of(approach::list, errc::truncated)));
    for (auto const code : {errc::throttled, errc::service_unavailable, errc::timed_out,
                            errc::silent_connection, errc::version_too_large, errc::forbidden})
        CHECK_FALSE(may_be_stuck(of(approach::watch, code)));
}

TEST_CASE("a list that is complete, and a version that is confirmed, are followed by a watch at once")
{
    for (auto during : {approach::list, approach::list_newest, approach::list_again, approach::confirm}) {
        auto const then = recover_from(of(during, {}));
        CHECK(then.next == approach::watch);
        CHECK(then.wait == pause_of::none);
        CHECK_FALSE(then.reset_backoff); // only a watch that lasts shows that all is well
    }
}

TEST_CASE(
    "no failure, in whichever attempt, is followed by the same request at once, apart from the first 410")
{
    for (int code = static_cast<int>(errc::cancelled); code <= static_cast<int>(errc::unknown_field); ++code)
        for (auto during : {approach::stream, approach::list, approach::list_newest, approach::list_again,
                            approach::watch, approach::confirm}) {
            error_code const why(code, error_category());
            INFO(why.message() << " in attempt " << static_cast<int>(during));
            auto const then = recover_from(of(during, why));
            bool const list_instead = during == approach::stream && then.next == approach::list;
            bool const at_once = then.wait == pause_of::none;
            if (!list_instead) CHECK(at_once == (why == condition::gone));
            auto const next_time = recover_from(again(of(during, why), 2));
            if (next_time.wait == pause_of::none) CHECK((list_instead && next_time.next == approach::list));
        }
}

TEST_CASE("a watch that is not opened counts unless every request would have failed like it")
{
    for (auto const during : {approach::watch, approach::stream, approach::resume}) {
        CHECK(is_unopened(of(during, errc::forbidden)));
        CHECK(is_unopened(of(during, errc::service_unavailable)));
        CHECK(is_unopened(of(during, errc::timed_out)));
        CHECK(is_unopened(of(during, errc::connection_reset)));
        CHECK_FALSE(is_unopened(of(during, errc::connect_failed)));
        CHECK_FALSE(is_unopened(of(during, errc::tls_untrusted)));
        CHECK_FALSE(is_unopened(of(during, errc::unauthorized)));
        CHECK_FALSE(is_unopened(of(during, errc::throttled)));
        CHECK_FALSE(is_unopened(of(during, errc::expired)));
        CHECK_FALSE(is_unopened(of(during, errc::version_too_large)));
        CHECK_FALSE(is_unopened(of(during, {})));
    }
    CHECK_FALSE(is_unopened(of(approach::list, errc::service_unavailable)));
    CHECK_FALSE(is_unopened(of(approach::confirm, errc::service_unavailable)));
}

TEST_CASE("an answered question begins the back-off anew if the watch before it was lost after a while")
{
    auto how = of(approach::confirm, {});
    CHECK_FALSE(recover_from(how).reset_backoff);
    how.early = false;
    CHECK(recover_from(how).reset_backoff);
    CHECK(recover_from(how).next == approach::watch);
    CHECK(recover_from(how).wait == pause_of::none);
}

TEST_CASE("a paged list in place of streamed lists that are not answered gives way to these if it is not "
          "answered either")
{
    auto how = never_opened(unanswered(of(approach::list, errc::service_unavailable)), 3);
    CHECK(recover_from(how).next == approach::list);
    how.streams = true;
    CHECK(recover_from(how).next == approach::stream);
    how.answered = true;
    CHECK(recover_from(how).next == approach::list);
    how.in_a_row.only_watches_fail = true;
    how.instead_of = approach::stream;
    CHECK(recover_from(how).next == approach::stream); // there is no version from which to watch
    how.instead_of = approach::watch;
    CHECK(recover_from(how).next == approach::watch);
}
