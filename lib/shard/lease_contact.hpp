#pragma once

#include "shard/lease_grant.hpp"

#include <coinformer/api/json_types.hpp>

#include <algorithm>

namespace coinformer::detail {

/// Knows for how long a member could renew its Lease without a gap, and whether its watch keeps up.
///
/// A member renews its Lease with a stamp, the renewTime, which grows. The watch shows the changes of all
/// Leases in the order in which they were written. So when it shows a renewal of this member, it has shown
/// everything that others wrote before. That some event has come says nothing, because it may be an old one.
///
/// A member that could not renew its Lease for a while, or stood still, has a gap. It has perhaps not heard
/// of the renewals of others either.
///
/// It is a plain value: every `now` comes from the caller's monotonic clock.
class lease_contact {
public:
    /// The server has created the Lease, which has no stamp yet. The request was sent at `sent`.
    void begin(time_point sent, time_point now)
    {
        *this = {};
        renewed_at_ = sent;
        connected_since_ = seen_at_ = now; // the watch gets time to bring it
    }
    /// The server has accepted the renewal with this stamp, which was sent at `sent`.
    void renewed(micro_timestamp stamp, time_point sent, bool after_gap, time_point now)
    {
        stamp_ = stamp;
        renewed_at_ = sent;
        if (!after_gap) return;
        connected_since_ = now;
        stamp_after_gap_ = stamp;
    }
    /// The watch or a list has shown the Lease with this stamp, which is one that this member has sent.
    void see(micro_timestamp stamp, time_point now)
    {
        seen_ = std::max(seen_, stamp);
        if (seen_ >= stamp_) seen_at_ = now;
    }

    time_point renewed_at() const noexcept { return renewed_at_; } ///< when the last renewal was sent
    time_point connected_since() const noexcept { return connected_since_; } ///< without a gap
    /// True if what others did before the end of the last gap was seen.
    bool has_caught_up() const noexcept { return seen_ >= stamp_after_gap_; }
    /// True if for longer than `most` the last renewal that the server had accepted was not seen: the watch
    /// is silent, or late by more than a renewal.
    bool is_blind(duration most) const noexcept { return renewed_at_ - seen_at_ > most; }

private:
    micro_timestamp stamp_{}, stamp_after_gap_{}, seen_{};
    time_point connected_since_{}, renewed_at_{}, seen_at_{};
};

} // namespace coinformer::detail
