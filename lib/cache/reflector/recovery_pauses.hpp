#pragma once

#include "api/client/server_access.hpp"
#include "cache/reflector/recovery.hpp"

#include <coinformer/core/backoff.hpp>

#include <optional>

namespace coinformer::detail {

/// Makes the pauses of one reflector between a failure and the next attempt.
///
/// Threads    the client's strand.
class recovery_pauses {
public:
    /// `time`, `access` and `random` outlive this object.
    recovery_pauses(time_source& time, server_access& access, backoff_options const& pace,
                    random_source& random);

    /// Waits before the next attempt, as `what` says. The attempt that failed began at `began`.
    /// Cancel     at any time.
    [[nodiscard]] task<> wait(recovery what, std::optional<std::chrono::seconds> retry_after,
                              time_point began) &;

private:
    time_source& time_;
    server_access& access_;
    random_source& random_;
    backoff refused_;        // after failures in which the server has answered
    backoff unreached_;      // after attempts without an answer, while the server answers other informers
    bool was_woken_ = false; // the last pause ended because the server answered another informer
};

} // namespace coinformer::detail
