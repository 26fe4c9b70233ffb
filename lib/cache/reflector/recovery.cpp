#include "cache/reflector/recovery.hpp"

namespace coinformer::detail {

namespace {

using pause = recovery::pause;

// Returns the approach for reading the whole collection.
approach read_again(ending const& e) noexcept
{
    return e.streams ? approach::stream : approach::list;
}

// After 410 the server has forgotten the known version, so that changes since then can only be found by a
// list. A watch is followed by a list that is not older than the known version, which any server that is up
// to date can serve. A list that gets 410 as well is asked for in another way.
approach after_gone(ending const& e) noexcept
{
    switch (e.during) {
    case approach::watch:
    case approach::resume:
    case approach::extend: return read_again(e);
    case approach::stream: return approach::list_newest;
    case approach::list:
    case approach::list_again: return approach::list_again; // a token expired, or the version was compacted
    case approach::list_newest:
    case approach::confirm: return approach::list_newest;
    }
    return approach::list_newest;
}

// A server that does not have the known version yet sends nothing on a watch until it has this version, and
// lets a list wait for some seconds. If its history was replaced, it may never have the version. So a silent
// watch is followed by a question to the server, and a list that was kept waiting is followed by a list at
// the newest version.
approach after_silence(ending const& e) noexcept
{
    if (e.quiet) return approach::confirm;
    bool const kept_waiting = e.code == errc::silent_connection || e.code == errc::timed_out;
    return e.during == approach::list && kept_waiting ? approach::list_newest : e.during;
}

bool is_behind(ending const& e) noexcept
{
    return e.code == errc::version_too_large || e.code == errc::history_replaced ||
           e.code == errc::copy_differs;
}

// A server that lags behind the others catches up within seconds, or another server answers the next attempt.
// So its history counts as replaced only after several such answers. A server that has shown an older version
// gets no such patience. In both cases the next list has to compare contents, because versions prove nothing.
recovery after_behind(ending const& e, recovery r) noexcept
{
    bool const lags = e.code == errc::version_too_large && e.in_a_row.behind < max_behind_in_a_row;
    bool const asks_about_snapshot = e.during == approach::confirm && e.instead_of == approach::resume;
    // The snapshot is perhaps of a history that the server does not have.
    if (e.during == approach::resume || asks_about_snapshot) {
        r.next = lags ? approach::resume : read_again(e);
        return r;
    }
    r.history_in_doubt = true;
    r.next = lags ? e.during : approach::list_newest;
    return r;
}

// A streamed list that fails is not tried for ever, because each one begins from the first object again,
// while a paged list makes progress page by page.
recovery after_stream(ending const& e, recovery r) noexcept
{
    if (!e.answered) return r;
    r.report_at_once = false; // a list follows, and its failure would be reported as well
    switch (condition_of(e.code)) {
    case condition::gone: return r;
    case condition::rejected: // the server does not know streamed lists
        return {.next = approach::list, .wait = pause::none, .give_up_streams = true};
    case condition::throttled:
    case condition::unavailable:
        if (is_behind(e)) return r;
        if (e.code == errc::stream_unfinished) r.give_up_streams = e.in_a_row.streams_unfinished >= 2;
        if (e.code == errc::stream_unfinished || e.in_a_row.streams_failed >= 2) r.next = approach::list;
        return r;
    default: // a paged list needs no permission to watch, and perhaps it can be decoded
        return {.next = approach::list, .wait = pause::none};
    }
}

std::string in_words(approach next)
{
    switch (next) {
    case approach::resume: return "watch from the version of the snapshot";
    case approach::stream: return "read a streamed list";
    case approach::list:
    case approach::list_again: return "list";
    case approach::list_newest: return "list the newest state";
    case approach::watch: return "watch from the last version";
    case approach::confirm: return "ask the server if it has the last version";
    case approach::extend: return "list what the share has gained";
    }
    return "";
}

// Returns true if the failure has nothing to do with this request: there was no answer, or a refusal that any
// request would get. Every other informer of the client would fare the same, so one of them tries for all.
bool is_turned_away(ending const& e) noexcept
{
    if (e.answered) return false;
    auto const what = condition_of(e.code);
    return what == condition::unavailable || what == condition::unauthorized ||
           what == condition::untrusted || what == condition::misconfigured;
}

// Something may refuse watches while it lets other requests through, as a question to the server shows. A
// list then keeps the copy as fresh as the pauses are long. It is a paged one, because a streamed list is a
// watch, too. If that list fails as well, not only watches are refused, and what the list stood in for is
// tried again: after an outage nobody should list.
recovery after_unopened(ending const& e, recovery r) noexcept
{
    bool const only_watches_fail = e.in_a_row.only_watches_fail;
    bool const stood_in_in_vain =
        only_watches_fail && e.during == approach::list && r.next == approach::list_newest && !e.answered;
    if (e.in_a_row.unopened < max_unopened_in_a_row) return r;
    if (r.next != e.during && !stood_in_in_vain) return r;
    if (is_watch(e.during)) {
        if (!is_unopened(e)) return r; // every request would have met this failure
        r.next = only_watches_fail ? approach::list : approach::confirm;
        // other requests get through, so there is no outage whose end could be awaited
        if (only_watches_fail && r.wait == pause::turn) r.wait = pause::backoff;
    } else if (e.during == approach::list && (only_watches_fail || !e.answered)) {
        bool const watches_go_on = only_watches_fail && e.instead_of == approach::watch;
        r.next = watches_go_on ? approach::watch : read_again(e);
    }
    return r;
}

// Returns true if a list has to do what a watch from the snapshot's version cannot: a client may be allowed
// to list and not to watch, or the server may fail at this version.
bool is_resumed_in_vain(ending const& e) noexcept
{
    // The watch was silent, or the question about it was: nothing has vouched for its version.
    bool const is_silent =
        e.code == errc::silent_connection || (e.code == errc::timed_out && !e.stated_by_server);
    if (is_silent && e.answered) return true;
    bool const was_open = e.answered && !e.stated_by_server && !e.early;
    bool const may_pass = is_turned_away(e) || condition_of(e.code) == condition::throttled ||
                          (condition_of(e.code) == condition::unavailable && !was_open);
    return e.in_a_row.resumes_failed >= (may_pass ? max_resumes_turned_away : max_resumes_refused);
}

// Returns true if the failure says nothing about lists at an exact version: the server is away, or busy.
// After any other failure what was gained is read with everything else, because a list can do that on any
// server, and because nobody watches the rest meanwhile.
bool may_extend_later(ending const& e) noexcept
{
    bool const kept_waiting = e.code == errc::silent_connection || e.code == errc::timed_out;
    return condition_of(e.code) == condition::throttled || (is_turned_away(e) && !kept_waiting);
}

} // namespace

std::string in_words(recovery const& then, std::optional<std::chrono::seconds> retry_after)
{
    auto const next = in_words(then.next);
    switch (then.wait) {
    case pause::none: return next + ", at once";
    case pause::backoff: return next + ", after a pause";
    case pause::retry_after:
        if (!retry_after) break;
        return next + ", after " + std::to_string(retry_after->count()) + " s, as the server asks";
    case pause::turn: return next + ", in turn with the client's other informers";
    }
    return next;
}

bool may_be_stuck(ending const& e) noexcept
{
    bool const watches = e.during == approach::watch || e.during == approach::resume;
    if (!watches || !e.code || !e.answered || e.progress) return false;
    if (!e.early && !e.stated_by_server) return false; // a lost connection proves nothing
    if (condition_of(e.code) != condition::unavailable) return false;
    return e.code != errc::service_unavailable && e.code != errc::timed_out && !is_behind(e) &&
           e.code != errc::silent_connection;
}

bool is_unopened(ending const& e) noexcept
{
    if (!is_watch(e.during) || !e.code || is_behind(e) || e.code == errc::connect_failed) return false;
    switch (condition_of(e.code)) {
    case condition::gone:
    case condition::throttled:
    case condition::unauthorized:
    case condition::untrusted:
    case condition::misconfigured:
    case condition::cancelled:
    case condition::misused: return false;
    default: return true;
    }
}

recovery recover_from(ending const& e) noexcept
{
    // A watch that was ended normally is no failure if it brought something new, however brief it was, or if
    // it was open for a while: a proxy may end each watch behind its first event, or after some seconds. Such
    // watches follow each other at the first pause.
    bool const success = e.progress && !e.brief;
    bool const resets = success || (!e.code && (e.brought_news || !e.early));
    recovery r{.next = e.during, .wait = pause::backoff, .reset_backoff = resets, .report_at_once = false};

    bool const watches = e.during == approach::watch || e.during == approach::resume;
    if (!e.code && e.share_changed) return {.next = e.during, .wait = pause::none};
    if (!e.code && e.during == approach::confirm)
        return {.next = e.instead_of, .wait = pause::none, .reset_backoff = resets};
    if (!e.code && !watches) return {.next = approach::watch, .wait = pause::none};
    if (!e.code) { // the server ends a watch every few minutes
        r.wait = success ? pause::none : pause::backoff;
        r.next = e.during == approach::resume ? read_again(e) : after_silence(e); // nothing has vouched
        return r;
    }
    switch (condition_of(e.code)) {
    case condition::gone: // the server is healthy, and a pause would only keep the copy old
        r.next = after_gone(e);
        r.wait = e.in_a_row.gone <= 1 ? pause::none : pause::backoff;
        break;
    case condition::throttled: r.wait = e.retry_after ? pause::retry_after : pause::backoff; break;
    case condition::unavailable:
        r.next = e.in_a_row.stuck >= max_stuck_in_a_row ? read_again(e) : after_silence(e);
        if (is_behind(e)) r = after_behind(e, r);
        if (e.code == errc::silent_connection && e.quiet) r.wait = pause::none; // the server is asked at once
        if (e.retry_after) r.wait = pause::retry_after;
        break;
    // The same request would get the same answer. A list gets past the event at which a watch fails.
    case condition::malformed:
    case condition::rejected:
    case condition::not_found: // a resource that is not served any more is listed when it is back
        if (watches) r.next = approach::list;
        r.report_at_once = true;
        break;
    case condition::unauthorized:
    case condition::forbidden:
    case condition::conflict:
    case condition::untrusted:
    case condition::misconfigured: r.report_at_once = true; break;
    case condition::cancelled:
    case condition::misused: break;
    }
    if (is_turned_away(e) && !e.retry_after) r.wait = pause::turn;
    if (e.during == approach::confirm && r.next == approach::confirm && e.code != errc::version_too_large)
        r.next = e.instead_of; // the question was not answered, and perhaps the watch can be opened
    if (e.during == approach::resume && r.next == approach::resume && is_resumed_in_vain(e))
        r.next = read_again(e);
    if (r.next == approach::extend && !may_extend_later(e)) r.next = read_again(e);
    if (e.during == approach::stream) r = after_stream(e, r);
    return after_unopened(e, r);
}

} // namespace coinformer::detail
