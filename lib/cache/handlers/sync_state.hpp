#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace coinformer::detail {

/// Knows whether the first list has come, and whether every handler with callables has handled it. Once
/// update_synced() has returned true, it stays true: a handler that is added later has a sync of its own.
/// Until then, a handler that is added late counts as well.
///
/// Threads    the client's strand. fan_out calls it.
class sync_state {
public:
    /// A handler was admitted, and has not handled the first list yet.
    void join() noexcept { ++unsynced_; }
    /// A handler has handled the first list now, or has ended before it did.
    void leave() noexcept { --unsynced_; }

    /// The first list is in the log, up to this position. Returns false if that was known already.
    bool end_first_list(std::uint64_t log_end) noexcept
    {
        if (first_list_end_) return false;
        first_list_end_ = log_end;
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
    void freeze() noexcept
    {
        (void)update_synced();
        frozen_ = true;
    }
    /// Returns true if every handler has handled the first list, and remembers that: after a call that
    /// returned true, every later call does so, too.
    bool update_synced() noexcept
    {
        if (first_list_end_ && unsynced_ == 0 && !frozen_) was_synced_ = true;
        return was_synced_;
    }

private:
    std::optional<std::uint64_t> first_list_end_; // the position in the log behind the first list
    std::size_t unsynced_ = 0;                    // handlers with callables that have not handled the first list
    bool was_synced_ = false;
    bool frozen_ = false;
};

} // namespace coinformer::detail
