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

/// What becomes of the changes that wait for a handler that is taken out.
enum class removal {
    drop,  ///< they are dropped, and a call that is under way is cancelled, if it is a task
    drain, ///< it handles them first; what comes later is not for it
};

/// How a handler is doing.
struct handler_status {
    std::size_t waiting = 0;            ///< changes that it has yet to handle, what it is at included
    duration oldest = duration::zero(); ///< how long the oldest of them has been here
    std::uint64_t handled = 0;          ///< changes that it has handled
    std::size_t failures = 0;           ///< how many of them by throwing
    bool synced = false;                ///< it has handled the whole first list
    std::string resource_version = {};  ///< it has handled every change up to here; empty: not even the first list
    /// Why it is called no more; none while it is in place. errc::queue_overflow: see overflow::fail. errc::stopped: it
    /// was removed, its executor's context was destroyed, or the informer has ended, and then what() says of what.
    std::optional<api_error> ended = {};
};

/// A handler that was added to an informer. Copies stand for the same handler; dropping them leaves it in place.
///
/// Threads    any.
/// Lifetime   may outlive the informer, not the client's io_context.
class handler_registration {
public:
    handler_registration() = default;
    explicit handler_registration(detail::handler_ptr handler) noexcept : handler_(std::move(handler)) {}

    /// Takes the handler out. When it ends no call of it is running, and none comes later.
    ///
    /// Time       with removal::drain as long as it takes the handler to handle what waits for it.
    /// Errors     errc::would_deadlock when the handler itself awaits it, which would wait for its own end: nothing is
    ///            removed. A handler starts its removal elsewhere, for example in a nursery.
    /// Cancel     the removal goes on; only the wait ends. A second remove() waits anew; with removal::drop it ends a
    ///            drain.
    [[nodiscard]] task<> remove(removal how = removal::drop) const;

    /// Ends when the handler has handled the whole first list; at once if it already has, also after its removal or
    /// after the end of the informer's run().
    /// Errors     those of shared_informer::synced(); what handler_status::ended says if it was removed before that, or
    ///            was taken out because it was too slow (overflow::fail).
    /// Cancel     at any time, nothing is lost.
    [[nodiscard]] task<> synced() const;

    /// Ends when the handler has handled every change up to this resource version: what shared_informer::at_least()
    /// says of the store. Errors and cancellation: as there, and as synced().
    [[nodiscard]] task<> at_least(std::string resource_version) const;

    /// A look at it, now or when it is gone. Errors: none but condition::cancelled.
    [[nodiscard]] task<handler_status> status() const;

private:
    friend class detail::puller;
    detail::handler_ptr handler_;
};

} // namespace coinformer
