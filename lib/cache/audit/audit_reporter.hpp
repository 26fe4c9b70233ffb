#pragma once

#include "cache/metrics/audit_metrics.hpp"

#include <coinformer/cache/audit.hpp>
#include <coinformer/core/log.hpp>
#include <coinformer/core/time_source.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// Reports what the audits of an informer find: to the metrics, to the log, to audit_options::on_difference,
/// and to informer_status::audit.
///
/// Threads    the client's strand.
/// Lifetime   The clock, the log and the options outlive it.
class audit_reporter {
public:
    audit_reporter(audit_metrics counts, time_source& time, log_sink& log, audit_options const& options)
        : counts_(std::move(counts)), time_(time), log_(log), options_(options)
    {
    }
    audit_reporter(audit_reporter const&) = delete;

    /// A collection will be audited: of an informer's namespaces, one.
    void expect(std::string const& path) { last_.try_emplace(path); }
    /// An audit is complete. `next` says what becomes of the differences, if there are any.
    void report(audit_report const& found, std::string_view next);
    /// An audit could not be made. `result` is the value of the metric's label.
    void was_left_out(std::string_view result, std::string const& path, std::string const& why);
    void was_probed(std::string_view result) { counts_.was_probed(result); }
    audit_status status() const;

private:
    void call_on_difference(audit_report const& found) const;

    audit_metrics counts_;
    time_source& time_;
    log_sink& log_;
    audit_options const& options_;
    std::map<std::string, audit_status> last_; // by the path of the collection
};

} // namespace coinformer::detail
