#pragma once

#include "api/client/source_context.hpp"
#include "cache/reflector/recovery.hpp"

#include <coinformer/core/backoff.hpp>

#include <optional>
#include <string>

namespace coinformer::detail {

/// Makes the pauses of one reflector between a failure and the next attempt, and chooses how long its watches
/// last: all that is left to chance.
///
/// Threads    the client's strand.
class recovery_pauses {
public:
    /// `context`, `path` and `random` outlive this object. The path is that of the reflector's collection.
    recovery_pauses(source_context& context, std::string const& path, backoff_options const& pace,
                    random_source& random);

    /// Waits before the next attempt, as `what` says. The attempt that failed began at `began`. If a
    /// recording is replayed, the next attempt begins when it began then.
    /// Cancel     at any time.
    [[nodiscard]] task<> wait(recovery what, std::optional<std::chrono::seconds> retry_after,
                              time_point began) &;
    /// Returns for how long to ask for the next watch: see watch_duration(). A replay asks for the same time
    /// as the recorded run.
    std::chrono::seconds time_of_watch(duration at_least);

private:
    source_context& context_;
    std::string const& path_;
    random_source& random_;
    backoff refused_;        // after failures in which the server has answered
    backoff unreached_;      // after attempts without an answer, while the server answers other informers
    bool was_woken_ = false; // the last pause ended because the server answered another informer
};

} // namespace coinformer::detail
