#pragma once

#include <boost/asio/cancellation_signal.hpp>

namespace coinformer::detail {

/// While it exists, calls `emit` when the coroutine of the slot `from` is cancelled, so that the coroutine
/// can pass the cancellation on to a child that it waits for.
class forward_cancellation {
public:
    template <class Emit>
    forward_cancellation(boost::asio::cancellation_slot from, Emit emit) : from_(from)
    {
        if (from_.is_connected()) from_.assign(std::move(emit));
    }
    forward_cancellation(forward_cancellation const&) = delete;
    forward_cancellation& operator=(forward_cancellation const&) = delete;
    ~forward_cancellation()
    {
        if (from_.is_connected()) from_.clear();
    }

private:
    boost::asio::cancellation_slot from_;
};

} // namespace coinformer::detail
