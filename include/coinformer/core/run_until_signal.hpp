#pragma once

#include <coinformer/core/task.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

namespace coinformer {

/// Runs a program's main task until it ends, or until the process is told to end by SIGINT (Ctrl-C) or SIGTERM.
///
///     int main()
///     {
///         boost::asio::io_context io;
///         return coinformer::run_until_signal(io, service(io.get_executor()));
///     }
///
/// The task runs on a strand of the context, so that it may use a nursery however many threads there are. A signal
/// cancels the task, and this function waits until the task has ended. A second signal ends the process at once, in the
/// way in which the system does that without this function.
///
/// The io_context is run by the calling thread; other threads may run it, too. Once the task has ended, the context is
/// stopped: what is left on it is destroyed with it. A thread_pool runs itself, and is stopped in the same way.
///
/// Result     the exit code for main(): 0 if the task has ended in order, or because of a signal; 1 if it failed. Then
///            "error: " and the message of its exception are on stderr. An exception of somebody else's handler, which
///            leaves io_context::run(), cancels the task and counts as a failure, too.
[[nodiscard]] int run_until_signal(boost::asio::io_context& io, task<> body);
[[nodiscard]] int run_until_signal(boost::asio::thread_pool& threads, task<> body);

} // namespace coinformer
