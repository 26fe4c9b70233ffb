#pragma once

#include <coinformer/core/time_source.hpp>

#include <algorithm>

namespace coinformer::detail {

/// Learns how long a healthy watch of one collection may be silent.
///
/// Bookmarks are a watch's heartbeat, but servers send them at different intervals: a kube-apiserver sends one a minute
/// for most kinds, the first one after two minutes for some, and none for events. The limit therefore begins at `least`
/// and follows the longest silence that a bookmark ended. If a watch stayed silent although the server answers other
/// requests, the kind may have no bookmarks: then the limit is `most`, the longest life of a watch, until a bookmark
/// comes.
class watch_patience {
public:
    watch_patience(duration least, duration most) noexcept
        : most_(std::max(least, most)), heartbeat_(least), limit_(least)
    {
    }

    /// A watch that is silent for this long counts as lost.
    duration limit() const noexcept { return limit_; }

    /// Bookmarks should have come within this time. If limit() is longer, the kind has perhaps none: the server is
    /// asked, this often, whether it is still there.
    duration heartbeat() const noexcept { return heartbeat_; }

    void bookmark_came_after(duration silence) noexcept
    {
        auto const late = silence + silence / 4; // a quarter more, because timers are late now and then
        limit_ = heartbeat_ = std::clamp(late, heartbeat_, most_);
    }

    /// The next watch of a kind that perhaps has no bookmarks may be silent until its end.
    void watch_was_silent() noexcept { limit_ = most_; }

private:
    duration most_;
    duration heartbeat_;
    duration limit_;
};

} // namespace coinformer::detail
