#pragma once

#include "controller/candidacy.hpp"
#include "controller/election_log.hpp"
#include "controller/election_metrics.hpp"
#include "controller/lease_attempts.hpp"

#include <coinformer/controller/leader_election.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace coinformer::detail {

/// The loop of a leader election: waits for the lease, runs the work, renews the lease meanwhile, and
/// releases it. candidacy decides what to write, lease_attempts sends the requests, and this class watches
/// the clock.
///
/// While the work runs, two more coroutines run beside it, in the nursery `term`. keep_renewing() renews the
/// lease until it is lost. enforce_renew_deadline() cancels the work as soon as the clock says that the lease
/// was not renewed in time; it does not wait for any request, because a request may hang. Both cancel the
/// work when they end, for whatever reason.
///
/// States     Idle; waiting for the lease; leading (`is_working_`); ending (`is_working_` and `loss_`:
///            the work is cancelled, and the lease is still renewed so that no other process starts before
///            the work has ended); releasing.
/// Threads    status(), is_leader(), now(), where() and strand() may be called on any thread; everything else
///            runs on the client's strand. The work runs on a strand of the caller's executor.
class election_core : public std::enable_shared_from_this<election_core> {
public:
    election_core(client& api, leader_election_options options);

    /// What leader_election tells its users, copied under the lock.
    struct election_status {
        std::string leader = {};
        bool is_working = false;   ///< the work has started and has not ended
        bool is_leading = false;   ///< the work has started and was not cancelled
        time_point work_ends_at{}; ///< the work is cancelled then, unless the lease is renewed
        time_point must_end_by{};  ///< the work has to have ended by then
        std::int64_t term = 0;
    };
    election_status status() const;
    bool is_leader() const;
    time_point now() const noexcept { return env_.time->now(); }
    std::string const& where() const noexcept { return log_.where(); }
    executor const& strand() const noexcept { return env_.ex; }

    /// Takes part in the election. `worker` is the strand on which the work runs.
    [[nodiscard]] task<> run(executor worker, std::function<task<>()> work);

private:
    struct present_work {
        nursery& job;                                    ///< has the work as its child
        std::shared_ptr<std::atomic<bool>> has_returned; ///< set on the work's strand
    };
    [[nodiscard]] task<> wait_for_lease() &;
    [[nodiscard]] task<> run_work_as_leader(executor worker, std::function<task<>()> const& work) &;
    [[nodiscard]] task<> keep_renewing(present_work work) &;
    [[nodiscard]] task<> enforce_renew_deadline(present_work work) &;
    [[nodiscard]] task<> stop_job_after(nursery& job, task<> guard) &;
    [[nodiscard]] task<> make_attempt() &;
    void give_up_leadership(present_work const& work, std::string why);
    void publish_status();
    void report_new_holder();

    environment env_;
    leader_election_options const options_;
    election_log const log_;
    candidacy candidacy_;
    /// Why the work was cancelled, and when the lease ended that it had then.
    struct loss {
        std::string why;
        time_point must_end_by;
    };
    std::optional<loss> loss_;    ///< empty while it leads
    std::string reported_holder_; ///< the holder that on_new_leader was told of
    bool is_running_ = false;
    bool is_working_ = false;

    mutable std::mutex lock_;
    election_status published_status_; // locked
    election_metrics metrics_;         // asks for the status, so it is destroyed before that
    lease_attempts attempts_;          // destroyed before all that it uses
};

} // namespace coinformer::detail
