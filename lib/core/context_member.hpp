#pragma once

#include <coinformer/core/task.hpp>

#include <boost/asio/execution_context.hpp>

namespace coinformer::detail {

class context_members;

/// Something that lives on an execution context (an io_context, a thread_pool) and has to let go of it before
/// the context is gone: a coroutine that waits, a strand, a timer, idle connections.
///
/// Asio's own objects must not outlive their context, and their users have to see to that. The library's
/// objects may: a user holds clients, informers and handlers in any order, and an exception may destroy them
/// in any order. So whatever holds an object of Asio's derives from this class, and lets go of that object
/// when the context ends.
///
/// Threads    constructed and destroyed on any thread; context_ends() is called by the thread that destroys
///            the
/// context.
class context_member {
public:
    context_member(context_member const&) = delete;
    context_member& operator=(context_member const&) = delete;

protected:
    explicit context_member(executor const& ex);
    ~context_member();

    /// Called once, when the context is being destroyed. Afterwards this object must not use the context
    /// again. Anything may be destroyed during the call, this object included.
    virtual void context_ends() noexcept = 0;

private:
    friend class context_members;

    context_members* members_; // null when the context has ended
    context_member* previous_ = nullptr;
    context_member* next_ = nullptr;
};

} // namespace coinformer::detail
