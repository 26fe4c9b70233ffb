#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace coinformer::detail {

/// Knows whether the first list has come, and whether every handler that is called has handled it. Once somebody has
/// asked and the answer was yes, the answer stays yes: a handler that comes later has a sync of its own. As long as
/// nobody has asked, a handler that comes late counts as well.
///
/// Threads    the informer's strand.
class sync_state {
public:
    /// A handler comes, and has yet to handle the first list.
    void join() noexcept { ++unsynced_; }
    /// A handler that had not handled the first list goes, or has handled it now.
    void leave() noexcept { --unsynced_; }

    /// The first list is in the log, up to this position. Returns false if that was known already.
    bool end_first_list(std::uint64_t log_end) noexcept
    {
        if (first_list_end_) return false;
        first_list_end_ = log_end;
        return true;
    }
    bool has_first_list() const noexcept { return first_list_end_.has_value(); }
    /// Returns true if a handler that has handled every change before this position has handled the first list.
    bool includes_first_list(std::uint64_t reached) const noexcept
    {
        return first_list_end_ && reached >= *first_list_end_;
    }

    /// The informer ends: handlers that go from now on prove nothing.
    void freeze() noexcept
    {
        (void)is_synced();
        frozen_ = true;
    }
    /// Returns true if every handler has handled the first list, or had when this was asked before.
    bool is_synced() noexcept
    {
        if (first_list_end_ && unsynced_ == 0 && !frozen_) was_synced_ = true;
        return was_synced_;
    }

private:
    std::optional<std::uint64_t> first_list_end_; // in the log
    std::size_t unsynced_ = 0;                    // handlers that are called and have not handled the first list
    bool was_synced_ = false;
    bool frozen_ = false;
};

} // namespace coinformer::detail
