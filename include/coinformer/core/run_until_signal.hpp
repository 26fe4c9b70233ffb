#pragma once

#include <coinformer/core/task.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

namespace coinformer {

/// Runs a program's main task until it ends, or until the process is told to end by SIGINT (Ctrl-C) or
/// SIGTERM.
///
///     int main()
///     {
///         boost::asio::io_context io;
///         return coinformer::run_until_signal(io, service(io.get_executor()));
///     }
///
/// The task runs on a strand of the context, so that it may use a nursery however many threads there are. A
/// signal cancels the task, and this function waits until the task has ended. A second signal ends the
/// process at once, in the way in which the system does that without this function.
///
/// The calling thread runs the io_context; other threads may run it as well. Once the task has ended, the
/// context is stopped, and the rest of its work is destroyed with it. A thread_pool runs itself, and is
/// stopped in the same way. Nobody else should stop the context, because the task could not end then.
///
/// Result     The exit code for main(): 0 if the task has ended without a failure, or because of a signal; 1
///            if it has failed, or if somebody else has stopped the context before it had ended. A failure is
///            written to stderr as "error: " and the exception's message. If a handler of somebody else
///            throws, so that an exception leaves io_context::run(), the task is cancelled and that is a
///            failure.
[[nodiscard]] int run_until_signal(boost::asio::io_context& io, task<> body);
[[nodiscard]] int run_until_signal(boost::asio::thread_pool& threads, task<> body);

} // namespace coinformer
