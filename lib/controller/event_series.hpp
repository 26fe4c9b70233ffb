#pragma once

#include "controller/lru_map.hpp"

#include <coinformer/controller/event_recorder.hpp>
#include <coinformer/controller/rate_limiter.hpp>
#include <coinformer/core/backoff.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace coinformer::detail {

/// One event as the user has recorded it, with its texts cut to the lengths that the API allows.
struct recorded_event {
    event_subject about;
    event_type type = event_type::normal;
    std::string reason, action, note;

    std::string identity() const; ///< equal for two occurrences of the same event
    std::string subject() const;  ///< equal for two events about the same object
};

/// Decides which events are written, and when: it merges repeated events into one with a count, limits the
/// number of events of each object, and spaces retries. It has no I/O and no clock; event_recorder_core calls
/// it under its lock.
///
/// Every occurrence of an event is accounted for: it is written, or pending, or counted in dropped().
///
/// States     An event is unwritten (the server does not have it) or on the server. Besides, it is pending or
///            not: pending while it has something to write, that is, until the server knows its newest count.
///            An event on the server that is not pending is forgotten when it was not repeated for
///            `series_end`, or when there are too many events.
class event_series {
public:
    event_series(event_recorder_options const& options, random_source random);

    /// What to do with a recorded event. `write_after` is empty if the event was dropped, and if it was
    /// pending already: then a write of it is planned or running.
    struct verdict {
        std::optional<duration> write_after;
        bool dropped = false;
    };
    verdict record(recorded_event e, time_point now, wall_time wall);

    /// A request that tells the server the present state of an event.
    struct request {
        bool is_new;          ///< true: create the Event object; false: patch its count
        std::string ns, name; ///< the Event object's
        std::string json;
        std::uint64_t count;    ///< the count that the server knows after this request
        bool was_there = false; ///< the server had the event already, and has written nothing
    };
    /// Returns the request for an event, or nullopt if there is nothing to write.
    std::optional<request> next_request(std::string const& identity);
    /// Records that the server has accepted a request. Returns when to write the event again, if it was
    /// repeated in the meantime.
    std::optional<duration> confirm_written(std::string const& identity, request const& what, time_point now);
    /// Counts a failed write that may succeed later. Returns when to try again; nullopt after too many tries.
    std::optional<duration> count_failure(std::string const& identity, duration retry_after);
    /// Records that the server no longer has an event, so that the next request creates it again. Returns
    /// when to make that request: at once, but for a server that says so again and again; nullopt after too
    /// many tries.
    std::optional<duration> mark_missing(std::string const& identity);
    /// Forgets an event, and counts its unwritten occurrences as dropped.
    void drop(std::string const& identity);

    std::vector<std::string> pending_identities() const;
    std::size_t pending_count() const noexcept { return pending_; }
    std::size_t size() const noexcept { return unwritten_.size() + on_server_.size(); }
    std::uint64_t dropped() const noexcept { return dropped_; } ///< occurrences that were dropped

private:
    struct series {
        recorded_event event;
        std::string name;                            ///< the Event object's name
        wall_time first, last;                       ///< occurrences
        time_point last_at;                          ///< the same as `last`, on the monotonic clock
        time_point quiet_until;                      ///< the next count is not written before this time
        std::uint64_t count = 1, reported_count = 0; ///< occurrences, and how many of them the server knows
        bool pending = false;
        unsigned failures = 0;                    ///< failed writes since the last success
        std::optional<backoff> retry_delays = {}; ///< while it fails
    };

    series* find(std::string const& identity);
    bool try_admit(std::string const& subject, time_point now);
    bool has_expired(series const& s, time_point now) const;
    void set_pending(series& s, bool pending);
    void drop(lru_map<series>& in, std::string const& identity);

    event_recorder_options options_;
    random_source random_;
    lru_map<series> unwritten_; ///< not on the server; options_.capacity bounds them
    lru_map<series> on_server_; ///< on the server
    lru_map<token_bucket> subjects_;
    std::size_t pending_ = 0;
    std::uint64_t dropped_ = 0;
};

} // namespace coinformer::detail
