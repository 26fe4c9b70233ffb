#pragma once

#include "api/client/server_access.hpp"
#include "api/client/watch_rules.hpp"
#include "cache/reflector/cause_reporter.hpp"
#include "cache/reflector/recovery.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/cache/informer_options.hpp>

#include <optional>
#include <string>

namespace coinformer::detail {

/// Knows whether the copy of one collection is up to date, and tells: the status of the informer, the log, and
/// everybody who waits for the informer.
///
/// States     Well, or failing since `status.failing_since`. It fails from the first failure on, until the collection
/// is
///            read or watched with success. A waiter is told the cause at once, or when it has lasted (cause_reporter).
/// Threads    the client's strand.
class collection_health {
public:
    /// `path` names the collection in the log. `report` passes a cause to those who wait. `options` outlives this
    /// object.
    collection_health(environment const& env, std::string path, informer_options const& options,
                      cause_reporter::report_to report);

    reflector_status status; ///< its phase and its counters are written by the reflector

    bool is_failing() const noexcept { return status.failing_since.has_value(); }
    /// False after a failure that shows that the server does not know the resource, such as one whose definition is
    /// not installed yet.
    bool is_served() const noexcept { return served_; }

    /// The server has shown everything that there was until now.
    void note_fresh();
    /// As long as no watch can be opened, nothing holds events back.
    void note_heard() { heard_ = time_.now(); }
    /// A list is complete, or an event has come.
    void succeeded();
    /// Nothing is known to be wrong any more.
    void clear_failure();
    /// A new attempt begins, and those who wait hope again.
    void hope() { causes_.clear(); }
    /// The reflector has ended: nobody is told anything any more.
    void end() noexcept { causes_.end(); }

    /// Something is wrong since `since`. The status says so, and those who wait are told.
    void report_trouble(api_error const& what, time_point since, cause_reporter::urgency when);
    /// An attempt has failed. `of_all` says that no informer of the client gets through to the server, of which the
    /// client logs one line for all.
    void report_failure(ending const& how, recovery const& then, bool of_all);
    /// An object does not decode.
    void report_fault(decode_fault const& fault);
    /// The list or watch that brought faults has ended: logs how many there were beside those that were logged.
    void flush_faults() { faults_.flush(); }

    /// The server has answered that it has the known version, although its watch is quiet.
    void version_was_confirmed();
    /// As above: there was nothing newer when it was asked. Called while a watch is open.
    void nothing_newer_at(time_point asked);

private:
    void note_trouble(std::string what, time_point since);

    time_source const& time_;
    log_sink& log_;
    std::string path_;
    informer_options const& options_;
    cause_reporter causes_;
    fault_reporter faults_;
    repeated_failure failures_; // attempts that failed, except in an outage, of which the client tells
    bool served_ = true;
    // The last time at which a list or a watch brought something, a watch ended in order, or none could be opened. The
    // watches that are open have brought nothing since then.
    std::optional<time_point> heard_;
};

} // namespace coinformer::detail
