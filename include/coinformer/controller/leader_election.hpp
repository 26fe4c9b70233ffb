#pragma once

#include <coinformer/api/client.hpp>
#include <coinformer/core/time_source.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <type_traits>

namespace coinformer {

namespace detail {
class election_core;
}

/// Which Lease the processes contend for, the name of this process, and the timing. All processes that
/// contend for a Lease use the same durations, and their clocks run at about the same speed; their clocks may
/// show different times.
struct leader_election_options {
    std::string name = {};     ///< name of the Lease
    std::string ns = {};       ///< namespace of the Lease; if empty, the namespace of the client's endpoint
    std::string identity = {}; ///< unique name of this process, for example the pod's name
    /// No other process takes the lease until this long after its last renewal. In whole seconds.
    duration lease_duration = std::chrono::seconds(15);
    /// The work is cancelled if the lease has not been renewed for this long. The work then has the rest of
    /// lease_duration to end.
    duration renew_deadline = std::chrono::seconds(10);
    /// Time from one renewal to the next. A process that waits for the lease reads it again after 1 to 2.2
    /// times this.
    duration retry_period = std::chrono::seconds(2);
    bool release_on_end = true; ///< release the lease after the work has ended; if false, the lease expires
    std::map<std::string, std::string> labels = {}; ///< labels to set on the Lease; its other labels stay
    /// Called with the identity of each new holder, which may be this process. It is called on the client's
    /// strand. An exception from it is logged.
    std::function<void(std::string const& identity)> on_new_leader = {};
};

/// Makes sure that only one of many processes does some work at any time: the process that holds a Lease.
///
///     leader_election election(api, {.name = "shop-controller", .ns = "shop", .identity = pod_name});
///     co_await election.run_while_leader([&] { return rollouts.run(); });
///
/// The client's user needs the rights to get, create and patch `leases` of coordination.k8s.io in the Lease's
/// namespace.
///
/// Threads    any.
/// Lifetime   The election keeps what it needs of the client. run_while_leader() may continue after the
///            election object is destroyed.
class leader_election {
public:
    /// Errors     errc::bad_request if an option is out of range; the message names the option.
    ///            errc::invalid_name if the name or the namespace cannot be part of a path, such as "..".
    leader_election(client& api, leader_election_options options);
    leader_election(leader_election const&) = delete;
    ~leader_election();

    /// Waits until this process holds the lease, then runs the task that `work` returns while the lease is
    /// held.
    ///
    /// `work` is a callable without parameters. It is called, and its task runs, on a strand of the caller's
    /// executor. Renewals run on the client's strand, so that busy work does not delay them if the executor
    /// has another thread.
    ///
    /// The work is cancelled when `renew_deadline` has passed since the last successful renewal was sent; the
    /// rest of `lease_duration` is its time to end. The lease is renewed, and never released, while the work
    /// runs, even after the work was cancelled. If the work is still running when the lease would have ended
    /// with which it was cancelled, that is logged as an error, and check() throws.
    ///
    /// Result     The work has ended by itself, and the lease is released.
    /// Time       No limit until the lease is held; failures are logged, and the attempt is repeated.
    /// Errors     errc::leadership_lost with the cause, if the work was cancelled because the lease was lost;
    ///            the work has ended then, and run_while_leader() may be called again. Exceptions of the
    ///            work. errc::already_running if it already runs.
    /// Cancel     Cancels the work, waits until it has ended, releases the lease, and throws
    ///            condition::cancelled, or what else the work has thrown meanwhile.
    template <class Work>
    [[nodiscard]] task<> run_while_leader(Work&& work) &
    {
        static_assert(std::is_lvalue_reference_v<Work> || std::is_trivially_destructible_v<Work>,
                      "name work that captures by value before you await it: docs/compilers.md, rule 1");
        return run(std::function<task<>()>(std::forward<Work>(work)));
    }

    /// The identity of the lease's holder when the lease was last read; empty if nobody held it. It is kept
    /// up to date while run_while_leader() runs.
    std::string leader() const;
    /// True if the work may act now: it runs, and the clock says at this very moment that renew_deadline has
    /// not passed since the last renewal.
    bool is_leader() const;
    /// A fencing token: the Lease's leaseTransitions, which grows whenever the Lease changes hands, so that a
    /// store can reject a writer that is too late. It is 0 for the first holder, and -1 while this process
    /// does not hold the lease. It may start again at 0 after somebody has deleted the Lease, and at an older
    /// number after the server was restored from a backup.
    std::int64_t term() const;
    /// For a liveness probe.
    ///
    /// Errors     errc::leadership_lost if the work still runs although it had to end more than `tolerance`
    ///            ago, with the lease with which it was cancelled. The probe should then end the process.
    void check(duration tolerance = duration::zero()) const;

private:
    [[nodiscard]] task<> run(std::function<task<>()> work);
    std::shared_ptr<detail::election_core> core_;
};

} // namespace coinformer
