#pragma once

#include "controller/candidacy.hpp"
#include "controller/lease.hpp"

#include <coinformer/controller/leader_election.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/random.hpp>

#include <mutex>
#include <optional>
#include <string>

namespace coinformer::detail {

/// An election's loop. Everything but status() happens on the client's strand.
class election_core {
public:
    election_core(client& api, leader_election_options options);

    /// What others may know; a copy.
    struct election_status {
        std::string leader = {};
        bool is_working = false; ///< the work has begun, and not ended
        bool is_leading = false; ///< and was not told to end
        time_point work_ends_at{}, lease_ends_at{};
        std::int64_t term = 0;
    };
    election_status status() const; // any thread
    time_point now() const noexcept { return env_.time->now(); }
    std::string const& where() const noexcept { return where_; }
    executor const& strand() const noexcept { return env_.ex; }

    [[nodiscard]] static task<> run_on_strand(std::shared_ptr<election_core> self, std::function<task<>()> work);
    [[nodiscard]] task<> run(std::shared_ptr<election_core> self, executor worker, std::function<task<>()> work);

private:
    // ---- the loop (election_run.cpp)
    [[nodiscard]] task<> wait_for_lease() &;
    [[nodiscard]] task<> run_work_as_leader(std::shared_ptr<election_core> self, executor worker,
                                            std::function<task<>()> const& work) &;
    [[nodiscard]] task<> keep_renewing(nursery& job) &;
    [[nodiscard]] task<> enforce_renew_deadline(nursery& job) &;
    [[nodiscard]] task<> stop_job_after(nursery& job, task<> guard) &;
    [[nodiscard]] task<> release_lease() &;
    void give_up_leadership(nursery& job, std::string why);
    void publish_status();

    // ---- requests (election_requests.cpp)
    [[nodiscard]] task<> make_attempt() &; // whatever goes wrong is logged
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
    duration const attempt_limit_; ///< two that hang fit between a renewal and the deadline of the one before
    candidacy candidacy_;
    std::optional<std::string> loss_reason_; ///< why
    std::string last_failure_;               ///< of the last attempt
    duration server_pause_{};
    std::string reported_holder_; ///< the holder
    bool is_running_ = false;
    bool is_working_ = false;

    mutable std::mutex lock_;
    election_status published_status_; // locked
};

} // namespace coinformer::detail
