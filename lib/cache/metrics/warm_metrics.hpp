#pragma once

#include "cache/metrics/informer_labels.hpp"

#include <coinformer/core/environment.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// Counts what becomes of an informer's snapshots. It does nothing if nobody listens.
///
/// Threads    the client's strand.
class warm_metrics {
public:
    /// The counts of saves begin at 0, so that Prometheus sees the first one as an increase.
    warm_metrics(metrics to, informer_labels labels);

    /// An informer goes on from a snapshot ("restored"), or `result` says why not.
    void was_read(std::string_view result);
    void was_saved(std::uint64_t bytes);
    void could_not_be_saved();

private:
    void count(metric_family const& family, std::string_view result, std::uint64_t n = 1);

    metrics to_;
    informer_labels labels_;
    std::map<std::string, counter> results_; // by family and result
    gauge bytes_;                            // shown once there is a snapshot
    bool has_gauge_ = false;
};

} // namespace coinformer::detail
