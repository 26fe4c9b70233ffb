#pragma once

#include <coinformer/core/time_source.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

/// Learns how long a healthy watch of one collection may be silent.
///
/// Bookmarks are a watch's heartbeat, but servers send them at different intervals: a kube-apiserver sends one a minute
/// for most kinds, the first one after two minutes for some, and none for events. The limit therefore begins at `least`
/// and follows the longest silence that a bookmark has ended of late: one that came late for once, because a proxy held
/// it back for example, is forgotten after some dozens that came in time. If a watch stayed silent although the server
/// answers other requests, the kind may have no bookmarks: then the limit is `most`, the longest life of a watch, until
/// a bookmark comes.
class watch_patience {
public:
    watch_patience(duration least, duration most) noexcept
        : least_(least), most_(std::max(least, most)), heartbeat_(least), limit_(least)
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
        longest_ = std::max(longest_, late);
        if (++bookmarks_ % memory == 0) heartbeat_ = std::clamp(std::exchange(longest_, late), least_, most_);
        limit_ = heartbeat_ = std::clamp(late, heartbeat_, most_);
    }

    /// The next watch of a kind that perhaps has no bookmarks may be silent until its end.
    void watch_was_silent() noexcept { limit_ = most_; }

private:
    /// A kube-apiserver sends one bookmark a minute and ends a watch after ten minutes at most, unless it is asked for
    /// a longer one. So many bookmarks include the first one of a watch, which is the latest of some kinds.
    static constexpr unsigned memory = 30;

    duration least_, most_;
    duration heartbeat_;
    duration limit_;
    duration longest_ = duration::zero(); // of the last bookmarks, fewer than `memory`
    unsigned bookmarks_ = 0;
};

} // namespace coinformer::detail
