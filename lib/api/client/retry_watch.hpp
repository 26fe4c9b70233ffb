#pragma once

#include "api/client/client_impl.hpp"
#include "api/client/watch_attempt.hpp"
#include "api/client/watch_rules.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/api/watcher.hpp>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace coinformer::detail {

/// How far a watcher has got: next() has returned every event up to version(), and perhaps deletions
/// behind it whose own versions are older. Some aggregated API servers send a deletion with the version of
/// the object's last state, so that it says nothing about the position. If the watch is opened again from
/// there, these deletions come again.
///
/// Threads    the client's strand. retry_watch owns it.
/// Bound      It remembers ten thousand such deletions. If more come without another event in between,
///            some may be given again after a lost connection.
class watcher_position {
public:
    explicit watcher_position(std::string from) : version_(std::move(from)) {}

    std::string const& version() const noexcept { return version_; }
    /// Returns true if an event of this version is older than the position.
    bool is_behind(std::string_view version) const { return goes_back(version, version_); }
    /// An event or a bookmark of this version has come.
    void advance(std::string_view version)
    {
        if (version == version_) return;
        version_ = version;
        deleted_.clear();
    }
    /// Notes a deletion whose version is older. Returns false if it has come before, since the position
    /// has moved last.
    bool note_deletion(object_key key, std::string_view version);

private:
    std::string version_;
    std::set<std::string> deleted_; // key and version of each deletion
};

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
    void close_ended_watch();
    std::optional<untyped_event> take_event();
    std::optional<untyped_event> take_older_event(watch_decoder::step s);
    void end_attempt(std::optional<api_error> const& failure);
    void log_failure(api_error const& failure);
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
    watcher_position position_;
    std::optional<watch_stream> stream_;
    bool malformed_ = false;          // the bytes behind `position_` were not readable
    unsigned cut_short_in_a_row_ = 0; // watches that ended at once with nothing in them
};

} // namespace coinformer::detail
