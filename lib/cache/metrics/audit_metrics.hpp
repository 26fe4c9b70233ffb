#pragma once

#include "cache/metrics/informer_labels.hpp"

#include <coinformer/cache/audit.hpp>

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// Counts an informer's audits, and what they find. It does nothing if nobody listens.
///
/// Threads    the client's strand.
class audit_metrics {
public:
    /// The counts of differences begin at 0, so that Prometheus sees the first one as an increase.
    audit_metrics(metrics to, informer_labels labels);

    void was_done(audit_report const& found);
    void was_left_out(std::string_view why);
    void was_probed(std::string_view result);

private:
    void count_differences(std::string_view by, audit_report const& found);
    void count(metric_family const& family, std::initializer_list<metric_label> which, std::size_t n);

    metrics to_;
    informer_labels labels_;
    std::map<std::string, counter> counters_; // by the family's name and the values of the labels
};

} // namespace coinformer::detail
