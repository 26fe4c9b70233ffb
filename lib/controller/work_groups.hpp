#pragma once

#include <coinformer/controller/work_queue_status.hpp>
#include <coinformer/core/time_source.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>

namespace coinformer::detail {

using item_id = std::uint32_t; ///< the number of a key; small, and used again when the key is released

/// Items by their place: when they were queued, and a serial number for items of the same time.
using work_schedule = std::map<std::pair<time_point, std::uint64_t>, item_id>;
using work_schedules = std::array<work_schedule, 3>; ///< one for each priority

/// The groups of a work queue's items, such as the clusters that they are about: how many items of each are
/// worked on, and the queued items that are held back because that is as many as may be.
///
/// An item is held back when it would be popped, and not before. So a queue whose groups have room costs one
/// look at a table for each pop, and a group that has no room costs each of its items one move, however many
/// there are and however long it lasts.
///
/// Threads    under the queue's lock.
class work_groups {
public:
    using group_of_item = std::function<std::uint64_t(item_id)>;

    work_groups() = default; ///< without a limit
    /// At most `most` items of one group are worked on. `of` returns the group of an item.
    work_groups(std::size_t most, group_of_item of) : most_(most), of_(std::move(of)) {}

    std::uint64_t group_of(item_id id) const { return most_ != 0 ? of_(id) : 0; }
    bool has_room(std::uint64_t group) const
    {
        if (most_ == 0) return true;
        auto const known = groups_.find(group);
        return known == groups_.end() || known->second.working < most_;
    }
    void begin(std::uint64_t group)
    {
        if (most_ != 0) ++groups_[group].working;
    }
    void end(std::uint64_t group)
    {
        if (most_ != 0) --groups_[group].working;
    }
    void forget_if_empty(std::uint64_t group)
    {
        auto const known = groups_.find(group);
        if (known != groups_.end() && known->second.is_empty()) groups_.erase(known);
    }

    work_schedule& held_back(std::uint64_t group, priority p)
    {
        return groups_[group].held_back[static_cast<std::size_t>(p)];
    }
    /// Null if nothing of the group is known.
    work_schedule* find_held_back(std::uint64_t group, priority p)
    {
        auto const known = groups_.find(group);
        return known == groups_.end() ? nullptr : &known->second.held_back[static_cast<std::size_t>(p)];
    }
    std::size_t held_back_count() const noexcept
    {
        std::size_t n = 0;
        for_each_held_back([&n](work_schedule const& queue) { n += queue.size(); });
        return n;
    }
    template <class F>
    void for_each_held_back(F const& f)
    {
        for (auto& [id, group] : groups_)
            for (auto& queue : group.held_back) f(queue);
    }
    template <class F>
    void for_each_held_back(F const& f) const
    {
        for (auto const& [id, group] : groups_)
            for (auto const& queue : group.held_back) f(queue);
    }

private:
    struct group {
        bool is_empty() const noexcept
        {
            return working == 0 && held_back[0].empty() && held_back[1].empty() && held_back[2].empty();
        }

        std::size_t working = 0;
        work_schedules held_back;
    };

    std::size_t most_ = 0; // 0: no limit
    group_of_item of_;
    std::unordered_map<std::uint64_t, group> groups_; // those that are worked on, or have held back items
};

} // namespace coinformer::detail
