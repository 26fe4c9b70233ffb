#include "controller/candidacy.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace coinformer::detail {

namespace {

constexpr duration released_duration = std::chrono::seconds(1); // the duration in a Lease that was released

} // namespace

candidacy::candidacy(std::string identity, duration lease_duration, duration renew_deadline)
    : identity_(std::move(identity)), lease_duration_(lease_duration), renew_deadline_(renew_deadline)
{
}

bool candidacy::is_own_record() const noexcept
{
    return term_ && found_ && found_->holder == identity_ && found_->acquired == term_->acquired &&
           found_->transitions == term_->transitions;
}

// True if the last holder has given the Lease back, so that nobody has to wait. coinformer and client-go then
// write no holder, a duration of one second, and the same time twice. If somebody else clears the holder, its
// times and its duration stay, and the holder works on until its next renewal. The first record of a term
// names the same time twice as well, so the duration has to tell; if leases last one second anyway, it tells
// nothing.
bool candidacy::is_released() const noexcept
{
    return found_ && found_->holder.empty() && found_->acquired == found_->renewed &&
           found_->lease_duration == released_duration && lease_duration_ > released_duration;
}

// Forgets a term that was granted: if its record comes back, the server was restored from a backup, and
// another process may work in a later term. A bid without an answer is kept in mind, because it may still
// arrive.
void candidacy::mark_lost(time_point now)
{
    may_be_holder_ = false;
    if (term_ && term_->was_granted) term_.reset();
    if (std::exchange(granted_at_, std::nullopt)) lost_at_ = now;
}

void candidacy::observe(lease_record found, std::string version, time_point now)
{
    if (!found_ || !(*found_ == found)) unchanged_since_ = now;
    last_seen_ = found_ = std::move(found);
    version_ = std::move(version);
    is_current_ = true;
    if (!is_own_record()) mark_lost(now);
}

// Somebody has deleted the Lease. Its holder may keep working until the lease would have ended, and may
// create it again, so next_move() waits for that time. A process that has never seen the Lease cannot know of
// its holder.
void candidacy::observe_absence(time_point now)
{
    if (std::exchange(found_, std::nullopt)) unchanged_since_ = now;
    is_current_ = true;
}

// Another holder's lease ends when its record has not changed for the duration that the record names. The
// waiting time counts from when this process saw the record for the first time, because the clocks of two
// processes cannot be compared. A Lease that was deleted, and a record without a holder that is no release,
// hide a holder that may still work, and perhaps its duration.
candidacy::move candidacy::next_move(time_point now) const
{
    if (is_own_record()) return move::write;
    if (!found_ && granted_at_ && now < lease_ends_at()) return move::create; // ours was deleted
    if (!last_seen_) return move::create;
    auto lease_duration = last_seen_->lease_duration;
    bool const hides_holder = !found_ || found_->holder.empty();
    if (hides_holder) lease_duration = std::max(lease_duration, lease_duration_);
    if (lease_duration <= duration::zero()) lease_duration = lease_duration_;
    if (!is_released() && now < unchanged_since_ + lease_duration) return move::wait;
    return found_ ? move::write : move::create;
}

// Other processes notice a renewal only because the record has changed. So each stamp is later than the one
// before, even if the wall clock stands still or goes back.
micro_timestamp candidacy::next_stamp(micro_timestamp wall)
{
    return last_stamp_ = std::max(wall, last_stamp_ + std::chrono::microseconds(1));
}

// A renewal keeps the term of office; any other bid begins a new one. The number of transitions grows even if
// this process was the last holder, so that no two terms have the same number.
lease_record candidacy::make_bid(micro_timestamp wall)
{
    lease_record r{.holder = identity_, .lease_duration = lease_duration_, .renewed = next_stamp(wall)};
    bool const same_term = is_own_record() || (!found_ && granted_at_); // a renewal, or our Lease was deleted
    if (!same_term) {
        auto const before = last_seen_ ? last_seen_->transitions : -1;
        bool const more = before < std::numeric_limits<std::int32_t>::max();
        term_ = term{r.renewed, more ? before + 1 : 0};
    }
    r.acquired = term_->acquired;
    r.transitions = term_->transitions;
    may_be_holder_ = true;
    is_current_ = false;
    return r;
}

void candidacy::record_grant(lease_record written, std::string version, time_point asked)
{
    last_seen_ = found_ = std::move(written);
    version_ = std::move(version);
    is_current_ = true;
    granted_at_ = asked;
    term_->was_granted = true;
}

// The record is that of client-go, so that both libraries recognise it: see is_released().
lease_record candidacy::make_release(micro_timestamp wall)
{
    auto const now = next_stamp(wall);
    is_current_ = false;
    return {
        .lease_duration = released_duration, .acquired = now, .renewed = now, .transitions = transitions()};
}

void candidacy::record_release()
{
    found_->holder.clear();
    may_be_holder_ = false;
    granted_at_.reset();
    term_.reset(); // as in mark_lost()
}

} // namespace coinformer::detail
