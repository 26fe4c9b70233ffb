#pragma once

#include <coinformer/core/task.hpp>

namespace coinformer {

/// Awaits `body` to its end, even if the caller is cancelled meanwhile. Use it for work that must not stop in
/// the middle, such as an answer that a client waits for:
///
///     auto const key = co_await receive();
///     co_await shielded(handle(key)); // a cancellation of the service waits until the key is handled
///
/// Errors     exceptions of `body`.
/// Cancel     is put off: `body` is not cancelled, and the next co_await of the caller after it throws
///            condition::cancelled. So nothing limits the time that `body` takes; with_timeout() inside of it
///            does.
/// Threads    the executor of the caller, which has to be serial, as that of each task.
[[nodiscard]] task<> shielded(task<> body);

} // namespace coinformer
