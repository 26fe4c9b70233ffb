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

namespace coinformer {

/// An election's loop. Everything but status() happens on the client's strand.
class leader_election::impl {
public:
    impl(client& api, leader_election_options options);

    /// What others may know; a copy.
    struct view {
        std::string leader = {};
        bool works = false; ///< the work has begun, and not ended
        bool leads = false; ///< and was not told to end
        time_point leads_until{}, ends{};
        std::int64_t term = 0;
    };
    view status() const; // any thread
    time_point now() const noexcept { return env_.time->now(); }
    std::string const& where() const noexcept { return where_; }
    executor const& strand() const noexcept { return env_.ex; }

    [[nodiscard]] static task<> run_on_strand(std::shared_ptr<impl> self, std::function<task<>()> work);
    [[nodiscard]] task<> run(std::shared_ptr<impl> self, executor worker, std::function<task<>()> work);

private:
    // ---- the loop (election_run.cpp)
    [[nodiscard]] task<> acquire() &;
    [[nodiscard]] task<> lead(std::shared_ptr<impl> self, executor worker, std::function<task<>()> const& work) &;
    [[nodiscard]] task<> renew(nursery& job) &;
    [[nodiscard]] task<> watch_clock(nursery& job) &;
    [[nodiscard]] task<> then_stop(nursery& job, task<> guard) &;
    [[nodiscard]] task<> release() &;
    void lose(nursery& job, std::string why);
    void publish();

    // ---- requests (election_requests.cpp)
    [[nodiscard]] task<> try_once() &; // whatever goes wrong is logged
    [[nodiscard]] task<> attempt() &;
    [[nodiscard]] task<> look() &;
    [[nodiscard]] task<object_ptr<detail::lease>> write(detail::lease_record record, bool create) &;
    [[nodiscard]] task<> give_back() &;
    void trouble(api_error const& e);
    void report_holder();
    void log(log_level level, std::string const& message) const;

    client api_;
    environment env_;
    leader_election_options const options_;
    std::string const where_; ///< for messages
    random_source random_;
    duration const attempt_limit_; ///< two that hang fit between a renewal and the deadline of the one before
    detail::candidacy claim_;
    std::optional<std::string> lost_; ///< why
    std::string trouble_;             ///< of the last attempt
    duration retry_after_{};
    std::string reported_; ///< the holder
    bool running_ = false;
    bool works_ = false;

    mutable std::mutex lock_;
    view view_; // locked
};

} // namespace coinformer
