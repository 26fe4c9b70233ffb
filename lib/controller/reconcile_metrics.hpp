#pragma once

#include <coinformer/core/metrics.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace coinformer::detail {

/// The instruments of one controller, under the names of controller-runtime. If default-constructed, they
/// count nothing.
struct reconcile_metrics {
    counter succeeded, failed, again_at_once, again_after; ///< one series for each result
    counter errors, timeouts;
    histogram time;
    gauge max_concurrent, active;
};

/// Returns instruments that count nothing if nobody listens. `read_active` returns how many reconciles run.
/// It is called on any thread.
reconcile_metrics make_reconcile_metrics(metrics const& make, std::string_view controller,
                                         std::size_t concurrency,
                                         std::function<std::optional<double>()> read_active);

} // namespace coinformer::detail
