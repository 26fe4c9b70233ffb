#pragma once

#include "core/scoped_count.hpp"

#include <cstdint>
#include <exception>
#include <unordered_map>
#include <vector>

namespace coinformer::detail {

/// Holds the cause why the collection cannot be read, and tells it once to each waiter: a coroutine that
/// awaits synced(), at_least() or until(). A caller that was told a cause and waits again is told only the
/// next report, so that it does not spin.
///
/// There is one source for each reflector. The newest report counts; when its source recovers, the cause of
/// another source that still fails takes its place. Waiters come in groups, such as the waiters of one
/// handler. If one waiter of a group was told a cause, a later wait of this group is not told it again.
///
/// Threads    the client's strand. informer_core reports, and wakes the waiters after report() and clear().
class failure_board {
public:
    explicit failure_board(std::size_t sources) : causes_(sources) {}
    failure_board(failure_board const&) = delete;

    void report(std::size_t source, std::exception_ptr cause);
    void clear(std::size_t source);
    /// Returns true if a report would reach a waiter.
    bool has_waiters() const noexcept { return waiters_ != 0; }
    /// Throws the cause, if there is one, whether it has been told before or not.
    void throw_cause() const;
    /// Forgets a group that will have no waiters any more.
    void forget(void const* group) noexcept { reported_through_.erase(group); }

    /// One wait, from its beginning to its end. The board outlives it.
    class waiter {
    public:
        waiter(failure_board& board, void const* group);
        waiter(waiter const&) = delete;
        /// Throws the cause, if there is one, and if the group had not been told it when this wait began.
        void throw_news() const;

    private:
        failure_board& board_;
        scoped_count counted_;
        void const* group_;
        std::uint64_t known_; // the number of the last report that the group was told before this wait
    };

private:
    std::vector<std::exception_ptr> causes_; // by source; null if the source does not fail
    std::exception_ptr cause_;               // the cause that waiters are told
    std::uint64_t reports_ = 0;              // number of reports, which is the number of the newest one
    std::unordered_map<void const*, std::uint64_t> reported_through_; // by group: number of the last report it was told
    std::size_t waiters_ = 0;
};

} // namespace coinformer::detail
