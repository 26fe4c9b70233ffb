#pragma once

#include "core/scoped_count.hpp"

#include <cstdint>
#include <exception>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace coinformer::detail {

/// Holds the cause for which the collection cannot be read, and throws it once to each waiter: a coroutine
/// that awaits synced(), at_least() or until(). A caller that has received a cause and waits again receives
/// only the next report, so that it does not spin.
///
/// There is one source for each reflector. The newest report counts; when its source recovers, the cause of
/// another source that still fails takes its place. Waiters come in groups, such as the waiters of one
/// handler. If one waiter of a group has received a report, a later wait of this group does not receive it
/// again.
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
    /// Called when everything has ended. Throws errc::stopped with the cause in its text, if there is one.
    /// Many callers wait again after each failure. The code tells them that no further attempt follows, which
    /// the code of the cause would not.
    void throw_stopped(std::string_view where) const;
    /// Forgets a group that will have no waiters any more.
    void forget(void const* group) noexcept { reported_through_.erase(group); }

    /// One wait, from its beginning to its end. The board outlives it.
    class waiter {
    public:
        waiter(failure_board& board, void const* group);
        waiter(waiter const&) = delete;
        /// Throws the cause, if there is one, unless the group had received it before this wait began.
        void throw_new_cause() const;

    private:
        failure_board& board_;
        scoped_count counted_;
        void const* group_;
        // the number of the last report that the group received before this wait
        std::uint64_t received_through_;
    };

private:
    std::vector<std::exception_ptr> causes_; // by source; null if the source does not fail
    std::exception_ptr cause_;               // the cause that waiters receive
    std::uint64_t reports_ = 0;              // number of reports, which is the number of the newest one
    std::unordered_map<void const*, std::uint64_t>
        reported_through_;    // by group: the last report that it received
    std::size_t waiters_ = 0; // number of waits under way
};

} // namespace coinformer::detail
