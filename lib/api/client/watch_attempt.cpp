#include "api/client/watch_attempt.hpp"

#include <algorithm>
#include <utility>

namespace coinformer::detail {

// Nobody can ask whether the server is alive while a watch is silent, so the patience ends at twice the
// option.
watch_attempt::watch_attempt(watcher_options const& options, random_source random)
    : lasts_(options.watch_timeout), silence_(options.silence), long_life_(options.retry.cap),
      random_(random), patience_(options.silence, 2 * options.silence)
{
}

std::chrono::seconds watch_attempt::begin(time_point now)
{
    began_ = now;
    answered_.reset();
    event_came_ = untyped_line_came_ = false;
    return watch_duration(lasts_, random_);
}

void watch_attempt::answer_came(time_point now, std::chrono::seconds lasts)
{
    answered_ = last_line_ = now;
    ends_ = now + lasts + silence_;
    asked_for_ = lasts;
}

void watch_attempt::line_came(time_point now, watch_line what)
{
    if (what == watch_line::bookmark) patience_.bookmark_came_after(now - last_line_);
    last_line_ = now;
    (what == watch_line::untyped ? untyped_line_came_ : event_came_) = true;
}

// A healthy server keeps a watch open for longer than two seconds.
bool watch_attempt::was_cut_short(time_point now) const noexcept
{
    if (!answered_ || event_came_ || untyped_line_came_) return false;
    return now - *answered_ < std::min<duration>(std::chrono::seconds(2), asked_for_ / 2);
}

duration watch_attempt::silence_left(time_point now) const
{
    return std::max<duration>(std::min(patience_.limit() - (now - last_line_), ends_ - now),
                              std::chrono::milliseconds(1));
}

// A watch that ends in an orderly way with nothing new in it has to have been open for a while: that a slow
// server took its time to answer does not count.
bool watch_attempt::end(time_point now, bool has_failed) noexcept
{
    constexpr duration brief = std::chrono::seconds(1);
    bool const lasted = now - began_ >= brief;
    bool const was_open = answered_ && now - *answered_ >= brief;
    bool const progress = std::exchange(progress_, false);
    return lasted && (progress || has_lived(now) || (was_open && !has_failed));
}

} // namespace coinformer::detail
