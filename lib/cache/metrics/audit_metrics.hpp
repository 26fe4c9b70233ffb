#pragma once

#include "cache/metrics/informer_labels.hpp"

#include <coinformer/cache/audit.hpp>

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
    audit_metrics(metrics to, informer_labels labels) : to_(std::move(to)), labels_(std::move(labels)) {}

    void was_done(audit_report const& found);
    void was_left_out(std::string_view why);

private:
    void count(metric_family const& family, std::string_view label, std::string_view value, std::size_t n);

    metrics to_;
    informer_labels labels_;
    std::map<std::string, counter> counters_; // by the value of the label
};

} // namespace coinformer::detail
