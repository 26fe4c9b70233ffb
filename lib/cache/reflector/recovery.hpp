#pragma once

#include <coinformer/core/error.hpp>

#include <chrono>
#include <exception>
#include <optional>
#include <string>

namespace coinformer::detail {

/// What a reflector does in one attempt.
enum class approach {
    resume,      ///< watches from the version of a saved snapshot, whose objects wait for the server's word
    stream,      ///< reads a streamed list that is not older than the known version, and then watches
    list,        ///< reads a paged list that is not older than the known version
    list_newest, ///< reads a paged list at the newest version, because the known one cannot be used
    list_again,  ///< reads a paged list of any version, because a continue token expired between two pages
    watch,       ///< watches from the known version
    extend,  ///< reads a paged list, at exactly the known version, of what was gained: see collection_share
    confirm, ///< sends a request that the server can answer only if it has the known version, if there is one
};

/// Returns true if the attempt is a watch, whatever it begins with.
constexpr bool is_watch(approach a) noexcept
{
    return a == approach::resume || a == approach::stream || a == approach::watch;
}

/// Counts how often in a row the same thing has happened, including the present ending.
struct streaks {
    unsigned gone = 0;       ///< answers 410, without a watch in between that lasted
    unsigned lists_gone = 0; ///< answers 410 to paged lists, since the last list that was complete
    unsigned behind = 0;     ///< answers that the server lacks the known version
    unsigned stuck = 0;      ///< watches that were answered and failed without bringing anything
    unsigned cut_short = 0;  ///< watches that ended at once and empty; lists in between do not end the row
    unsigned resumes_failed = 0; ///< watches from a snapshot's version that the server refused, or that were
                                 ///< lost before anything had vouched for the snapshot
    unsigned streams_failed = 0; ///< streamed lists that were answered and failed, since the last list
    unsigned streams_unfinished = 0; ///< streamed lists that ended without their closing bookmark
    unsigned unopened = 0; ///< watches of any kind that failed and were never opened: see is_unopened()
    bool only_watches_fail = false; ///< the server has answered the question about the version meanwhile, and
                                    ///< no list has failed since
};

/// Describes how one attempt ended.
struct ending {
    approach during = approach::list;
    error_code code = {}; ///< none if a list is complete, a version is confirmed, or a watch ended normally
    bool answered = true; ///< the server has answered: see server_access::counts_as_answer()
    bool stated_by_server = false; ///< the server stated the failure, by a refusal or an ERROR event
    bool progress = false;         ///< the known version has moved, or a watch has lasted
    bool quiet = false; ///< nothing has arrived on a watch that has lasted, and the server is to be asked why
    bool early = true;  ///< the attempt was refused, or its watch ended within 2 s of the answer. Of a
                        ///< question that was answered: the watch before it was not lost later than that
    bool brought_news = false; ///< see attempt_record::new_version
    bool brief = false;        ///< the attempt took less than 1 s: repeating it might become a storm
    bool streams = false;      ///< collections are read by streamed lists
    bool lived = false;        ///< a watch has lasted as long as the longest pause
    approach instead_of = approach::watch; ///< how the last watch began: a question or a list is about it
    bool share_changed = false; ///< a watch was ended by this process, because it holds another share now
    streaks in_a_row = {};
    std::optional<std::chrono::seconds> retry_after = {}; ///< the pause that the server asked for
    std::exception_ptr failure = {};                      ///< what is reported; null if there is no error
};

/// What a reflector does after an ending.
struct recovery {
    approach next = approach::list;
    enum class pause {
        none,
        backoff,     ///< the reflector's own back-off
        retry_after, ///< the time that the server asked for
        turn,        ///< until the server can be reached again: informers of the client take turns to try
    } wait = pause::backoff;
    bool reset_backoff = false;    ///< the back-off begins anew, before this pause
    bool give_up_streams = false;  ///< no more streamed lists, because this server cannot serve them
    bool history_in_doubt = false; ///< the history was perhaps replaced: equal versions prove nothing
    bool report_at_once = false;   ///< waiters receive the cause at once, because it will not pass by itself
};

/// If the server answers this many times in a row that it lacks the known version, its history counts as
/// replaced. Until then it may be one of several servers that lags behind the others, as they do for some
/// seconds.
inline constexpr unsigned max_behind_in_a_row = 4;

/// If this many watches in a row were answered and failed at the same version, the collection is listed, to
/// get past the event at which they fail.
inline constexpr unsigned max_stuck_in_a_row = 3;

/// If this many watches in a row were never opened, perhaps something refuses watches alone: a gateway that
/// buffers whole answers, or a role that may list and not watch. The question about the version tells this
/// from an outage, after which no informer has to list. If the server answers it, the collection is listed.
inline constexpr unsigned max_unopened_in_a_row = 3;

/// After this many refusals or losses of a watch from a snapshot's version the snapshot is dropped, and the
/// collection is listed. A server that turns every request away for a while gets more patience, and in an
/// outage nothing is counted.
inline constexpr unsigned max_resumes_refused = 3, max_resumes_turned_away = 8;

/// Decides what comes after an attempt: the whole recovery table, without I/O. It is not called for failures
/// of cancellation and misuse, because these end the reflector.
recovery recover_from(ending const& e) noexcept;

/// Returns what happens next in words, for the log: "watch from the last version, after a pause".
std::string in_words(recovery const& then, std::optional<std::chrono::seconds> retry_after);

/// Returns true if the ending is a sign that watches from this version are stuck: an event that the server
/// cannot send, or this process cannot read, ends each of them. A server that is overloaded or cannot be
/// reached, and a silent connection, are not such signs.
bool may_be_stuck(ending const& e) noexcept;

/// Returns true if the ending of a watch that was never opened may be due to its being a watch. Failures that
/// every request would meet, and those that have a place of their own in the table, are not of this kind.
bool is_unopened(ending const& e) noexcept;

} // namespace coinformer::detail
