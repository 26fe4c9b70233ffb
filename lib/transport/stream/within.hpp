#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <optional>
#include <string>

namespace coinformer::detail {

[[noreturn]] inline void throw_timed_out(duration limit, std::string doing)
{
    auto const ms = std::chrono::duration_cast<std::chrono::milliseconds>(limit).count();
    throw api_error(errc::timed_out, std::move(doing), "after " + std::to_string(ms) + " ms");
}
/// As with_timeout(), but errc::timed_out also names what the caller was doing, and after which time it gave
/// up. A time-out of `body` itself passes through: it names the step that was too slow.
template <class T>
[[nodiscard]] task<T> within(time_source& time, duration limit, task<T> body, std::string doing)
{
    std::optional<T> result;
    co_await finished_in_time(time, limit, store_result(std::move(body), result));
    if (!result) throw_timed_out(limit, std::move(doing));
    co_return std::move(*result);
}

[[nodiscard]] inline task<> within(time_source& time, duration limit, task<> body, std::string doing)
{
    auto const in_time = co_await finished_in_time(time, limit, std::move(body));
    if (!in_time) throw_timed_out(limit, std::move(doing));
}

} // namespace coinformer::detail
