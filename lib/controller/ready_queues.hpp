#pragma once

#include "controller/work_groups.hpp"

#include <coinformer/core/time_source.hpp>

#include <cstddef>

namespace coinformer::detail {

/// The queued items of a work queue, one queue for each priority, and the rule which of them comes next.
/// Items that are held back for their group are not here (work_groups).
///
/// Threads    under the queue's lock.
class ready_queues {
public:
    /// An item of a lower priority gets a turn after it has waited for `ageing`.
    explicit ready_queues(duration ageing) noexcept : ageing_(ageing) {}

    work_schedule& of(priority p) noexcept { return queues_[static_cast<std::size_t>(p)]; }
    std::size_t size() const noexcept { return queues_[0].size() + queues_[1].size() + queues_[2].size(); }
    auto begin() noexcept { return queues_.begin(); }
    auto end() noexcept { return queues_.end(); }
    auto begin() const noexcept { return queues_.begin(); }
    auto end() const noexcept { return queues_.end(); }

    /// Returns the queue whose first item is to be popped, or null if all are empty. Normally that is the
    /// queue of the highest priority. But if an item of a lower priority has waited longest, and for `ageing`
    /// at least, every fourth pop is for that item: so no item waits for ever, and a long list of old items
    /// takes at most one pop in four from live changes.
    work_schedule* choose(time_point now);

private:
    duration ageing_;
    work_schedules queues_;
    unsigned overtaking_pops_ = 0; // pops that went before an aged item, or were for one
};

} // namespace coinformer::detail
