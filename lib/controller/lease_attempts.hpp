#pragma once

#include "controller/candidacy.hpp"
#include "controller/election_log.hpp"
#include "controller/election_metrics.hpp"
#include "controller/lease.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/api/client.hpp>
#include <coinformer/core/backoff.hpp>
#include <coinformer/core/error.hpp>

#include <algorithm>
#include <string>

namespace coinformer::detail {

/// Sends the requests of a leader election: it reads and writes the Lease, as candidacy decides.
///
/// Threads    the client's strand. election_core owns it, and makes one call at a time.
/// Lifetime   all that the constructor gets outlives this object, but for the client.
class lease_attempts {
public:
    lease_attempts(client api, leader_election_options const& options, candidacy& of, election_log const& log,
                   election_metrics& counts);

    /// Tries once to get or to renew the lease. If a request fails, the caller makes the next attempt later.
    /// The log has one line for each cause of failures, and one when they are over: see repeated_failure.
    [[nodiscard]] task<> make() &;
    /// Clears the holder in the Lease, if the Lease is this process's own. A failure is logged: the lease
    /// then ends by itself.
    [[nodiscard]] task<> release() &;

    /// The message of the newest attempt; empty if it has succeeded.
    std::string const& last_failure() const noexcept { return last_failure_; }
    /// Returns how long a process that waits for the lease pauses now: about a retry_period, or longer if the
    /// server has asked for that.
    duration pause() noexcept { return std::max(pauses_.next(), server_pause_); }

private:
    [[nodiscard]] task<> acquire_or_renew() &;
    [[nodiscard]] task<> give_lease_back() &;
    [[nodiscard]] task<> read_lease() &;
    [[nodiscard]] task<object_ptr<lease>> write_lease(lease_record record, bool create) &;
    void report_failure(api_error const& e);

    client api_;
    time_source& time_;
    leader_election_options const& options_;
    candidacy& candidacy_;
    election_log const& log_;
    election_metrics& counts_;
    std::string last_failure_;
    repeated_failure failures_;
    duration server_pause_{}; // what the server has asked for in answer to the newest attempt
    backoff pauses_;
};

} // namespace coinformer::detail
