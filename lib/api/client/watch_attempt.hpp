#pragma once

#include "api/client/watch_patience.hpp"
#include "api/client/watch_rules.hpp"

#include <coinformer/api/watcher.hpp>

#include <optional>

namespace coinformer::detail {

/// The kinds of lines in the answer to a watch. `untyped` is a line without a type of event, and without an
/// object that has a version. If all lines are so, a proxy has answered perhaps, and not an API server.
enum class watch_line { event, bookmark, untyped };

/// The present attempt of a watcher to watch, or the last one. This class decides how long the server may be
/// silent now, and whether the attempt was a success. It has no clock and no I/O.
///
/// States     Begun; answered, after answer_came(). The patience with silent servers outlives the attempts.
/// Threads    the client's strand. retry_watch owns it.
class watch_attempt {
public:
    watch_attempt(watcher_options const& options, random_source random);

    /// Begins an attempt. Returns how long the server is asked to keep the watch open.
    std::chrono::seconds begin(time_point now);
    /// The server has answered, and should end the watch after `lasts`.
    void answer_came(time_point now, std::chrono::seconds lasts);
    /// A whole line has come. Bytes alone are no sign of life.
    void line_came(time_point now, watch_line what);
    /// The line was good, so that the watch has made progress.
    void progress() noexcept { progress_ = true; }
    /// Nobody has waited for a while: the server was not silent in that time.
    void resume(time_point now) noexcept { last_line_ = now; }
    /// The server was silent for longer than silence_left() has allowed.
    void was_silent() noexcept { patience_.watch_was_silent(); }

    /// Returns how long the watch may stay silent from now on.
    duration silence_left(time_point now) const;
    /// True if the server should have ended the watch by now.
    bool is_overdue(time_point now) const noexcept { return now >= ends_; }
    /// True if the watch has been open for long enough to be a success, although nothing has happened in the
    /// collection.
    bool has_lived(time_point now) const noexcept { return answered_ && now - *answered_ >= long_life_; }
    /// True if a watch that ends in an orderly way now ends at once with nothing in it, although the server
    /// was asked to keep it open.
    bool was_cut_short(time_point now) const noexcept;
    /// True if lines have come, and none of them was an event or a bookmark.
    bool had_only_untyped_lines() const noexcept { return untyped_line_came_ && !event_came_; }
    /// Ends the attempt. Returns true if it was a success, after which no pause is needed.
    bool end(time_point now, bool has_failed) noexcept;

private:
    duration lasts_, silence_, long_life_;
    random_source random_;
    watch_patience patience_;
    time_point began_{};
    std::optional<time_point> answered_;
    time_point last_line_{}; // when an event or bookmark came last; at first, the answer
    time_point ends_{};      // the server should have ended the watch by then
    duration asked_for_{};   // how long the server was asked to keep the watch open
    bool progress_ = false;  // a good event or bookmark came
    bool event_came_ = false, untyped_line_came_ = false;
};

/// The pauses between the attempts of a watcher.
///
/// Threads    the client's strand. retry_watch owns it.
class watch_pauses {
public:
    watch_pauses(backoff_options options, random_source random)
        : random_(random), pace_(options, random_.fork())
    {
    }

    /// The next attempt begins after a pause, which `retry_after` may make longer.
    void add(time_point now, std::optional<std::chrono::seconds> retry_after)
    {
        over_ = now + (retry_after ? retry_pause(*retry_after, pace_, random_) : pace_.next());
    }
    void reset() noexcept { pace_.reset(); }           ///< the next pause is a short one again
    time_point over() const noexcept { return over_; } ///< the next attempt does not begin before

private:
    random_source random_;
    backoff pace_;
    time_point over_{};
};

} // namespace coinformer::detail
