#pragma once

#include <coinformer/core/time_source.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

/// Learns how long a healthy watch of one collection may be silent.
///
/// Bookmarks are a watch's heartbeat, but servers send them at different intervals: a kube-apiserver sends
/// one a minute for most kinds, the first one after two minutes for some, and none for events. So the limit
/// begins at `least`, and follows the longest silence that a bookmark has ended recently. A bookmark that was
/// late by chance is forgotten after `remembered` others; a first bookmark that is late in each watch is not.
/// If a watch stays silent although the server answers other requests, the kind may have no bookmarks. Then
/// the limit is `most`, the longest life of a watch, until a bookmark comes.
///
/// The informer or watcher that watches the collection calls it, on the client's strand.
class watch_patience {
public:
    static constexpr unsigned remembered = 32; ///< the number of bookmarks, about half an hour

    watch_patience(duration least, duration most) noexcept
        : least_(least), most_(std::max(least, most)), heartbeat_(least), limit_(least), question_due_(least)
    {
    }

    /// A watch that is silent for this long counts as lost.
    duration limit() const noexcept { return limit_; }

    /// Bookmarks should come within this time. If limit() is longer, the kind may have none.
    duration heartbeat() const noexcept { return heartbeat_; }

    /// The reflector asks the server if it is still there when a watch of a kind that may have no bookmarks
    /// has been silent for this long. Each good answer doubles it, so that a quiet kind soon costs no
    /// question at all: the server ends each watch after minutes, and answers the next one.
    duration question_due() const noexcept { return question_due_; }

    void bookmark_came_after(duration silence) noexcept
    {
        auto const late = silence + silence / 4; // a quarter more, because timers are sometimes late
        longest_ = std::max(longest_, late);
        limit_ = heartbeat_ = question_due_ = std::clamp(std::max(longest_, longest_before_), least_, most_);
        if (++bookmarks_ % remembered == 0) longest_before_ = std::exchange(longest_, duration());
    }

    /// The next watch of a kind that perhaps has no bookmarks may be silent until its end.
    void watch_was_silent() noexcept
    {
        limit_ = most_;
        question_due_ = heartbeat_;
    }

    /// A watch has failed: the server may be another one now, and is asked as soon as at first.
    void watch_was_lost() noexcept { question_due_ = heartbeat_; }

    /// A question about a silent watch has had a good answer.
    void question_was_answered() noexcept { question_due_ = std::min(2 * question_due_, most_); }

private:
    duration least_;
    duration most_;
    duration heartbeat_;
    duration limit_;
    duration question_due_;
    duration longest_{};        // before a bookmark, since the last multiple of `remembered`
    duration longest_before_{}; // the same, for the `remembered` bookmarks before these
    unsigned bookmarks_ = 0;
};

} // namespace coinformer::detail
