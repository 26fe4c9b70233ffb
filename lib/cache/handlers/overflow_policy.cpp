#include "cache/handlers/overflow_policy.hpp"

#include <algorithm>

namespace coinformer::detail {

overflow_action merge_policy(queue_level const& level) noexcept
{
    if (level.waiting <= level.capacity || level.being_asked) return overflow_action::none;
    return overflow_action::merge;
}

overflow_action block_policy(queue_level const& level) noexcept
{
    return level.waiting <= level.capacity ? overflow_action::none : overflow_action::hold_up;
}

// A list brings many changes at once, which is not the handler's fault, and neither is it slow only because
// it has not handled them all when the next change comes, which another list may bring. What counts is the
// rest. A handler that is two whole lists behind is excused nothing more: without that limit, its queue would
// grow for ever while changes come by lists alone.
overflow_action fail_policy(queue_level const& level) noexcept
{
    if (level.being_asked || level.waiting <= level.capacity + level.excused) return overflow_action::none;
    return overflow_action::remove;
}

overflow_action action_for(overflow policy, queue_level const& level) noexcept
{
    switch (policy) {
    case overflow::merge: return merge_policy(level);
    case overflow::block: return block_policy(level);
    case overflow::fail: return fail_policy(level);
    }
    return overflow_action::none;
}

void overflow_watch::admit(std::uint64_t position, std::size_t capacity) noexcept
{
    smallest_capacity_ = std::min<std::uint64_t>(smallest_capacity_, capacity);
    check_at_ = std::min(check_at_, position + capacity);
}

bool overflow_watch::must_check(std::uint64_t end) noexcept
{
    check_at_ = std::min(check_at_, end + smallest_capacity_);
    return end > check_at_;
}

void overflow_watch::note(std::uint64_t end, std::size_t waiting, std::size_t capacity) noexcept
{
    check_at_ = std::min(check_at_, std::max(end, end - waiting + capacity));
}

} // namespace coinformer::detail
