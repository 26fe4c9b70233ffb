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

/// A watch that goes on from the last version that it gave. Works only while somebody awaits next().
///
/// Threads    the client's strand; it dies there, too.
class retry_watch {
public:
    retry_watch(std::shared_ptr<client::impl> api, std::string path, std::string from, watcher_options options,
                object_type const& type);

    [[nodiscard]] task<untyped_event> next(std::shared_ptr<retry_watch> self);
    executor const& strand() const noexcept { return api_->env().ex; }

private:
    [[nodiscard]] task<> read_more() &;
    [[nodiscard]] task<> open() &;
    std::optional<untyped_event> take();
    void heard(watch_decoder::step what);
    duration silence_left() const;
    void ended(std::exception_ptr failure, std::optional<std::chrono::seconds> retry_after);

    std::shared_ptr<client::impl> api_;
    std::string path_;
    watcher_options options_;
    object_type const& type_;
    random_source random_;
    backoff delay_;
    deadline silence_;
    watch_patience patience_;
    fault_reporter faults_;
    repeated_failure failures_; // of attempts

    std::string position_; // the version up to which every event was given
    std::optional<watch_stream> stream_;
    time_point began_{};
    std::optional<time_point> opened_; // it was answered
    time_point last_line_{};           // an event or a bookmark; before any, the answer
    time_point watch_ends_{};          // the server should have ended the watch by then
    time_point not_before_{};          // of the next attempt
    bool progress_ = false;            // since the last one
    bool malformed_ = false;           // what came next, the last time
};

} // namespace coinformer::detail
