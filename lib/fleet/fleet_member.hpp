#pragma once

#include "core/timed_wakeup.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/fleet/fleet.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace coinformer::detail {

/// One name in a fleet: what the source has told about the cluster, and what has become of it.
///
/// States     Without an endpoint (the kubeconfig was never usable); running; failed, in the pause before the
///            next beginning; ending (`end_work()` was called and the work has not ended). A member that was
///            removed goes on until its work has ended. If its cluster comes again before that, the same
///            member begins new work after the end of the old one.
/// Threads    The members marked "locked" with the lock held, on any thread; everything else on the member's
///            strand.
class fleet_member : public std::enable_shared_from_this<fleet_member> {
public:
    fleet_member(environment env, std::string name);

    // ---- what the source tells, on any thread
    void put(endpoint server, std::string const& version);
    /// True if the newest endpoint has this version. Then what was wrong with a newer one is over.
    bool is_at(std::string const& version);
    /// Returns true if the cause is a new one, which deserves a line in the log.
    bool cannot_read(std::string const& cause);
    void remove();

    // ---- what the supervisor asks and tells
    struct wanted {
        std::optional<endpoint> server;
        std::uint64_t generation = 0; ///< grows with each change of the others
        bool removed = false;
    };
    wanted what_is_wanted() const;
    bool is_stale(std::uint64_t generation) const; ///< another generation is wanted by now
    /// Waits until is_stale(), but at most until `when`.
    [[nodiscard]] task<> wait_until_stale(std::uint64_t generation, time_point when);
    /// Work has begun, and its tasks are children of `parts`, which is stopped when the generation is stale.
    void work_begins(std::uint64_t generation, std::shared_ptr<cluster> on, nursery& parts);
    void work_has_ended(); ///< the nursery is not used any more
    void work_has_failed(std::string const& why);
    void has_no_server(); ///< there is no kubeconfig that can be used

    // ---- what users ask, on any thread
    std::shared_ptr<cluster> alive() const;
    cluster_status status() const;

    environment const& env() const noexcept { return env_; } ///< with the member's strand
    std::string const& name() const noexcept { return name_; }

private:
    void changed();
    void end_stale_work();
    void enter(cluster_state state); ///< the caller holds lock_

    struct present_work {
        nursery* parts = nullptr; ///< null while no work runs
        std::uint64_t generation = 0;
    };

    std::string const name_;
    environment const env_;
    mutable std::mutex lock_;
    wanted wanted_;                               // locked
    std::string version_;                         // locked; of wanted_.server
    std::string fault_;                           // locked; why something newer than it cannot be used
    cluster_state state_ = cluster_state::failed; // locked
    time_point since_;                            // locked
    std::string last_failure_;                    // locked
    std::shared_ptr<cluster> alive_;              // locked; null unless the state is running
    present_work work_;
    timed_wakeup review_; ///< notified after each change
};

} // namespace coinformer::detail
