#include "cache/reflector/recovery.hpp"

namespace coinformer::detail {

namespace {

using pause = recovery::pause;

approach read_again(ending const& e) noexcept
{
    return e.streams ? approach::stream : approach::list;
}

approach after_gone(ending const& e) noexcept
{
    switch (e.during) { // after a watch, fresh enough is what the known version asks for: keep it
    case approach::watch: return read_again(e);
    case approach::stream: return approach::list_newest;
    case approach::list: return approach::list_whole; // a token expired between pages, or the version is compacted
    case approach::list_whole:
    case approach::list_newest:
    case approach::confirm: return approach::list_newest;
    }
    return approach::list_newest;
}

// A server that does not have the version asked for says nothing: in a watch until it gets there, to a list for some
// seconds. It lacks it when its history was replaced, and then it has to be asked in another way.
approach after_silence(ending const& e) noexcept
{
    if (e.quiet) return approach::confirm;
    bool const kept_waiting = e.code == errc::silent_connection || e.code == errc::timed_out;
    return e.during == approach::list && kept_waiting ? approach::list_newest : e.during;
}

bool is_behind(ending const& e) noexcept
{
    return e.code == errc::version_too_large || e.code == errc::history_replaced;
}

// A server that lags behind the others catches up within seconds, or another server answers the next attempt. Only
// after that its history counts as replaced; a server that has shown an older version needs no such patience. In each
// case the next list has to compare contents, not versions.
recovery after_behind(ending const& e, recovery r) noexcept
{
    bool const lags = e.code == errc::version_too_large && e.in_a_row.behind < max_behind_in_a_row;
    r.history_in_doubt = true;
    r.next = lags ? e.during : approach::list_newest;
    return r;
}

// A stream that fails is not tried for ever: the next one would begin from nothing again. A list gets on page by page.
recovery after_stream(ending const& e, recovery r) noexcept
{
    if (!e.answered) return r;
    r.tell_at_once = false; // the list tells, if it fails, too
    switch (condition_of(e.code)) {
    case condition::gone: return r;
    case condition::rejected: // a server that does not know how
        return {.next = approach::list, .wait = pause::none, .give_up_streams = true};
    case condition::throttled:
    case condition::unavailable:
        if (is_behind(e)) return r;
        if (e.code == errc::stream_unfinished) r.give_up_streams = e.in_a_row.streams_unfinished >= 2;
        if (e.code == errc::stream_unfinished || e.in_a_row.streams_failed >= 2) r.next = approach::list;
        return r;
    default: // perhaps a list is allowed, or decodes; it tells if not
        return {.next = approach::list, .wait = pause::none};
    }
}

// No answer, or none that is about the request: every other informer of the client would get the same.
bool is_turned_away(ending const& e) noexcept
{
    if (e.answered) return false;
    auto const what = condition_of(e.code);
    return what == condition::unavailable || what == condition::unauthorized || what == condition::untrusted ||
           what == condition::misconfigured;
}

} // namespace

bool may_be_stuck(ending const& e) noexcept
{
    if (e.during != approach::watch || !e.code || !e.answered || e.progress) return false;
    if (!e.early && !e.stated_by_server)
        return false; // a connection that was lost after a while says nothing about the version
    if (condition_of(e.code) != condition::unavailable) return false;
    return e.code != errc::service_unavailable && e.code != errc::timed_out && e.code != errc::version_too_large &&
           e.code != errc::history_replaced && e.code != errc::silent_connection;
}

recovery recover_from(ending const& e) noexcept
{
    bool const success = e.progress && !e.brief;
    recovery r{.next = e.during, .wait = pause::backoff, .reset_backoff = success, .tell_at_once = false};

    if (!e.code) { // the server ends a watch every few minutes
        r.wait = success ? pause::none : pause::backoff;
        r.next = after_silence(e);
        return r;
    }
    switch (condition_of(e.code)) {
    case condition::gone: // the server is well, and has said what to do: a pause would only keep the copy old
        r.next = after_gone(e);
        r.wait = e.in_a_row.gone <= 1 ? pause::none : pause::backoff;
        break;
    case condition::throttled: r.wait = e.retry_after ? pause::retry_after : pause::backoff; break;
    case condition::unavailable:
        r.next = e.in_a_row.stuck >= max_stuck_in_a_row ? read_again(e) : after_silence(e);
        if (is_behind(e)) r = after_behind(e, r);
        if (e.code == errc::silent_connection && e.quiet) r.wait = pause::none; // it is asked about at once
        if (e.retry_after) r.wait = pause::retry_after;
        break;
    case condition::malformed:
    case condition::rejected:  // the same request would be answered in the same way: in a watch, go around what is bad
    case condition::not_found: // and what is not served any more is read anew when it is back
        if (e.during == approach::watch) r.next = approach::list;
        r.tell_at_once = true;
        break;
    case condition::unauthorized:
    case condition::forbidden:
    case condition::conflict:
    case condition::untrusted:
    case condition::misconfigured: r.tell_at_once = true; break;
    case condition::cancelled:
    case condition::misused: break;
    }
    if (is_turned_away(e) && !e.retry_after) r.wait = pause::turn;
    if (e.during == approach::confirm && r.next == approach::confirm && e.code != errc::version_too_large)
        r.next = approach::watch; // it knows nothing worse
    return e.during == approach::stream ? after_stream(e, r) : r;
}

} // namespace coinformer::detail
