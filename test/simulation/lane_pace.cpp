// P15 and P20: how often one collection is asked for. There is one request at a time, and attempts in vain
// are followed by the pauses of the back-off.
#include "lane.hpp"

#include <algorithm>

namespace simulation {

namespace {

constexpr std::int64_t longest_turn = 10 * second;
// The answer to a ping may take this long. A ping is sent after 30 s of silence, or when another request on
// the connection was given up.
constexpr std::int64_t ping_takes = 15 * second;
constexpr int expired = 410;

/// True if the server gave no answer, or one that concerns the client as a whole. Then one attempt speaks for
/// all informers of the client.
bool turned_away(exchange const& x)
{
    bool const away = (x.status == 502 || x.status == 503) && !x.retry_after_s;
    return x.status == 0 || x.status == 401 || away;
}

/// True for a refusal that did not come to its end. The wire log does not know whether its head did, and so
/// whether the client has an answer.
bool unclear(exchange const& x)
{
    return x.status != 0 && x.status != 200 && x.how != exchange::end::complete;
}

/// True if the version is too old, according to the status or the last line of the watch.
bool is_gone(exchange const& x)
{
    return (x.status == expired && x.how == exchange::end::complete) ||
           (x.error_line && x.error_code == expired);
}

/// True if protobuf was refused. Then the request is sent at once in JSON, and so are all later ones.
bool refused_protobuf(exchange const& x)
{
    return x.status == 406 && x.asked_protobuf && x.how == exchange::end::complete;
}

/// True if `x` asks for the next page of the list, or repeats the request on another connection.
bool goes_on(exchange const& x, exchange const& before)
{
    if (refused_protobuf(before)) return !x.asked_protobuf && x.token == before.token;
    if (before.met_stale_connection())
        return x.watch == before.watch && x.stream == before.stream && x.token == before.token;
    return !x.token.empty() && before.readable && before.next_token == x.token;
}

/// True if the server ended the watch in order. After that the client may ask again at once.
bool in_order(exchange const& x)
{
    return !x.watch || (!x.error_line && x.how == exchange::end::complete);
}

/// True if the attempt that ends with `x` brought nothing: no list, no line with an object or a version, and
/// no watch that lasted long without news, or for two seconds until it ended without an error of the
/// server's. If such a watch was lost, a question follows, whose answer shows that the server is there. The
/// client may have noticed the end of a watch later than the server, up to the time at which it asked again.
bool in_vain(exchange const& x, exchange const& next)
{
    if (!x.watch) return !x.ends_list();
    if (x.status == 200 && next.asked_ns - x.answered_ns >= longest_pause) return false;
    constexpr std::int64_t early = 2 * second, delay = second;
    if (x.status == 200 && !x.stream && !x.error_line && x.ended_ns - x.answered_ns >= early - delay)
        return false;
    if (x.stream) return !x.readable;
    return std::ranges::all_of(x.lines, [](line const& l) { return l.odd; });
}

/// A pause doubles with each attempt, up to `longest`.
std::int64_t pause_after(std::size_t attempts, std::int64_t longest)
{
    auto pause = first_pause;
    for (std::size_t i = 1; i < attempts && pause < longest; ++i) pause *= 2;
    return std::min(pause, longest);
}

bool busy(int status)
{
    return status == 429 || status >= 500;
}

/// True if a stream is refused or cannot be understood. Then pages may work, and are asked for at once.
bool tells_to_list(exchange const& x)
{
    if (!x.stream || x.readable) return false;
    if (x.status != 200) return x.status != 0 && x.status != expired && !busy(x.status);
    bool const odd = std::ranges::any_of(x.lines, [](line const& l) { return l.odd; });
    return !x.understood || (odd && x.error_code != expired && !busy(x.error_code));
}

} // namespace

std::int64_t longest_pause_after(exchange const& x)
{
    // The Status of a version that is too large names one second, and the events of a watch may have one,
    // too.
    bool const may_name_one = (x.status == 504 && !x.retry_after_s) || (x.error_line && busy(x.error_code));
    auto const named = may_name_one ? 1 : x.retry_after_s.value_or(0);
    if (named == 0) return longest_pause;
    return std::min(longest_pause, std::max(5 * second, 4 * std::min<std::int64_t>(named, 300) * second));
}

// P15: a collection is never watched twice at a time, nor watched while it is listed.
void lane::check_alone()
{
    for (; alone_ + 1 < wire_.size(); ++alone_) {
        auto const& x = wire_[alone_];
        auto const& next = wire_[alone_ + 1];
        if (x.how != exchange::end::open && x.ended_ns <= next.asked_ns) continue;
        if (x.given_up_unheard) continue;
        bad("P15", std::string("a ") + (next.watch ? "watch" : "list") + " is asked for beside the " +
                       (x.watch ? "watch" : "list") + " of " + std::to_string(x.asked_ns / 1'000'000) +
                       " ms");
    }
}

void lane::check_retry_after(std::size_t at) const
{
    auto const& x = wire_[at];
    auto const& before = wire_[at - 1];
    if (!before.retry_after_s || (before.status != 429 && before.status != 503)) return;
    if (before.how != exchange::end::complete) return; // an answer that is cut says nothing for sure
    auto const wanted = std::min<std::int64_t>(*before.retry_after_s, 300) * second;
    if (x.asked_ns - before.ended_ns < wanted)
        bad("P15", "asked again " + std::to_string((x.asked_ns - before.ended_ns) / 1'000'000) +
                       " ms after Retry-After: " + std::to_string(*before.retry_after_s));
}

// P20: a server that does not know streams, or twice in a row does not end one, is asked for pages from then
// on.
void lane::check_streams(std::size_t at) const
{
    if (!wire_[at].stream) return;
    std::size_t unfinished = 0;
    for (std::size_t i = 0; i != at; ++i) {
        auto const& x = wire_[i];
        if (!x.stream) continue;
        if (x.readable) unfinished = 0;
        bool const whole = x.how == exchange::end::complete;
        if (whole && (x.status == 400 || x.status == 422))
            bad("P20",
                "a stream is asked for again, though one was refused with " + std::to_string(x.status));
        bool const sound = std::ranges::none_of(x.lines, [](line const& l) { return l.odd; });
        if (whole && x.status == 200 && x.understood && !x.readable && sound) ++unfinished;
    }
    if (unfinished >= 2)
        bad("P20",
            "a stream is asked for again, and " + std::to_string(unfinished) + " did not come to their end");
}

// P22: a collection that the server does not have in protobuf is asked for in JSON from then on.
void lane::check_form(std::size_t at) const
{
    auto const before = wire_.begin() + static_cast<std::ptrdiff_t>(at);
    if (wire_[at].asked_protobuf && std::any_of(wire_.begin(), before, refused_protobuf))
        bad("P22", "protobuf is asked for again after an answer 406");
}

// The pause after attempts that were turned away. The informers of a client take turns in making them, and
// the first answer to any of them wakes all.
void lane::check_turn(std::size_t at) const
{
    auto const& x = wire_[at];
    std::size_t away = 0;
    for (auto i = at; i != 0 && turned_away(wire_[i - 1]) && !unclear(wire_[i - 1]) &&
                      x.client_answered_ns < wire_[i - 1].asked_ns;
         --i)
        // with its repetition on a new connection it is one attempt
        away += wire_[i - 1].met_stale_connection() ? 0 : 1;
    auto const waited = x.asked_ns - wire_[at - 1].ended_ns;
    // The first one may have been this informer's own failure, because the server had just answered another
    // one; turns begin after it.
    if (away != 0 && waited < pause_after(std::max<std::size_t>(away, 2) - 1, longest_turn))
        bad("P15", "asked again " + std::to_string(waited / 1'000'000) +
                       " ms after an attempt that was turned away, the " + std::to_string(away) +
                       "th in a row");
}

// A list that follows a 410 at once is right if the server has been well for a while: no 410 came shortly
// before, or a watch has lasted since then.
void lane::check_gone(std::size_t at) const
{
    auto const& x = wire_[at];
    if (!is_gone(wire_[at - 1]) || x.asked_ns - wire_[at - 1].ended_ns >= first_pause) return;
    std::size_t gone = 0;
    for (auto i = at; i-- != 0;) {
        auto const& attempt = wire_[i];
        gone += is_gone(attempt) ? 1 : 0;
        // the client may have read the end of the watch just before it asked again
        if (attempt.watch && attempt.status == 200 &&
            wire_[i + 1].asked_ns - attempt.answered_ns >= longest_pause)
            break;
    }
    if (gone > 1)
        bad("P15", "asked again at once after a 410, the " + std::to_string(gone) +
                       "th since a watch lasted as long as the longest pause");
}

// After k attempts in vain the next one waits at least for the k-th pause of the back-off. All pages of a
// list are one attempt. check_turn() judges the attempts that were turned away, and the first 410 is an
// answer that says what to do next.
void lane::check_pace(std::size_t at) const
{
    auto const& x = wire_[at];
    auto const& before = wire_[at - 1];
    if (goes_on(x, before) || (tells_to_list(before) && !x.watch)) return;
    if (unclear(before) || before.given_up_unheard) return;
    check_gone(at);
    if (turned_away(before)) return check_turn(at);
    std::size_t vain = 0, gone = 0;
    for (auto i = at; i != 0 && in_vain(wire_[i - 1], wire_[i]);) { // from attempt to attempt
        auto const& attempt = wire_[--i];
        gone += is_gone(attempt) ? 1 : 0;
        if (!tells_to_list(attempt) && !turned_away(attempt) && !unclear(attempt) && !was_given_up(attempt))
            ++vain;
        while (i != 0 && goes_on(wire_[i], wire_[i - 1])) --i;
    }
    if ((is_gone(before) && gone <= 1) || was_given_up(before)) return;
    if (gone != 0 && vain != 0) --vain; // the first one had no pause
    if (vain == 0 && in_order(before)) return;
    auto const waited = x.asked_ns - before.ended_ns;
    if (waited < pause_after(vain, longest_pause_after(before)))
        bad("P15", "asked again " + std::to_string(waited / 1'000'000) + " ms after the attempt of " +
                       std::to_string(before.asked_ns / 1'000'000) + " ms, which failed, after " +
                       std::to_string(vain) + " in vain and " + std::to_string(gone) + " that were gone");
}

// True if the client gave the watch up, because nothing had arrived for the time of its silence, because the
// server had not ended it in time, or because a ping over HTTP/2 had no answer. After that the client goes on
// at once.
bool lane::was_given_up(exchange const& x) const
{
    if (!x.watch || x.status != 200) return false;
    // the network may break a connection in the very moment in which the client gives it up
    bool const by_client = x.how == exchange::end::dropped || x.how == exchange::end::broken;
    if (by_client && x.http2 && x.ended_ns - x.last_byte_ns >= ping_takes - second) return true;
    return x.how == exchange::end::dropped &&
           x.ended_ns - x.answered_ns >= plan_.silence_ms * 1'000'000 - second;
}

// True if nothing had arrived for the time of the client's silence when the watch ended. The client may not
// have read what arrived in that very moment, and the server may have ended the watch in the same moment.
bool lane::was_silent(exchange const& x) const
{
    bool const ended = x.how == exchange::end::dropped || x.how == exchange::end::complete;
    if (!x.watch || x.status != 200) return false;
    // It was given up while its connection took no bytes, and nobody can see when. The connection may stay
    // open for long after that, because an audit waits on it, too.
    if (x.how == exchange::end::open) return x.given_up_unheard;
    if (!ended) return false;
    auto last = x.answered_ns;
    for (auto const& l : x.lines)
        if (l.time_ns + second < x.ended_ns) last = l.time_ns;
    return x.ended_ns - last >= plan_.silence_ms * 1'000'000 - second;
}

} // namespace simulation
