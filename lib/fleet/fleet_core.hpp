#pragma once

#include "core/repeated_failure.hpp"
#include "fleet/fleet_member.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// The clusters of a fleet, by name. It receives from the source which there are, and gives each of them a
/// supervisor: a task that begins the work on the cluster, waits for its end, and decides what comes next.
///
/// run() owns a nursery with the task that follows the source, and one supervisor for each member, on the
/// strand of that member. The work on a cluster has a nursery of its own inside of its supervisor: so it can
/// be stopped alone, its failure stops no other, and waiting for its end holds nobody else up.
///
/// Threads    The members of cluster_set, find() and status() on any thread. Members marked "locked" are used
///            with `lock_` held, which is taken before a member's own lock. A supervisor runs on the strand
///            of its member, everything else on the fleet's strand.
class fleet_core final : public cluster_set, public std::enable_shared_from_this<fleet_core> {
public:
    fleet_core(environment env, std::shared_ptr<cluster_source> source, std::function<task<>(cluster&)> work,
               fleet_options options);

    [[nodiscard]] task<> run();
    executor const& strand() const noexcept { return env_.ex; }
    std::shared_ptr<cluster> find(std::string_view name) const;
    std::vector<cluster_status> status() const;

    // ---- cluster_set
    void put(std::string const& name, kubeconfig_text const& config) override;
    void put(std::string const& name, endpoint server, std::string const& version) override;
    void cannot_read(std::string const& name, std::string const& cause) override;
    void remove(std::string const& name) override;
    void keep_only(std::set<std::string> const& names) override;

private:
    using member_ptr = std::shared_ptr<fleet_member>;

    [[nodiscard]] task<> follow_source();
    [[nodiscard]] task<> supervise(member_ptr m);
    [[nodiscard]] task<> work_once(member_ptr m, fleet_member::wanted what);
    [[nodiscard]] task<> call_work(std::shared_ptr<cluster> on);
    void report_failure(fleet_member& m, std::string const& why, duration pause,
                        repeated_failure& seen) const;

    member_ptr find_or_add(std::string const& name);
    member_ptr add(std::string const& name);
    bool try_forget(fleet_member const& m);
    void log_too_many(std::string const& name);

    executor const user_executor_;
    environment const env_; ///< its executor is the fleet's strand
    std::shared_ptr<cluster_source> const source_;
    std::function<task<>(cluster&)> const work_;
    fleet_options const options_;
    mutable std::mutex lock_;
    std::map<std::string, member_ptr, std::less<>> members_; // locked
    /// A cluster for which there was no room.
    struct waiting_cluster {
        endpoint server;
        std::string version;
    };
    std::map<std::string, waiting_cluster> waiting_; // locked
    std::uint64_t made_ = 0;                         // locked; the number of members so far
    repeated_failure too_many_;                      // locked
    std::atomic<bool> is_running_{false};
    nursery* supervisors_ = nullptr; ///< null while run() does not run
};

} // namespace coinformer::detail
