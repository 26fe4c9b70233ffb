#include "controller/candidacy.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace coinformer::detail {

candidacy::candidacy(std::string identity, duration lease_duration, duration renew_deadline)
    : identity_(std::move(identity)), lease_duration_(lease_duration), renew_deadline_(renew_deadline)
{
}

bool candidacy::is_mine() const noexcept
{
    return term_ && found_ && found_->holder == identity_ && found_->acquired == term_->acquired &&
           found_->transitions == term_->transitions;
}

void candidacy::lost(time_point now)
{
    may_hold_ = false;
    if (std::exchange(granted_at_, std::nullopt)) lost_at_ = now;
}

void candidacy::saw(lease_record found, std::string version, time_point now)
{
    if (!found_ || !(*found_ == found)) since_ = now;
    last_ = found_ = std::move(found);
    version_ = std::move(version);
    sure_ = true;
    if (!is_mine()) lost(now);
}

// Its holder may go on for as long as its lease was to last, and make it again: who has never seen it cannot know.
void candidacy::saw_none(time_point now)
{
    if (std::exchange(found_, std::nullopt)) since_ = now;
    sure_ = true;
}

candidacy::move candidacy::next(time_point now) const
{
    if (is_mine()) return move::write;
    if (!found_ && granted_at_ && now < ends()) return move::create; // deleted under the holder
    if (!last_) return move::create;
    auto lasts = last_->lasts;
    if (!found_) lasts = std::max(lasts, lease_duration_); // last_ may have had another holder since
    if (lasts <= duration::zero()) lasts = lease_duration_;
    bool const free = found_ && found_->holder.empty();
    if (!free && now < since_ + lasts) return move::wait;
    return found_ ? move::write : move::create;
}

// A renewal that looked like the one before would be none to others, should the wall clock stand or go back.
micro_timestamp candidacy::stamp(micro_timestamp wall)
{
    return stamped_ = std::max(wall, stamped_ + std::chrono::microseconds(1));
}

lease_record candidacy::bid(micro_timestamp wall)
{
    lease_record r{.holder = identity_, .lasts = lease_duration_, .renewed = stamp(wall)};
    bool const same_term = is_mine() || (!found_ && granted_at_);
    if (!same_term) {
        auto const before = last_ ? last_->transitions : -1;
        bool const more = before < std::numeric_limits<std::int32_t>::max();
        term_ = term{r.renewed, more ? before + 1 : 0};
    }
    r.acquired = term_->acquired;
    r.transitions = term_->transitions;
    may_hold_ = true;
    sure_ = false;
    return r;
}

void candidacy::granted(lease_record written, std::string version, time_point asked)
{
    last_ = found_ = std::move(written);
    version_ = std::move(version);
    sure_ = true;
    granted_at_ = asked;
}

lease_record candidacy::release(micro_timestamp wall)
{
    auto const now = stamp(wall);
    sure_ = false;
    return {.lasts = std::chrono::seconds(1), .acquired = now, .renewed = now, .transitions = transitions()};
}

void candidacy::released()
{
    found_->holder.clear();
    may_hold_ = false;
    granted_at_.reset();
}

} // namespace coinformer::detail
