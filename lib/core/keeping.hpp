#pragma once

#include <coinformer/core/task.hpp>

#include <memory>
#include <utility>

namespace coinformer::detail {

/// Runs `body`, and keeps its owner alive until the frames of `body` are gone. A task that uses an object
/// without being awaited by that object's owner needs this: the task may be destroyed, with its execution
/// context, after everything else.
template <class T>
[[nodiscard]] task<T> keeping(std::shared_ptr<void const> owner, task<T> body)
{
    (void)owner; // a parameter that was declared first is destroyed last
    co_return co_await std::move(body);
}

} // namespace coinformer::detail
