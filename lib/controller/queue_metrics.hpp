#pragma once

#include <coinformer/controller/work_queue_status.hpp>
#include <coinformer/core/metrics.hpp>

#include <functional>
#include <string_view>

namespace coinformer::detail {

/// The instruments of one work queue, under the names of client-go where it has one. If default-constructed,
/// they count nothing.
struct queue_metrics {
    counter adds, retries;
    histogram queue_duration, work_duration;
    gauge depth, unfinished, longest_running, oldest;
};

/// Returns instruments that count nothing if nobody listens. `read` returns the present status of the queue.
/// It is called on any thread, until the instruments are destroyed.
queue_metrics make_queue_metrics(metrics const& make, std::string_view name,
                                 std::function<work_queue_status()> const& read);

} // namespace coinformer::detail
