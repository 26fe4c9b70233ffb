#pragma once

#include <coinformer/controller/controller_options.hpp>
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
    gauge owned = {}, parked = {}; ///< only for a controller with shards()
};

/// Returns instruments that count nothing if nobody listens. `read_active` returns how many reconciles run.
/// It is called on any thread.
reconcile_metrics make_reconcile_metrics(metrics const& make, std::string_view controller,
                                         std::size_t concurrency,
                                         std::function<std::optional<double>()> read_active);

/// Adds the instruments of a controller with shards(). `read` returns its present state, or nullopt if it is
/// gone; it is called on any thread. Errors: std::bad_alloc; then none is added.
void add_shard_metrics(reconcile_metrics& to, metrics const& make, std::string_view controller,
                       std::function<std::optional<controller_status>()> const& read);

} // namespace coinformer::detail
