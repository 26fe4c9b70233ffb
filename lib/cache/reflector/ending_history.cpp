#include "cache/reflector/ending_history.hpp"

#include "api/client/server_access.hpp"
#include "core/handled_api_error.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

namespace {

// A healthy server keeps a watch open for longer than this.
constexpr duration early = std::chrono::seconds(2);

// After this many quiet watches, the server is asked if it still has the known version. It is about an hour.
constexpr unsigned most_quiet_watches = 8;

} // namespace

ending ending_of(boost::system::system_error const& failure, std::string const& path, approach during,
                 attempt_record& of)
{
    auto const* const refused = handled_api_error();
    auto const* const verb = is_watch(during) ? "watch" : during == approach::confirm ? "get" : "list";
    api_error const described = refused ? *refused : api_error(failure.code(), "", "");
    ending how{.code = failure.code(), .failure = std::make_exception_ptr(described.during(verb, path))};
    if (!refused) return how;
    auto const http_status = refused->status().code;
    of.answered |= http_status != 0 && server_access::counts_as_answer(http_status);
    how.stated_by_server = http_status != 0;
    how.retry_after = refused->retry_after();
    return how;
}

// Servers before Kubernetes 1.31 serve a list without a version from etcd, and everything else from a cache.
// If etcd tells that cache of the progress of other kinds every ten minutes only, the cache of a quiet kind
// is behind each such list. Another list would cost the server much, and change nothing. After a while it is
// read all the same, because a server that was restored from a backup answers likewise, and its list does go
// back.
void ending_history::list_was_read(bool went_back, time_point now) noexcept
{
    bool const was_in_vain = !went_back && in_a_row_.behind >= max_behind_in_a_row;
    if (was_in_vain) lag_is_harmless_until_ = now + std::chrono::minutes(10);
    if (went_back) lag_is_harmless_until_ = {};
    in_a_row_.streams_failed = in_a_row_.stuck = in_a_row_.behind = in_a_row_.lists_gone = 0;
}

void ending_history::classify(ending& how, attempt_record const& of, time_point now)
{
    bool const moved = std::exchange(progress_, false);
    bool const showed_version = moved || of.versioned_event;
    bool const cut = how.code == errc::watch_cut_short;
    how.lived = of.opened && !cut && now - *of.opened >= lived_after_;
    bool const silent = how.during == approach::watch && how.code == errc::silent_connection && of.opened;
    if (is_watch(how.during))
        last_watch_ = how.during;
    else if (of.opened) // a question about an open watch was not answered: see watch_follower::follow()
        last_watch_ = approach::watch;
    how.instead_of = last_watch_;
    how.answered = of.answered;
    how.early = !of.opened || now - *of.opened < early;
    how.brief = now - of.list_ended.value_or(of.began) < std::chrono::seconds(1);
    // If the server ended the watch normally, a sign of life counts as progress. A watch that fails has made
    // progress only if it brought a new version, or if it lasted and the server did not end it with an error:
    // a watch that the server ended with an error may fail again at the same event.
    how.progress = how.failure ? moved || (how.lived && !how.stated_by_server) : showed_version || how.lived;
    how.brought_news = of.new_version;
    how.quiet =
        silent || (how.during == approach::watch && of.opened && !showed_version && !how.brief && !cut);
    how.quiet = is_question_due(how, showed_version) && how.quiet;
    // A proxy may cut each watch after some seconds. If the server answers the question that follows, the
    // next pause is a first one, as it is behind a watch that was ended in order: changes wait for the watch.
    if (how.during == approach::watch)
        was_lost_late_ = how.failure && !how.early && !how.stated_by_server;
    else if (how.during == approach::confirm && !how.failure)
        how.early = !was_lost_late_;
    count(how, showed_version);
    count_unopened(how, of.opened.has_value());
    count_resumed(how, of.opened.has_value());
    how.in_a_row = in_a_row_;
    if (how.during == approach::list && how.failure)
        in_a_row_.only_watches_fail = false; // the table knows it once more
}

// A watch that fails may have failed because the server was restored. So the first quiet watch after a
// failure is followed by the question. A quiet watch that the server ends normally, after others of that
// sort, belongs to a kind without bookmarks, and there the question would double what a quiet informer costs.
bool ending_history::is_question_due(ending const& how, bool showed_version)
{
    if (how.failure) quiet_watches_.reset();
    if (how.failure || how.during != approach::watch) return true;
    if (showed_version) quiet_watches_ = 0;
    if (!how.lived || !quiet_watches_) return true;
    return ++*quiet_watches_ >= most_quiet_watches;
}

void ending_history::count(ending const& how, bool showed_version)
{
    bool const watched = how.during == approach::watch;
    bool const cut = how.code == errc::watch_cut_short;
    bool const ended_in_time = !how.failure && !how.early;
    if (watched && (how.progress || ended_in_time)) in_a_row_.stuck = 0;
    // a single event would not prove that the server has recovered
    if (watched && how.lived) in_a_row_.gone = 0;
    if (how.code == condition::gone) {
        ++in_a_row_.gone;
        bool const paged = how.during == approach::list || how.during == approach::list_again ||
                           how.during == approach::list_newest;
        if (paged) ++in_a_row_.lists_gone;
    }
    if (cut)
        ++in_a_row_.cut_short;
    else if (watched && !how.brief)
        in_a_row_.cut_short = 0;
    if (how.code == errc::version_too_large)
        ++in_a_row_.behind;
    else if (showed_version) // a lost connection, or a watch that is silent, says nothing about the server's
                             // version
        in_a_row_.behind = 0;
    if (may_be_stuck(how)) ++in_a_row_.stuck;
    if (how.during == approach::stream && how.answered) {
        ++in_a_row_.streams_failed;
        if (how.code == errc::stream_unfinished) ++in_a_row_.streams_unfinished;
    }
}

void ending_history::count_unopened(ending const& how, bool opened) noexcept
{
    if (opened) {
        in_a_row_.unopened = 0;
        in_a_row_.only_watches_fail = false;
    } else if (how.failure && is_unopened(how)) {
        ++in_a_row_.unopened;
    }
}

// A watch that is not opened in an outage does not count, because the server is asked about it. One that was
// open and is lost counts, because nothing has vouched for the snapshot meanwhile.
void ending_history::count_resumed(ending const& how, bool opened) noexcept
{
    if (how.during != approach::resume || !how.failure) return;
    bool const is_asked_about =
        !opened && is_unopened(how) && condition_of(how.code) == condition::unavailable;
    if ((how.stated_by_server || opened) && !is_asked_about) ++in_a_row_.resumes_failed;
}

bool was_cut_short(attempt_record const& watch, time_point now) noexcept
{
    auto const lasted = now - watch.opened.value_or(now);
    return !watch.any_line && lasted < std::min<duration>(early, watch.asked_for / 2);
}

} // namespace coinformer::detail
