#pragma once

#include <coinformer/cache/callback.hpp>

#include <array>
#include <memory>

namespace coinformer::detail {

/// The callables of one handler, and its filter. It decides which callable is called for a change: an update
/// that makes an object pass the filter is an addition for the handler, and one that makes it fail is a
/// deletion.
///
/// Threads    one at a time: the runner that calls the handler.
class handler_callables {
public:
    handler_callables() = default;
    explicit handler_callables(untyped_handler from) noexcept;

    bool return_tasks() const noexcept; ///< returns true if at least one callable returns a task
    /// Calls the callable for the change, as the filter sees the change. Errors: those of the callables.
    void call(change const& c) const;
    /// The same for callables that may return a task. The result is not valid if there is nothing to await.
    task<> start(change const& c, borrowed_objects& objects) const;

private:
    closure* for_kind(event_kind what) const noexcept
    {
        return by_kind_[static_cast<std::size_t>(what)].get();
    }
    task<> start_one(change const& c, borrowed_objects& objects) const;

    std::array<std::unique_ptr<closure>, 3> by_kind_; // indexed by event_kind
    std::unique_ptr<closure> filter_;
};

} // namespace coinformer::detail
