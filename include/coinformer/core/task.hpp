#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

namespace coinformer {

/// The executor that runs the library's work. Any Asio executor will do that can run dispatched functions
/// inline (blocking.possibly), as all of Asio's own can. coinformer starts no thread.
using executor = boost::asio::any_io_executor;

/// A lazy coroutine: it starts when it is awaited (or given to a nursery) and runs on the awaiting executor.
///
/// Errors     thrown from the `co_await`, as `boost::system::system_error` or a class derived from it.
/// Cancel     Asio's per-operation cancellation, of type terminal.
template <class T = void>
using task = boost::asio::awaitable<T>;

} // namespace coinformer
