#pragma once

#include <coinformer/cache/callback.hpp>

#include <array>
#include <memory>

namespace coinformer::detail {

/// The callables of one handler, and its filter. Decides which of them is called for a change.
///
/// Threads    the runner that calls the handler.
class handler_callables {
public:
    handler_callables() = default;
    explicit handler_callables(untyped_handler from) noexcept;

    bool return_tasks() const noexcept; ///< returns true if any of them does
    /// Calls the callable that the change is for, as the filter sees the change. Throws what the callables throw.
    void call(change const& c) const;
    /// The same if it may return a task. The result is not valid if there is nothing to await.
    task<> start(change const& c, borrowed_objects& objects) const;

private:
    closure* for_kind(event_kind what) const noexcept { return by_kind_[static_cast<std::size_t>(what)].get(); }
    task<> start_one(change const& c, borrowed_objects& objects) const;

    std::array<std::unique_ptr<closure>, 3> by_kind_; // indexed by event_kind
    std::unique_ptr<closure> filter_;
};

} // namespace coinformer::detail
