#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace coinformer::detail {

/// Knows whether the first list has come, and whether every handler with callables has handled it. Once
/// update_synced() has returned true, it stays true: a handler that is added later has a sync of its own.
/// Until then, a handler that is added late counts as well.
///
/// Threads    the client's strand, on which fan_out calls it; update_synced() any.
class sync_state {
public:
    /// A handler was admitted, and has not handled the first list yet.
    void join() noexcept
    {
        ++unsynced_;
        change(answer::yes_if_asked, answer::no);
    }
    /// A handler has handled the first list now, or has ended before it did.
    void leave() noexcept
    {
        --unsynced_;
        note_if_synced();
    }

    /// The first list is in the log, up to this position. Returns false if that was known already.
    bool end_first_list(std::uint64_t log_end) noexcept
    {
        if (first_list_end_) return false;
        first_list_end_ = log_end;
        note_if_synced();
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
    bool update_synced() const noexcept
    {
        change(answer::yes_if_asked, answer::yes);
        return answer_.load() == answer::yes;
    }

private:
    enum class answer : std::uint8_t { no, yes_if_asked, yes };

    void change(answer from, answer to) const noexcept { answer_.compare_exchange_strong(from, to); }
    void note_if_synced() noexcept
    {
        if (first_list_end_ && unsynced_ == 0 && !frozen_) change(answer::no, answer::yes_if_asked);
    }

    std::optional<std::uint64_t> first_list_end_; // the position in the log behind the first list
    std::size_t unsynced_ = 0; // handlers with callables that have not handled the first list
    bool frozen_ = false;
    mutable std::atomic<answer> answer_{answer::no}; // what update_synced() will return
};

} // namespace coinformer::detail
