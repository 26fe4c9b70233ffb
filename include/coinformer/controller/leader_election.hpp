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

/// Which Lease is contended for, as whom, and how fast. All contenders for a Lease have the same durations, and clocks
/// that run about equally fast; what their clocks show does not matter.
struct leader_election_options {
    std::string name = {};     ///< of the Lease
    std::string ns = {};       ///< its namespace; empty: the endpoint's
    std::string identity = {}; ///< whose it is: a name that no other process has, a pod's for example
    /// So long after it was renewed last nobody else takes the lease. Whole seconds.
    duration lease_duration = std::chrono::seconds(15);
    /// So long after it was renewed last the work is cancelled. It has the rest of lease_duration to end.
    duration renew_deadline = std::chrono::seconds(10);
    /// From one renewal to the next. Who waits for the lease looks at it after 1 to 2.2 times that.
    duration retry_period = std::chrono::seconds(2);
    bool release_on_end = true;                     ///< give the lease back when the work has ended; no: it runs out
    std::map<std::string, std::string> labels = {}; ///< of the Lease; those that it has besides stay
    /// Told of each new holder, this process among them. Called on the client's strand; what it throws is logged.
    std::function<void(std::string const& identity)> on_new_leader = {};
};

/// Sees to it that of many processes one at a time does some work: the one that holds a Lease.
///
///     leader_election election(api, {.name = "shop-controller", .ns = "shop", .identity = pod_name});
///     co_await election.run_while_leader([&] { return controller.run(); });
///
/// The client may get, create and patch leases of coordination.k8s.io in the Lease's namespace.
///
/// Threads    any.
/// Lifetime   it keeps what it needs of the client; its run may go on after its death.
class leader_election {
public:
    /// Errors: errc::bad_request that says which option is wrong; errc::invalid_name for a name or namespace that would
    /// lead to another path, such as "..".
    leader_election(client& api, leader_election_options options);
    leader_election(leader_election const&) = delete;
    ~leader_election();

    /// Waits until the lease is held, then runs the task that `work` returns, for as long as it is held. `work` is a
    /// callable without parameters; it and its task run on a strand of the caller's executor, renewals on the client's:
    /// work that is busy does not hold them up where the executor has a thread to spare.
    ///
    /// The work is cancelled renew_deadline after the last renewal was asked for: the rest of lease_duration is its
    /// time to end. The lease is renewed and never given back while the work runs, cancelled or not. Work that has not
    /// ended when its lease has is an error in the log, and in check().
    ///
    /// Result     the work has ended by itself; the lease is given back.
    /// Time       unbounded before the lease is held: what goes wrong is logged and tried again.
    /// Errors     errc::leadership_lost and why, when the work was cancelled for that; it has ended then, and the lease
    ///            may be contended for again. What the work throws. errc::already_running.
    /// Cancel     cancels the work, waits for its end, gives the lease back, throws condition::cancelled.
    template <class Work>
    [[nodiscard]] task<> run_while_leader(Work&& work) &
    {
        static_assert(std::is_lvalue_reference_v<Work> || std::is_trivially_destructible_v<Work>,
                      "name work that captures by value before you await it: docs/compilers.md, rule 1");
        return run(std::function<task<>()>(std::forward<Work>(work)));
    }

    /// Whose the lease was when it was last looked at; empty: nobody's. Known while run_while_leader() runs.
    std::string leader() const;
    /// Whether the work may act now: it runs, and the lease was renewed in time by the clock of this very moment.
    bool is_leader() const;
    /// Of the lease that is held, its leaseTransitions: grows with each other holder, so that what the work writes to
    /// may refuse who is late. 0 for the first holder, -1 while none is held. A Lease that somebody deletes may begin
    /// anew at 0.
    std::int64_t term() const;
    /// For a liveness probe. Errors: errc::leadership_lost when the work still runs though its lease was over more than
    /// `tolerance` ago; then end the process.
    void check(duration tolerance = duration::zero()) const;

private:
    [[nodiscard]] task<> run(std::function<task<>()> work);
    std::shared_ptr<detail::election_core> core_;
};

} // namespace coinformer
