#pragma once

#include "api/client/source_context.hpp"
#include "cache/reflector/recovery.hpp"

#include <coinformer/core/backoff.hpp>
#include <coinformer/core/random.hpp>

#include <optional>
#include <string>

namespace coinformer::detail {

/// Decides what one reflector leaves to chance: how long it waits before an attempt, and how long its watches
/// last. When a recording is replayed, attempts after a failure are those of the recorded run, at its times.
///
/// Threads    the client's strand.
class recovery_pauses {
public:
    /// `context` and `path` outlive this object. The path is that of the reflector's collection.
    recovery_pauses(source_context& context, std::string const& path, backoff_options const& pace);

    /// Waits before the first attempt, for a random part of `spread`.
    /// Cancel     at any time.
    [[nodiscard]] task<> wait_for_start(duration spread) &;
    /// Waits before the next attempt, as `what` says. The attempt that failed began at `began`.
    /// Cancel     at any time.
    [[nodiscard]] task<> wait(recovery what, std::optional<std::chrono::seconds> retry_after,
                              time_point began) &;
    /// Returns for how long to ask for the next watch: see watch_duration().
    std::chrono::seconds time_of_watch(duration at_least);
    /// Returns what to do next. Without a replay, that is what `then` says. Without a version, no watch is
    /// possible, whatever the recorded run did.
    recovery as_recorded(recovery then, bool has_version) const;

private:
    std::optional<question_plan::question> planned() const;

    source_context& context_;
    std::string const& path_;
    random_source random_;
    backoff refused_;        // after failures in which the server has answered
    backoff unreached_;      // after attempts without an answer, while the server answers other informers
    bool was_woken_ = false; // the last pause ended because the server answered another informer
};

} // namespace coinformer::detail
