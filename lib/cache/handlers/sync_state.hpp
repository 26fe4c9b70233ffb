#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace coinformer::detail {

/// Knows whether the first list has come, and whether every handler with callables has handled it. From that
/// moment on the informer is synced, and stays so: a handler that is added later has a sync of its own. Until
/// then, a handler that is added late counts as well.
///
/// Threads    the client's strand, on which fan_out calls it; is_synced() any.
class sync_state {
public:
    /// A handler was admitted, and has not handled the first list yet.
    void join() noexcept { ++unsynced_; }
    /// A handler has handled the first list now, or has ended before it did.
    void leave() noexcept
    {
        --unsynced_;
        update();
    }

    /// The first list is in the log, up to this position. Returns false if that was known already.
    bool end_first_list(std::uint64_t log_end) noexcept
    {
        if (first_list_end_) return false;
        first_list_end_ = log_end;
        update();
        return true;
    }
    bool has_first_list() const noexcept { return first_list_end_.has_value(); }
    /// Returns true if a handler that has handled every change before this position has handled the first
    /// list.
    bool includes_first_list(std::uint64_t reached) const noexcept
    {
        return first_list_end_ && reached >= *first_list_end_;
    }

    /// The informer ends. From now on handlers leave because they end, and that must not make the informer
    /// synced.
    void freeze() noexcept { frozen_ = true; }
    /// Returns true if every handler has handled the first list.
    bool is_synced() const noexcept { return is_synced_.load(std::memory_order_acquire); }

private:
    void update() noexcept
    {
        if (first_list_end_ && unsynced_ == 0 && !frozen_) is_synced_.store(true, std::memory_order_release);
    }

    std::optional<std::uint64_t> first_list_end_; // the position in the log behind the first list
    std::size_t unsynced_ = 0;                    // handlers with callables that have not handled the first list
    std::atomic<bool> is_synced_{false};
    bool frozen_ = false;
};

} // namespace coinformer::detail
