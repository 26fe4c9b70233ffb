#pragma once

#include <coinformer/core/backoff.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/task.hpp>

#include <exception>
#include <type_traits>
#include <utility>

namespace coinformer {

class client;

/// How often, and how soon, retry_on_conflict() tries. client-go's DefaultRetry.
struct conflict_retries {
    unsigned attempts = 5; ///< the first one included; 0 counts as 1
    /// Between attempts. Has to be valid: see backoff_options::is_valid().
    backoff_options pause{.first = std::chrono::milliseconds(10),
                          .cap = std::chrono::milliseconds(10),
                          .factor = 1,
                          .jitter_percent = 10};
};
static_assert(std::is_trivially_destructible_v<conflict_retries>); // may stand beside a co_await

namespace detail {

class conflict_pauses {
public:
    conflict_pauses(client& api, conflict_retries limits);
    /// Waits for the next attempt. Errors: `failure`, when it is no conflict or was the last one.
    [[nodiscard]] task<> after(std::exception_ptr failure) &;

private:
    time_source& time_;
    backoff pause_;
    unsigned left_;
};

} // namespace detail

/// Repeats a read and a write that depends on it until nobody wrote in between.
///
///     co_await retry_on_conflict(api, [&]() -> task<> {
///         auto const now = co_await api.get<widget>("shop", "w");
///         auto const larger = R"({"spec":{"size":)" + std::to_string(now->spec.size + 1) + "}}";
///         co_await api.patch<widget>("shop", "w", merge_patch(larger).at_version(now.resource_version()));
///     });
///
/// Result     that of the first attempt that is no conflict.
/// Errors     what an attempt throws, but for errc::conflict: of that the last one, when all attempts had it;
///            errc::bad_request, before the first attempt, if conflict_retries::pause is not valid.
/// Cancel     at any time; as for the request that is under way.
/// Lifetime   `attempt` is kept until the end; a lambda has a name, or captures by reference (docs/compilers.md).
template <class Attempt>
[[nodiscard]] std::invoke_result_t<Attempt&> retry_on_conflict(client& api, Attempt attempt,
                                                               conflict_retries limits = {})
{
    detail::conflict_pauses pauses(api, limits);
    for (;;) {
        std::exception_ptr failure;
        try {
            co_return co_await attempt();
        } catch (api_error const&) {
            failure = std::current_exception();
        }
        co_await pauses.after(std::move(failure));
    }
}

} // namespace coinformer
