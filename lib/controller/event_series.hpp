#pragma once

#include "controller/lru_map.hpp"

#include <coinformer/controller/event_recorder.hpp>
#include <coinformer/controller/rate_limiter.hpp>
#include <coinformer/core/backoff.hpp>

#include <optional>
#include <vector>

namespace coinformer::detail {

/// What somebody said about an object, cut to what the API allows.
struct recorded_event {
    event_subject about;
    event_type type = event_type::normal;
    std::string reason, action, note;

    std::string identity() const; ///< the same for the same event
    std::string subject() const;  ///< the same for the same object
};

/// Which events are new, which are known, which are too many: without I/O. What was recorded is told, pending, or
/// counted as dropped.
class event_series {
public:
    event_series(event_recorder_options const& options, random_source random);

    /// When to write the event of this identity: after so long. None: it is dropped, or it is pending, that is it waits
    /// to be written anyway, is being written, or waits for another try.
    struct verdict {
        std::optional<duration> write_after;
        bool dropped = false;
    };
    verdict record(recorded_event e, time_point now, wall_time wall);

    /// A request that says how things are.
    struct request {
        bool is_new;
        std::string ns, name; ///< of the event
        std::string json;
        std::uint64_t count;
    };
    /// None: there is nothing to write.
    std::optional<request> next_request(std::string const& identity);
    /// It was written. Result: when to write again, if something came meanwhile.
    std::optional<duration> confirm_written(std::string const& identity, request const& what, time_point now);
    /// It was not, and that may pass. Result: when to try again; none after too many tries.
    std::optional<duration> count_failure(std::string const& identity, duration retry_after);
    /// The server does not have the event that was to be changed: the next write makes it anew.
    void mark_missing(std::string const& identity);
    void drop(std::string const& identity);

    std::vector<std::string> pending_identities() const; ///< identities
    std::size_t pending_count() const noexcept { return pending_; }
    std::size_t unwritten() const noexcept { return unwritten_.size(); }
    std::size_t size() const noexcept { return unwritten_.size() + on_server_.size(); }
    std::uint64_t dropped() const noexcept { return dropped_; } ///< of what was recorded

private:
    struct series {
        recorded_event event;
        std::string name;
        wall_time first, last;
        time_point last_at, quiet_until; ///< no write before
        std::uint64_t count = 1, reported_count = 0;
        bool pending = false;
        unsigned failures = 0;                    ///< since it was written
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
