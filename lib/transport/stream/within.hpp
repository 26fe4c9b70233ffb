#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/with_timeout.hpp>

#include <string>

namespace coinformer::detail {

[[noreturn]] inline void throw_timed_out(duration limit, std::string doing)
{
    auto const ms = std::chrono::duration_cast<std::chrono::milliseconds>(limit).count();
    throw api_error(errc::timed_out, std::move(doing), "after " + std::to_string(ms) + " ms");
}
/// As with_timeout(), but errc::timed_out also names what the caller was doing, and after which time it gave
/// up.
template <class T>
[[nodiscard]] task<T> within(time_source& time, duration limit, task<T> body, std::string doing)
{
    try {
        auto result = co_await with_timeout(time, limit, std::move(body));
        co_return std::move(result);
    } catch (api_error const& e) {
        if (e.code() != make_error_code(errc::timed_out)) throw;
    }
    throw_timed_out(limit, std::move(doing));
}

[[nodiscard]] inline task<> within(time_source& time, duration limit, task<> body, std::string doing)
{
    try {
        co_await with_timeout(time, limit, std::move(body));
        co_return;
    } catch (api_error const& e) {
        if (e.code() != make_error_code(errc::timed_out)) throw;
    }
    throw_timed_out(limit, std::move(doing));
}

} // namespace coinformer::detail
