#pragma once

#include <string_view>
#include <vector>

namespace small_worlds {

/// The places of a world at which something may happen: the informer has sent a request that is not answered
/// yet, or its watch is open and nothing is left to do.
enum class boundary {
    page,       ///< the first page of a list
    later_page, ///< another page of it
    stream,     ///< a streamed list
    watch,
    idle,
    question, ///< whether the server still has a version
};
std::string_view name_of(boundary b) noexcept;

/// What the server or the network does wrong at a boundary.
enum class fault {
    no_connection, ///< connect_failed
    unavailable,   ///< 503
    throttled,     ///< 429, with Retry-After
    internal,      ///< 500
    gone,          ///< 410
    too_large,     ///< the server has not reached the version asked for
    forbidden,     ///< 403
    malformed,     ///< the answer is not JSON
    rejected,      ///< 400, as from a server that does not know streamed lists
    silent,        ///< nothing comes any more, and nothing ends
    ends,          ///< a watch ends normally
    cut,           ///< the connection breaks, and events on their way are lost
    cut_behind,    ///< the connection breaks behind the events that are on their way
    gone_event,    ///< an ERROR event with 410
    gone_behind,   ///< the same behind the events that are on their way
    error_event,   ///< an ERROR event with 500
    goes_back,     ///< a bookmark of an older version, behind the events that are on their way
    repeats,       ///< the last event comes twice
    undecodable,   ///< an event about an object, which does not decode
    unfinished,    ///< a streamed list ends in order, without its last object and its closing bookmark
    broken,        ///< the connection breaks in the middle of a streamed list
    no_end,        ///< the last object and the closing bookmark of a streamed list do not come; bookmarks do
    late_end,      ///< the closing bookmark of a streamed list comes later, behind changes of that time
    restored,      ///< the server comes back from a backup that lacks its last write
};
std::string_view name_of(fault f) noexcept;

/// What faults at this boundary may depend on.
struct occasion {
    boundary at = boundary::page;
    bool asks_for_version = false; ///< the request names a version that the server has to have reached
    bool has_events = false;       ///< events are on their way
    bool has_sent = false;         ///< the watch has sent an event before
    bool has_writes = false;       ///< there is a write that a backup can lack
    bool can_go_back = false;      ///< the watch has reached a version that is not the first one
};
/// Returns the faults that are possible. Each of them means something else than the others.
std::vector<fault> faults_at(occasion const& o);

} // namespace small_worlds
