#pragma once

#include <coinformer/core/requirements.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

namespace coinformer {

/// What runs the library's work: any Asio executor that can run inline what is dispatched to it (blocking.possibly), as
/// all of Asio's can. Nothing in coinformer starts a thread.
using executor = boost::asio::any_io_executor;

/// A lazy coroutine: it starts when it is awaited (or given to a nursery) and runs on the awaiting executor.
///
/// Errors     thrown from the `co_await`, as `boost::system::system_error` or a class derived from it.
/// Cancel     Asio's per-operation cancellation, of type terminal.
template <class T = void>
using task = boost::asio::awaitable<T>;

} // namespace coinformer
