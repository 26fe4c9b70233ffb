#pragma once

#include "api/client/client_impl.hpp"
#include "api/client/watch_attempt.hpp"
#include "api/client/watch_rules.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/api/watcher.hpp>

#include <memory>
#include <optional>
#include <string>

namespace coinformer::detail {

/// The work behind a watcher: a watch that continues from the last version that it gave, over as many
/// connections as that takes. It works only while a caller awaits next().
///
/// States     `stream_` is set while a watch is open. Without it, next() opens one, after a pause if the
///            last attempt has failed.
/// Threads    the client's strand, on which it is also destroyed.
class retry_watch {
public:
    retry_watch(std::shared_ptr<client::impl> api, std::string path, std::string from,
                watcher_options options, object_type const& type);

    [[nodiscard]] task<untyped_event> next();
    executor const& strand() const noexcept { return api_->strand(); }

private:
    [[nodiscard]] task<> read_more() &;
    [[nodiscard]] task<> open_or_read() &;
    std::optional<untyped_event> take_event();
    void end_attempt(std::exception_ptr failure, std::optional<std::chrono::seconds> retry_after);
    void log_failure(std::exception_ptr failure, bool has_lived);
    time_point now() const noexcept { return api_->env().time->now(); }

    std::shared_ptr<client::impl> api_;
    std::string path_;
    watcher_options options_;
    object_type const& type_;
    deadline silence_;
    watch_attempt attempt_;
    watch_pauses pauses_;
    fault_reporter faults_;
    repeated_failure failures_; // logs failed attempts, and their end
    std::string position_;      // next() has returned every event up to this version
    std::optional<watch_stream> stream_;
    bool malformed_ = false; // the bytes behind `position_` were not readable
};

} // namespace coinformer::detail
