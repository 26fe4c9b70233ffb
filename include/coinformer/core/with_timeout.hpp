#pragma once

#include <coinformer/core/task.hpp>
#include <coinformer/core/time_source.hpp>

#include <functional>
#include <optional>

namespace coinformer {

namespace detail {
/// Runs `body` beside a timer. Returns false if the time limit has passed first; then `expired` was called,
/// and `body` was cancelled and has ended.
task<bool> finished_in_time(time_source& time, duration limit, task<> body,
                            std::function<void()> expired = nullptr);
[[noreturn]] void throw_timed_out(duration limit);

template <class T>
task<> store_result(task<T> body, std::optional<T>& result)
{
    result.emplace(co_await std::move(body));
}
} // namespace detail

/// Awaits `body`, but no longer than `limit`. After that `body` is cancelled; when it has ended,
/// errc::timed_out is thrown. A result that arrives in the moment of the time-out is returned.
///
/// Errors     errc::timed_out; exceptions of `body`.
/// Cancel     Cancels `body` and waits until it has ended.
template <class T>
[[nodiscard]] task<T> with_timeout(time_source& time, duration limit, task<T> body)
{
    std::optional<T> result;
    co_await detail::finished_in_time(time, limit, detail::store_result(std::move(body), result));
    if (!result) detail::throw_timed_out(limit);
    co_return std::move(*result);
}

/// As above, for a task without a result.
[[nodiscard]] task<> with_timeout(time_source& time, duration limit, task<> body);

} // namespace coinformer
