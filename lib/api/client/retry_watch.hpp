#pragma once

#include "api/client/client_impl.hpp"
#include "api/client/watch_patience.hpp"
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
/// States     `stream_` is set while a watch is open. Without it, next() opens one, not before `not_before_`.
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
    void note_event(watch_decoder::step what);
    duration silence_left() const;
    void schedule_next_attempt(std::exception_ptr failure, std::optional<std::chrono::seconds> retry_after);

    std::shared_ptr<client::impl> api_;
    std::string path_;
    watcher_options options_;
    object_type const& type_;
    random_source random_;
    backoff delay_;
    deadline silence_;
    watch_patience patience_;
    fault_reporter faults_;
    repeated_failure failures_; // logs failed attempts, and their end

    std::string position_; // every event up to this version was given to the caller
    std::optional<watch_stream> stream_;
    // what is known of the present attempt, or of the last one:
    time_point began_{};
    std::optional<time_point> opened_; // when the server answered
    time_point last_line_{};           // when an event or bookmark came last; at first, the answer
    time_point watch_ends_{};          // the server should have ended the watch by then
    time_point not_before_{};          // the next attempt begins not before this time
    bool progress_ = false;            // an event or bookmark came
    bool malformed_ = false;           // the bytes behind `position_` were not readable
};

} // namespace coinformer::detail
