#pragma once

#include "api/client/server_access.hpp"
#include "api/client/watch_rules.hpp"
#include "cache/metrics/informer_metrics.hpp"
#include "cache/reflector/cause_reporter.hpp"
#include "cache/reflector/recovery.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/cache/informer_options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace coinformer::detail {

/// Knows whether the copy of one collection is up to date, and reports it in three places: in the status of
/// the informer, in the log, and to the coroutines that wait for the informer ("waiters").
///
/// States     Well, or failing since `status.failing_since`: from the first failure until the collection is
///            read or watched with success. Waiters are told the cause at once, or when it has lasted
///            (cause_reporter).
/// Threads    the client's strand.
class collection_health {
public:
    /// `path` names the collection in the log. `report` passes a cause to the waiters. `options` outlives
    /// this object.
    /// `counts` may be null.
    collection_health(environment const& env, std::string path, informer_options const& options,
                      cause_reporter::report_to report, informer_metrics* counts = nullptr);

    reflector_status status; ///< the reflector writes its phase

    /// The next attempt is a list for this cause, which is no failure of an attempt.
    void list_follows(std::string cause) noexcept { cause_of_list_ = std::move(cause); }
    void list_begins();
    void stream_begins();
    void watch_begins();
    /// A line of a watch has come.
    void line_came(watch_events::step s) const noexcept
    {
        if (counts_) counts_->count(s);
    }

    bool is_failing() const noexcept { return status.failing_since.has_value(); }
    /// False after a failure which shows that the server does not serve the resource, for example because its
    /// definition is not installed yet.
    bool is_served() const noexcept { return served_; }

    /// The server has shown every change up to this moment.
    void note_fresh();
    /// A watch could not be opened, or nobody listened to it: the process stood still, or it waited for room
    /// in its queue. The time without news from the server is counted from here, because events can be held
    /// back only while the process listens to a watch.
    void restart_quiet_time() { quiet_since_ = time_.now(); }
    /// A list is complete, or an event has come.
    void succeeded();
    /// The collection can be read, and nothing shows that the copy is up to date.
    void recovered();
    /// Nothing is known to be wrong any more.
    void clear_failure();
    /// The process has no share of the collection: an empty copy can neither fail nor become old.
    void nothing_is_held();
    /// A new reading begins: waiters no longer receive the earlier cause, unless this reading fails as well.
    void withdraw_cause() { causes_.clear(); }
    /// The reflector has ended: it reports no further cause to waiters.
    void end() noexcept { causes_.end(); }

    /// The list or watch has been in trouble since `since`. The status shows it, and waiters receive the
    /// cause.
    void report_trouble(api_error const& what, time_point since, cause_reporter::urgency when);
    /// An attempt has failed. If `is_outage` is true, no informer of the client reaches the server: the
    /// client has logged one line for all of them, so that this informer logs none.
    void report_failure(ending const& how, recovery const& then, bool is_outage);
    /// An object does not decode.
    void report_fault(decode_fault const& fault);
    /// A list is complete that is not the first one, and an object in it cannot be named: it may be any
    /// object that the list seems to lack. Logs that the copy therefore keeps all of these, if such a line is
    /// due (repeated_failure).
    void report_hidden_deletions();
    /// The same, and each object in it can be named. Logs that if the list before it had hidden deletions.
    void report_shown_deletions();
    /// The list or watch that brought faults has ended: logs the number of further faults that were not
    /// logged one by one.
    void flush_faults() { faults_.flush(); }

    /// The server has answered that it has the known version, although its watch is quiet.
    void version_was_confirmed();
    /// The server has the known version, and a watch from this version is open and quiet: so the copy counts
    /// as up to date at `asked`, the time of the question.
    void note_current_at(time_point asked);

private:
    void note_current_as_of(time_point moment);
    void note_trouble(std::string what, time_point since);
    void call_on_failure(ending const& how);
    void log_end_of_trouble();

    /// The present trouble, from the first failed attempt until the next success.
    struct trouble {
        std::size_t attempts = 0;     ///< those that have failed
        std::vector<error_code> told; ///< the causes for which on_failure was called
    };

    time_source const& time_;
    log_sink& log_;
    std::string path_;
    informer_options const& options_;
    informer_metrics* const counts_; // null if nobody listens
    gauge seconds_since_proof_;
    std::string cause_of_list_ = "first list"; // why the next list, or the present one, is necessary
    cause_reporter causes_;
    fault_reporter faults_;
    repeated_failure failures_; // failed attempts; not those of an outage, which the client logs
    repeated_failure hidden_deletions_;
    bool served_ = true;
    trouble trouble_;
    // The last time at which a list or a watch brought something, the server ended a watch normally, or
    // restart_quiet_time() was called. Since then, the open watch has brought nothing.
    std::optional<time_point> quiet_since_;
};

} // namespace coinformer::detail
