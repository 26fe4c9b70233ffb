#pragma once

#include "api/client/source_context.hpp"

#include <coinformer/api/retry_options.hpp>
#include <coinformer/core/backoff.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/random.hpp>
#include <coinformer/core/task.hpp>

#include <optional>

namespace coinformer::detail {

/// The attempts of one request. The caller makes them, and reports each failure:
///
///     request_attempts attempts(context, options, mode, what.method == "GET");
///     for (;;) {
///         std::optional<api_error> failure;
///         try {
///             co_return co_await one_attempt();
///         } catch (api_error const& e) {
///             failure = e;
///         }
///         co_await attempts.wait_after(*failure);
///     }
///
/// Threads    the client's strand.
class request_attempts {
public:
    /// `context` outlives this object. A request that only reads is sent again also when its connection
    /// breaks.
    request_attempts(source_context& context, retry_options options, request_mode mode, bool is_read);

    /// The number of the present attempt; the first one is 1.
    unsigned number() const noexcept { return made_ + 1; }
    /// Returns how long to wait before the request may be sent again. If the failure is final, it is thrown;
    /// if it is not the first, its message says how many attempts there were.
    duration pause_after(api_error const& failure);
    /// Returns when the request may be sent again. Errors: as pause_after(). Cancel: at any time.
    [[nodiscard]] task<> wait_after(api_error failure) &;

private:
    std::optional<duration> next_pause(api_error const& failure);

    source_context& context_;
    retry_options const options_;
    bool const is_read_;
    time_point const began_;
    std::optional<random_source> random_; // made after the first failure, because most requests have none
    std::optional<backoff> own_pause_;    // likewise
    unsigned made_ = 0;
};

} // namespace coinformer::detail
