#include "cache/recovery.hpp"

namespace coinformer::detail {

namespace {

approach after_gone(ending const& e) noexcept
{
    switch (e.during) { // after a watch, fresh enough is what the known version asks for: keep it
    case approach::watch: return e.streams ? approach::stream : approach::list;
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

// A stream that fails is not tried for ever: the next one would begin from nothing again. A list gets on page by page.
recovery after_stream(ending const& e, recovery r) noexcept
{
    using pause = recovery::pause;
    switch (condition_of(e.code)) {
    case condition::gone: return r;
    case condition::rejected: // a server that does not know how
        return {.next = approach::list, .wait = pause::none, .give_up_streams = true};
    case condition::throttled:
    case condition::unavailable:
        if (e.code == errc::version_too_large) return r;
        if (e.code == errc::stream_unfinished) r.give_up_streams = e.streams_unfinished >= 2;
        if (e.code == errc::stream_unfinished || e.streams_failed >= 2) r.next = approach::list;
        return r;
    default: // perhaps a list is allowed, or decodes; it tells if not
        return {.next = approach::list, .wait = pause::none};
    }
}

} // namespace

recovery recover_from(ending const& e) noexcept
{
    using pause = recovery::pause;
    bool const success = e.progress && !e.brief;
    recovery r{.next = e.during, .wait = pause::backoff, .reset_backoff = success, .tell = false};

    if (!e.code) { // the server ends a watch every few minutes
        r.wait = success ? pause::none : pause::backoff;
        r.next = after_silence(e);
        return r;
    }
    switch (condition_of(e.code)) {
    case condition::gone:
        r.next = after_gone(e);
        r.wait = success ? pause::none : pause::backoff;
        break;
    case condition::throttled: r.wait = e.retry_after ? pause::retry_after : pause::backoff; break;
    case condition::unavailable:
        r.next = after_silence(e);
        r.went_back = e.code == errc::version_too_large; // restored, or lagging
        if (r.went_back) r.next = approach::list_newest;
        if (e.retry_after) r.wait = pause::retry_after;
        break;
    case condition::malformed:
    case condition::rejected:  // the same request would be answered in the same way: in a watch, go around what is bad
    case condition::not_found: // and what is not served any more is read anew when it is back
        if (e.during == approach::watch) r.next = approach::list;
        r.tell = true;
        break;
    case condition::unauthorized:
    case condition::forbidden:
    case condition::conflict:
    case condition::untrusted:
    case condition::misconfigured: r.tell = true; break;
    case condition::cancelled:
    case condition::misused: break;
    }
    if (e.during == approach::confirm && r.next == approach::confirm)
        r.next = approach::watch; // it knows nothing worse
    return e.during == approach::stream ? after_stream(e, r) : r;
}

} // namespace coinformer::detail
