#pragma once

#include <coinformer/core/task.hpp>

#include <atomic>
#include <functional>

namespace coinformer::detail {

/// Runs a function that blocks, such as one that reads a file, on a thread of its own, and waits until it has
/// returned. The thread lasts as long as the function, and gets no signals of the process.
///
/// Errors     exceptions of `work`; std::system_error if no thread can be started.
/// Cancel     `work` is told by its argument, which becomes true, and should throw or return soon. The wait
///            goes on until it has, and then throws condition::cancelled.
/// Lifetime   If the execution context is destroyed meanwhile, this waits for `work`, too. So `work` may use
///            whatever the caller's frame holds.
[[nodiscard]] task<> run_blocking(std::function<void(std::atomic<bool> const& stop)> work);

} // namespace coinformer::detail
