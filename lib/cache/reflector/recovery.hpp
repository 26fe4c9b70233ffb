#pragma once

#include <coinformer/core/error.hpp>

#include <chrono>
#include <optional>

namespace coinformer::detail {

/// How a reflector gets its collection, and its changes.
enum class approach {
    stream,      ///< one watch that begins with the collection (WatchList), at least as fresh as the last known version
    list,        ///< paged, at least as fresh as the last known version
    list_newest, ///< paged, from the newest version: the known one is of no use
    list_whole,  ///< in one page: a continue token expired on the way
    watch,       ///< from the last known version
    confirm,     ///< a request that the server can answer only if it has the last known version
};

/// Counts how often in a row the same thing has happened, the present ending included.
struct streaks {
    unsigned gone = 0;               ///< 410, without a watch in between that lasted as long as the longest pause
    unsigned behind = 0;             ///< the server lacked the version asked for, and has shown no newer one since
    unsigned stuck = 0;              ///< the server answered a watch, which then failed without having brought anything
    unsigned cut_short = 0;          ///< watches that ended at once with nothing in them, lists in between or not
    unsigned streams_failed = 0;     ///< streamed lists that the server answered, since the last list of any kind
    unsigned streams_unfinished = 0; ///< streamed lists whose end did not come
};

/// Describes how one attempt ended: with which error, or with none.
struct ending {
    approach during = approach::list;
    error_code code = {}; ///< none: a watch that the server ended in order
    bool answered = true; ///< see server_access::counts_as_answer()
    bool stated_by_server =
        false;             ///< the failure is one that the server has put into words: a refusal, or an ERROR event
    bool progress = false; ///< since the last ending an object or a newer version arrived, or a watch lasted
    bool quiet = false;    ///< a watch that lasted, and on which nothing arrived
    bool early = true;     ///< refused, or ended within two seconds of the answer's beginning
    bool brief = false;    ///< it took less than a second: doing it again at once may become a storm
    bool streams = false;  ///< collections are streamed, as far as the server can
    streaks in_a_row = {};
    std::optional<std::chrono::seconds> retry_after = {};
};

/// What to do next.
struct recovery {
    approach next = approach::list;
    enum class pause {
        none,
        backoff,     ///< this reflector's own
        retry_after, ///< as long as the server asked for
        turn,        ///< until the server can be reached again: one attempt speaks for all informers of the client
    } wait = pause::backoff;
    bool reset_backoff = false;    ///< before the pause
    bool give_up_streams = false;  ///< for good: this server does not do it
    bool history_in_doubt = false; ///< perhaps the server's history was replaced: equal versions prove nothing
    bool tell_at_once = false;     ///< waiters get this as the cause at once, because time alone will not cure it
};

/// This many answers in a row which say that the server lacks the known version mean that its history was replaced.
/// Until then it may be a server that lags behind the others, as servers do for some seconds.
inline constexpr unsigned max_behind_in_a_row = 4;

/// After this many watches in a row that the server answered and that failed at the same version, a list goes around
/// what they fail at.
inline constexpr unsigned max_stuck_in_a_row = 3;

/// The whole recovery table, without I/O. Errors of cancellation and misuse are not for it: they end the reflector.
recovery recover_from(ending const& e) noexcept;

/// Returns true if a watch that ended like this may be stuck: an event that cannot be sent or read ends every watch
/// from the same version. A server that is overloaded or away, or a silent connection, is another matter.
bool may_be_stuck(ending const& e) noexcept;

} // namespace coinformer::detail
