#pragma once

#include <coinformer/api/json_types.hpp>
#include <coinformer/core/time_source.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace coinformer::detail {

/// What a Lease says of who holds it.
struct lease_record {
    std::string holder = {};      ///< empty: nobody
    duration lease_duration = {}; ///< after each renewal; zero: it does not say
    micro_timestamp acquired = {};
    micro_timestamp renewed = {};
    std::int32_t transitions = 0; ///< how often it went to another
    std::string uid = {};         ///< the Lease's own

    friend bool operator==(lease_record const&, lease_record const&) = default;
};

/// What one contender knows of a Lease, and what follows from it. A value: no I/O, no clock. Every `now` is of the
/// contender's own monotonic clock; wall clocks only fill in the record.
///
/// A lease that was granted counts from before the request was sent, one of others from after the answer came, and
/// every write names the version that it replaces. So whoever takes a lease does so later than its holder thinks.
class candidacy {
public:
    candidacy(std::string identity, duration lease_duration, duration renew_deadline);

    /// What the server has, told at a time when the answer was here.
    void observe(lease_record found, std::string version, time_point now);
    void observe_absence(time_point now);

    /// Whether what is known of the Lease is this contender's own last write, so that it need not look again.
    bool is_own_and_current() const noexcept { return is_current_ && is_own_record(); }
    /// Whether the Lease, as last seen, is of this object's own writing: the name alone could be another's, too.
    bool is_own_record() const noexcept;

    enum class move {
        wait,   ///< it is somebody's, or may be
        create, ///< there is none
        write,  ///< it is free, or mine
    };
    move next_move(time_point now) const;
    /// What to write then; it counts as written from now on, though nobody knows whether it was. No two are equal.
    lease_record make_bid(micro_timestamp wall);
    /// It was: the request began at `asked`.
    void record_grant(lease_record written, std::string version, time_point asked);

    /// What to write so that others need not wait; only while is_mine().
    lease_record make_release(micro_timestamp wall);
    void record_release();
    /// Whether a bid of this contender may be in the Lease.
    bool may_be_holder() const noexcept { return may_be_holder_; }
    /// The work has ended.
    void resign() noexcept { granted_at_.reset(); }

    /// Whether the lease is held, as far as known; time is not looked at.
    bool has_grant() const noexcept { return granted_at_.has_value(); }
    bool leads(time_point now) const noexcept { return granted_at_ && now < work_ends_at(); }
    time_point work_ends_at() const noexcept { return *granted_at_ + renew_deadline_; } ///< while holds()
    /// When others may take it, or when they were seen to have it.
    time_point lease_ends_at() const noexcept { return granted_at_ ? *granted_at_ + lease_duration_ : lost_at_; }

    std::string const& version() const noexcept { return version_; }
    std::string const& holder() const noexcept { return found_ ? found_->holder : nobody_; }
    std::int32_t transitions() const noexcept { return term_ ? term_->transitions : 0; }

private:
    struct term { // of office: what makes a record this contender's own
        micro_timestamp acquired = {};
        std::int32_t transitions = 0;
    };
    micro_timestamp next_stamp(micro_timestamp wall);
    void mark_lost(time_point now);

    std::string identity_;
    std::string nobody_;
    duration lease_duration_, renew_deadline_;

    std::optional<lease_record> found_;     ///< none: there is no Lease
    std::optional<lease_record> last_seen_; ///< the newest that ever was
    std::string version_;
    time_point unchanged_since_{}; ///< when found_ was first seen, or its absence
    bool is_current_ = false;      ///< nothing was sent since that may have changed it

    std::optional<term> term_; ///< of the last bid
    micro_timestamp last_stamp_{};
    bool may_be_holder_ = false;
    std::optional<time_point> granted_at_;
    time_point lost_at_{};
};

} // namespace coinformer::detail
