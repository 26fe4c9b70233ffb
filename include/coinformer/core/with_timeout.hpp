#pragma once

#include <coinformer/core/task.hpp>
#include <coinformer/core/time_source.hpp>

#include <functional>
#include <optional>

namespace coinformer {

namespace detail {
/// Runs `body` beside a timer; false when the timer ended it first. `expired` is called when it cancels `body`.
task<bool> finished_in_time(time_source& time, duration limit, task<> body, std::function<void()> expired = nullptr);
[[noreturn]] void throw_timed_out(duration limit);

template <class T>
task<> store_result(task<T> body, std::optional<T>& result)
{
    result.emplace(co_await std::move(body));
}
} // namespace detail

/// Awaits `body`, but no longer than `limit`: then `body` is cancelled, and when it has ended errc::timed_out is
/// thrown.
///
/// Errors     what `body` throws, at once. A result that arrives together with the time-out is kept.
/// Cancel     cancels `body` and waits for its end.
template <class T>
[[nodiscard]] task<T> with_timeout(time_source& time, duration limit, task<T> body)
{
    std::optional<T> result;
    co_await detail::finished_in_time(time, limit, detail::store_result(std::move(body), result));
    if (!result) detail::throw_timed_out(limit);
    co_return std::move(*result);
}

[[nodiscard]] task<> with_timeout(time_source& time, duration limit, task<> body);

} // namespace coinformer
