#pragma once

#include "controller/candidacy.hpp"
#include "controller/election_metrics.hpp"
#include "controller/lease.hpp"

#include <coinformer/controller/leader_election.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/random.hpp>

#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace coinformer::detail {

/// The loop of a leader election: waits for the lease, runs the work, renews the lease meanwhile, and
/// releases it. candidacy decides what to write; this class sends the requests and watches the clock.
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
    std::string const& where() const noexcept { return where_; }
    executor const& strand() const noexcept { return env_.ex; }

    /// Takes part in the election. `worker` is the strand on which the work runs.
    [[nodiscard]] task<> run(executor worker, std::function<task<>()> work);

private:
    // ---- the loop (election_core.cpp)
    [[nodiscard]] task<> wait_for_lease() &;
    [[nodiscard]] task<> run_work_as_leader(executor worker, std::function<task<>()> const& work) &;
    [[nodiscard]] task<> keep_renewing(nursery& job) &;
    [[nodiscard]] task<> enforce_renew_deadline(nursery& job) &;
    [[nodiscard]] task<> stop_job_after(nursery& job, task<> guard) &;
    [[nodiscard]] task<> release_lease() &;
    void give_up_leadership(nursery& job, std::string why);
    void publish_status();

    // ---- requests (election_requests.cpp)
    [[nodiscard]] task<> make_attempt() &;
    [[nodiscard]] task<> acquire_or_renew() &;
    [[nodiscard]] task<> read_lease() &;
    [[nodiscard]] task<object_ptr<lease>> write_lease(lease_record record, bool create) &;
    [[nodiscard]] task<> give_lease_back() &;
    void report_failure(api_error const& e);
    void report_new_holder();
    void log(log_level level, std::string const& message) const;

    client api_;
    environment env_;
    leader_election_options const options_;
    std::string const where_; ///< for messages
    random_source random_;
    /// Time limit of one attempt. Two attempts that hang fit into the time between a renewal and the
    /// renew_deadline.
    duration const attempt_limit_;
    candidacy candidacy_;
    /// Why the work was cancelled, and when the lease ended that it had then.
    struct loss {
        std::string why;
        time_point must_end_by;
    };
    std::optional<loss> loss_;    ///< empty while it leads
    std::string last_failure_;    ///< message of the newest attempt; empty if it succeeded
    duration server_pause_{};     ///< the Retry-After of the newest attempt
    std::string reported_holder_; ///< the holder that on_new_leader was told of
    bool is_running_ = false;
    bool is_working_ = false;

    mutable std::mutex lock_;
    election_status published_status_; // locked
    election_metrics metrics_;         // asks for the status, so it is destroyed before that
};

} // namespace coinformer::detail
