#pragma once

#include <coinformer/core/requirements.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

namespace coinformer {

/// The executor that runs the library's work. Any Asio executor will do that can run dispatched functions
/// inline (blocking.possibly), as all of Asio's own can. coinformer starts no thread.
using executor = boost::asio::any_io_executor;

/// A lazy coroutine: it starts when it is awaited (or given to a nursery) and runs on the awaiting executor.
///
/// Errors     thrown from the `co_await`, as `boost::system::system_error` or a class derived from it. A
///            function that checks its arguments may throw from the plain call, before there is a task:
///            those of `client` that take a resource do so.
/// Cancel     Asio's per-operation cancellation, of type terminal.
template <class T = void>
using task = boost::asio::awaitable<T>;

namespace detail {

// Asio's executors and services have one form with run-time type information and another one without
// (-fno-rtti, which defines BOOST_ASIO_NO_TYPEID), and a program that mixes the two crashes or hangs. So the
// library defines the one of these variables that belongs to its own form, and the linker refuses files of
// the other form by a name that says what to do.
#if defined(BOOST_ASIO_NO_TYPEID)
extern char const compile_libcoinformer_with_fno_rtti_as_this_program_is;
[[gnu::used]] inline char const* const form_of_asio = &compile_libcoinformer_with_fno_rtti_as_this_program_is;
#else
extern char const compile_this_program_with_fno_rtti_as_libcoinformer_is;
[[gnu::used]] inline char const* const form_of_asio = &compile_this_program_with_fno_rtti_as_libcoinformer_is;
#endif

} // namespace detail

} // namespace coinformer
