#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/task.hpp>
#include <coinformer/core/time_source.hpp>

#include <boost/smart_ptr/intrusive_ptr.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace coinformer {

namespace detail {
class handler;
class puller;
void intrusive_ptr_add_ref(handler const* h) noexcept;
void intrusive_ptr_release(handler const* h) noexcept;
using handler_ptr = boost::intrusive_ptr<handler>;
} // namespace detail

/// What happens to the changes that still wait for a handler when it is removed.
enum class removal {
    drop,  ///< they are dropped; if a call is running and is a task, it is cancelled
    drain, ///< the handler handles them first, and gets no changes that come later
};

/// The state and the counters of a handler.
struct handler_status {
    std::size_t waiting = 0;            ///< changes that it has not handled, or is handling now
    duration oldest = duration::zero(); ///< how long the oldest of them has waited
    std::uint64_t handled = 0;          ///< changes that it has handled, successfully or not
    std::size_t failures = 0;           ///< how many of its calls threw
    bool synced = false;                ///< it has handled the whole first list
    /// The handler has handled every change up to this version. Empty until it has handled the first list.
    std::string resource_version = {};
    /// Why the handler was removed. Empty while it is registered. errc::queue_overflow: the handler was too
    /// slow (see overflow::fail). errc::stopped: it was removed, its executor's context was destroyed, or the
    /// informer has ended; in the last case what() names the error that ended the informer.
    std::optional<api_error> ended = {};
};

/// Stands for a handler that was added to an informer. Copies refer to the same handler. Destroying them does
/// not remove the handler: remove() does.
///
/// Threads    any.
/// Lifetime   may outlive the informer, but not the client's execution context.
class handler_registration {
public:
    handler_registration() = default;
    explicit handler_registration(detail::handler_ptr handler) noexcept : handler_(std::move(handler)) {}

    /// Removes the handler. When the task has ended, no call of the handler is running, and none will be
    /// made. If the handler belonged to a parts::fan_out that was destroyed without stop(), the task ends at
    /// once, and a handler that is being called may go on with the changes that it has been given.
    ///
    /// Time       with removal::drain, until the handler has handled the changes that wait for it.
    /// Errors     errc::would_deadlock if this is awaited on the executor of a running call of the handler,
    ///            because the call would wait for its own end; then nothing is removed. That holds for
    ///            whatever a call has spawned on its own executor, too. A handler that wants to remove itself
    ///            starts remove() on another executor, for example in a nursery.
    /// Cancel     ends only the wait; the removal goes on. Another remove() waits for the same end. With
    ///            removal::drop it ends a drain.
    [[nodiscard]] task<> remove(removal how = removal::drop) const;

    /// Waits until the handler has handled the whole first list. Returns at once if it already has, also
    /// after the handler's removal, the end of the informer's run(), or the informer's destruction.
    ///
    /// Errors     those of shared_informer::synced(). The error in handler_status::ended if the handler ended
    ///            before it had handled the first list. errc::queue_overflow also after that, if the handler
    ///            was removed because it was too slow (overflow::fail): it misses changes from then on.
    /// Cancel     at any time; nothing is lost.
    [[nodiscard]] task<> synced() const;

    /// Returns true once the handler has handled the whole first list; also after its end. Threads: any.
    bool has_synced() const noexcept;

    /// Waits until the handler has handled every change up to a resource version. This is for one handler
    /// what shared_informer::at_least() is for the store.
    ///
    /// Errors     those of shared_informer::at_least(), and those of synced().
    /// Cancel     at any time; nothing is lost.
    [[nodiscard]] task<> at_least(std::string resource_version) const;

    /// Returns the handler's present state, also after it has ended.
    ///
    /// Errors     none but condition::cancelled.
    [[nodiscard]] task<handler_status> status() const;

private:
    friend class detail::puller;
    detail::handler_ptr handler_;
};

} // namespace coinformer
