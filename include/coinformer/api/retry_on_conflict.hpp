#pragma once

#include <coinformer/core/backoff.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/task.hpp>

#include <exception>
#include <type_traits>
#include <utility>

namespace coinformer {

class client;

/// How often retry_on_conflict() tries, and how long it waits between attempts. The defaults are those of
/// client-go's DefaultRetry.
struct conflict_retries {
    unsigned attempts = 5; ///< including the first; 0 counts as 1
    /// The pause between attempts. Has to be valid: see backoff_options::is_valid().
    backoff_options pause{.first = std::chrono::milliseconds(10),
                          .cap = std::chrono::milliseconds(10),
                          .factor = 1,
                          .jitter_percent = 10};
};
static_assert(std::is_trivially_destructible_v<conflict_retries>); // may stand beside a co_await

namespace detail {

/// Counts the attempts of one retry_on_conflict(), and waits between them.
class conflict_pauses {
public:
    conflict_pauses(client& api, conflict_retries limits);
    /// Waits until the next attempt may begin. Throws `failure` if it is not a conflict, or if the attempts
    /// are used up.
    [[nodiscard]] task<> after(std::exception_ptr failure) &;

private:
    time_source& time_;
    backoff pause_;
    unsigned left_;
};

} // namespace detail

/// Repeats a read, and a write that depends on it, until no other client has written in between.
///
///     co_await retry_on_conflict(api, [&]() -> task<> {
///         auto const now = co_await api.get<widget>("shop", "w");
///         auto const larger = R"({"spec":{"size":)" + std::to_string(now->spec.size + 1) + "}}";
///         co_await api.patch<widget>("shop", "w", merge_patch(larger).at_version(now.resource_version()));
///     });
///
/// Result     that of the first attempt that has no conflict.
/// Errors     every error of an attempt, except errc::conflict, which is thrown only if all attempts had it;
///            errc::bad_request before the first attempt if conflict_retries::pause is not valid.
/// Cancel     at any time; for the request under way, as that request says.
/// Lifetime   `attempt` is kept until the end. A lambda has to have a name, or to capture by reference
///            (docs/compilers.md).
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
