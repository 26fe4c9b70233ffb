#pragma once

#include <coinformer/controller/work_queue.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coinformer {

struct controller_options {
    /// The controller's name in log lines, errors and metrics. If it is empty, the controller is called by
    /// the plural of the first resource that it watches, for example "deployments".
    std::string name = {};
    std::size_t concurrency = 1; ///< how many keys may be reconciled at the same time
    /// Time limit of one reconcile. When it expires, the reconcile is logged and cancelled, and counts as
    /// failed unless it still succeeds. Zero means no limit.
    duration deadline = duration::zero();
    /// After run() is cancelled, or this process stops to own their keys (controller::shards()), running
    /// reconciles have this long to finish; then they are cancelled. Under
    /// leader election keep it below `lease_duration - renew_deadline` of leader_election_options, which is
    /// the time that the work has to end before another process may lead.
    duration grace = duration::zero();
    work_queue_options queue = {}; ///< without a name, the queue counts under the name of the controller
};

/// The present state and the counters of a controller.
struct controller_status {
    bool synced = false;                  ///< every source has its first list: keys are reconciled
    std::vector<std::string> waiting_for; ///< sources that are not synced, with the cause if known
    std::uint64_t reconciles = 0;         ///< reconciles that have ended, successful or not
    std::uint64_t failures = 0;           ///< reconciles that have failed
    std::uint64_t timeouts = 0;           ///< reconciles that reached their deadline, ended or still running
    std::string last_error = {};          ///< "shop/web: no such volume"; empty if nothing has failed
    std::optional<time_point> last_error_at = {};
    work_queue_status queue; ///< its `working` counts the running reconciles

    // ---- of a controller with shards()
    double owned = 1;          ///< the part of all keys that this process owns now: 0 to 1
    std::size_t parked = 0;    ///< keys that wait until this process owns them (again), or another one does
    std::uint64_t dropped = 0; ///< keys that were left to other processes
};

} // namespace coinformer
