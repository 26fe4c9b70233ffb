#pragma once

#include <coinformer/api/json_types.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace coinformer::detail {

/// The fields of a Lease that say which process holds it, and for how long.
struct lease_record {
    std::string holder = {};      ///< the holder's identity; empty if nobody holds the lease
    duration lease_duration = {}; ///< validity after each renewal; zero if the Lease does not say
    micro_timestamp acquired = {};
    micro_timestamp renewed = {};
    std::int32_t transitions = 0; ///< how often the Lease has changed hands
    std::string uid = {};         ///< the uid of the Lease object

    friend bool operator==(lease_record const&, lease_record const&) = default;
};

/// Decides what one process does to get and keep a Lease, from what it knows of it.
///
/// It is a plain value without I/O and without a clock, so that each situation can be tested: the caller
/// reads and writes the Lease, tells this object the outcome, and asks next_move() what to do. Every `now`
/// comes from the process's own monotonic clock; wall clocks only fill in the record.
///
/// The rule that keeps two processes from working at once: a process counts its own lease from before the
/// request was sent, and the lease of another process from after the answer arrived. Every write names the
/// version that it replaces. So a process takes a lease later than the holder believes the lease to have
/// ended.
///
/// States     Without a grant, the process waits or bids. With a grant (has_grant()), it may work; the grant
///            begins with record_grant(), and ends with record_release(), with resign(), or when the Lease is
///            seen in other hands. Besides, may_be_holder() is true from a bid until a release is accepted or
///            the Lease is seen in other hands: even if no answer has come, the server may have accepted the
///            bid, so the Lease has to be released in the end.
/// Threads    election_core uses it on the client's strand.
class candidacy {
public:
    candidacy(std::string identity, duration lease_duration, duration renew_deadline);

    /// Records the Lease as the server has returned it. `now` is the time when the answer had arrived.
    void observe(lease_record found, std::string version, time_point now);
    /// Records that the server has no such Lease.
    void observe_absence(time_point now);

    /// True if the Lease is known to be this process's own last write, so that it need not be read again.
    bool is_own_and_current() const noexcept { return is_current_ && is_own_record(); }
    /// True if this object wrote the Lease, as it was last seen. The identity alone does not prove that,
    /// because another process may have the same one. The record of a term that was granted and lost since is
    /// not its own any more.
    bool is_own_record() const noexcept;

    enum class move {
        wait,   ///< another process holds the Lease, or may hold it
        create, ///< there is no Lease: create it
        write,  ///< the Lease was released, has expired or is this process's own: write it
    };
    move next_move(time_point now) const;
    /// Returns the record to write for move::create or move::write. From now on the record may be in the
    /// Lease, even if no answer comes. No two bids are equal.
    lease_record make_bid(micro_timestamp wall);
    /// Records that the server has accepted a bid. `asked` is the time before the request was sent.
    void record_grant(lease_record written, std::string version, time_point asked);

    /// Returns the record that releases the Lease, so that other processes need not wait. Call it only if
    /// is_own_record().
    lease_record make_release(micro_timestamp wall);
    /// Records that the server has accepted the release.
    void record_release();
    /// True if a bid of this process may be in the Lease, so that the Lease has to be released.
    bool may_be_holder() const noexcept { return may_be_holder_; }
    /// Forgets the grant, because the work has ended. The Lease stays as it is.
    void resign() noexcept { granted_at_.reset(); }

    /// True if the lease was granted and not lost since. The grant may have expired: this function has no
    /// clock.
    bool has_grant() const noexcept { return granted_at_.has_value(); }
    bool leads(time_point now) const noexcept { return granted_at_ && now < work_ends_at(); }
    /// When the work has to be cancelled unless the lease is renewed. Call it only if has_grant().
    time_point work_ends_at() const noexcept { return *granted_at_ + renew_deadline_; }
    /// When other processes may take the lease; without a grant, when this process noticed that it had lost
    /// the lease.
    time_point lease_ends_at() const noexcept
    {
        return granted_at_ ? *granted_at_ + lease_duration_ : lost_at_;
    }

    std::string const& version() const noexcept { return version_; }
    std::string const& holder() const noexcept { return found_ ? found_->holder : nobody_; }
    std::int32_t transitions() const noexcept { return term_ ? term_->transitions : 0; }

private:
    /// A term of office: the two fields that stay the same in all records of one holder, from its first bid
    /// to its last renewal, and whether a bid was accepted. By the fields a contender recognises its own
    /// record.
    struct term {
        micro_timestamp acquired = {};
        std::int32_t transitions = 0;
        bool was_granted = false; ///< the server has accepted one of its bids
    };
    bool is_released() const noexcept;
    micro_timestamp next_stamp(micro_timestamp wall);
    void mark_lost(time_point now);

    std::string identity_;
    std::string nobody_; ///< always empty; holder() returns a reference to it
    duration lease_duration_, renew_deadline_;

    std::optional<lease_record> found_;     ///< the Lease as last seen; empty if there was none
    std::optional<lease_record> last_seen_; ///< as found_, but kept when the Lease is deleted
    std::string version_;
    time_point unchanged_since_{}; ///< when found_, or the absence of a Lease, was seen for the first time
    bool is_current_ = false;      ///< no request was sent since that may have changed the Lease

    std::optional<term> term_; ///< the newest bid's term of office; empty after it was granted and lost
    micro_timestamp last_stamp_{};
    bool may_be_holder_ = false;
    std::optional<time_point> granted_at_; ///< when the request was sent that the server accepted last
    time_point lost_at_{};
};

} // namespace coinformer::detail
