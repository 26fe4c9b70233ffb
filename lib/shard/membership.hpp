#pragma once

#include "shard/lease_contact.hpp"
#include "shard/lease_grant.hpp"
#include "shard/lease_requests.hpp"

#include <coinformer/core/random.hpp>

#include <string>

namespace coinformer::detail {

/// The membership of this process in its group: a Lease that is its own, and that it renews. It has the name
/// of its Lease, and ends with it. A Lease that was lost is never taken up again: the next membership has
/// another name, so that nobody can take one for the other.
///
/// The rule that keeps two members from owning one key, seen from this side: the grant counts from before a
/// renewal was *sent*, and a renewal names the version that it replaces. So the grant ends before others may
/// think so, and a Lease that others have deleted cannot be renewed.
///
/// States     None (name() is empty); member, from join() until lose() or leave(). The grant of a member may
///            have ended by the clock; the next renewal that succeeds begins it again.
/// Threads    the client's strand. One coroutine calls join() and renew(), and lose() may come in between.
class membership {
public:
    membership(lease_requests& requests, environment env, shard_group_options const& options,
               random_source random);

    /// Creates a Lease, and repeats that until the server has accepted one. Each attempt has a new name: the
    /// server may have carried out an attempt whose answer did not come.
    ///
    /// Cancel     At any time. A Lease may be left, which nobody renews.
    [[nodiscard]] task<> join() &;
    /// Renews the Lease once. If somebody else has written into it, reads it and tries once more. If the
    /// server says that it is gone, the membership is lost. `leaves` tells the others that they should give
    /// nothing more to this member.
    [[nodiscard]] task<> renew(bool leaves) &;
    /// Deletes the Lease, or says in it that the work has stopped (shard_end::keep). Returns false if that
    /// has failed; the Lease then ends by itself.
    [[nodiscard]] task<bool> leave() &;

    /// The watch or a list has shown the Lease with this renewTime.
    void see(micro_timestamp renewed);
    /// The Lease is gone, or others do not see it any more.
    void lose();

    bool is_member() const noexcept { return !name_.empty(); }
    std::string const& name() const noexcept { return name_; }
    lease_grant const& grant() const noexcept { return grant_; }
    /// True if the grant holds, and this process has renewed its Lease without a gap for this long. One that
    /// could not do that has perhaps not heard of the renewals of others either. A gap is shorter than the
    /// grant, because what ends the grant of one member late ends that of another early.
    bool was_connected_for(duration long_enough) const
    {
        clock_reading const now(*env_.time);
        return grant_.holds_at(now) && now.monotonic - contact_.connected_since() >= long_enough;
    }
    /// True if the grant holds, and what others did during the last gap was read.
    bool has_caught_up() const { return was_connected_for(duration::zero()) && contact_.has_caught_up(); }
    /// True if the watch has not brought the last renewals: it is silent, or behind.
    bool watch_is_behind() const noexcept { return contact_.is_blind(2 * options_.retry_period); }

private:
    [[nodiscard]] task<> send_renewal(bool leaves, bool& was_overtaken) &;
    micro_timestamp next_stamp(wall_time wall);
    void note_renewal(clock_reading const& sent, micro_timestamp stamp);
    void begin_grant(clock_reading const& sent);

    lease_requests& requests_;
    environment env_;
    shard_group_options const options_;
    random_source random_;
    std::string name_; ///< name of the Lease; empty without a membership
    std::string version_;
    lease_grant grant_;
    micro_timestamp last_stamp_{};
    lease_contact contact_;
    time_point next_attempt_{};
    int never_renewed_ = 0; ///< how many Leases were created since one was renewed
};

} // namespace coinformer::detail
