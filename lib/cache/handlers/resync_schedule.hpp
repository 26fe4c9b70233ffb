#pragma once

#include <coinformer/core/time_source.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace coinformer::detail {

/// Knows which handler is due for a resync, and when. There is one timer for all handlers, and none while no
/// handler has a period. Periods begin when the first list has come, or when the handler is added if that is
/// later.
///
/// States     Not started: handlers are noted, and none is scheduled. Started, by start(): each handler has a
///            due time.
/// Threads    the client's strand. fan_out calls it.
/// Lifetime   `on_due` is not called after the destruction of this object. The caller removes a handler
///            before it destroys the handler.
template <class Handler>
class resync_schedule {
public:
    resync_schedule(time_source& time, executor strand, std::function<void()> on_due)
        : time_(time), strand_(std::move(strand)), on_due_(std::move(on_due))
    {
    }

    /// Makes the handler due each time that this period has passed. Does nothing if the period is zero.
    void add(Handler& h, duration period)
    {
        if (period <= duration::zero()) return;
        auto& entry = entries_.try_emplace(&h, entry_of_handler{period, due_.end(), ++added_}).first->second;
        if (started_) schedule(h, entry);
    }
    void remove(Handler& h) noexcept
    {
        auto const found = entries_.find(&h);
        if (found == entries_.end()) return;
        if (found->second.due != due_.end()) due_.erase(found->second.due);
        entries_.erase(found);
    }
    /// The first list has come: the periods begin.
    void start()
    {
        if (std::exchange(started_, true)) return;
        std::vector<std::pair<Handler* const, entry_of_handler>*> in_order;
        in_order.reserve(entries_.size());
        for (auto& entry : entries_) in_order.push_back(&entry);
        std::ranges::sort(in_order, {}, [](auto const* entry) { return entry->second.number; });
        for (auto* const entry : in_order) schedule(*entry->first, entry->second);
    }

    /// Returns the handlers that are due now, in the order of their times. Each is due again after its
    /// period. If this throws for want of memory, all of them stay due.
    std::vector<Handler*> take_due()
    {
        std::vector<Handler*> all;
        auto const now = time_.now();
        all.reserve(static_cast<std::size_t>(std::distance(due_.begin(), due_.upper_bound(now))));
        while (!due_.empty() && due_.begin()->first <= now) {
            auto place = due_.extract(due_.begin()); // is filed again, which needs no memory
            auto& entry = entries_.find(place.mapped())->second;
            all.push_back(place.mapped());
            place.key() = now + entry.period;
            entry.due = due_.insert(std::move(place));
        }
        return all;
    }

    /// Starts the timer for the handler that is due first, if it does not run for that already.
    void arm()
    {
        if (due_.empty()) {
            timer_.reset();
            armed_for_.reset();
            return;
        }
        if (!timer_) timer_ = time_.make_timer(strand_);
        auto const next = due_.begin()->first;
        if (armed_for_ == next) return;
        armed_for_.reset(); // a start that throws for want of memory may have cancelled the former one
        timer_->start(next, [this] { fire(); });
        armed_for_ = next;
    }

private:
    using due_times = std::multimap<time_point, Handler*>;
    struct entry_of_handler {
        duration period;
        typename due_times::iterator due; // the end if the handler is not scheduled
        std::uint64_t number; // handlers that are due at the same time take their turns in this order
    };

    void schedule(Handler& h, entry_of_handler& entry)
    {
        entry.due = due_.emplace(time_.now() + entry.period, &h);
    }
    void fire()
    {
        armed_for_.reset(); // the next handler may be due at the same time, for which the timer was started
        on_due_();
    }

    time_source& time_;
    executor strand_;
    std::function<void()> on_due_;
    // The order of this map depends on addresses, so nothing that a caller can see may depend on it.
    std::unordered_map<Handler*, entry_of_handler> entries_;
    std::uint64_t added_ = 0; // number of calls of add()
    due_times due_;
    std::unique_ptr<timer> timer_;
    std::optional<time_point> armed_for_;
    bool started_ = false;
};

} // namespace coinformer::detail
