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
    return watch_duration(lasts_, random_);
}

void watch_attempt::answer_came(time_point now, std::chrono::seconds lasts)
{
    answered_ = last_line_ = now;
    ends_ = now + lasts + silence_;
}

void watch_attempt::line_came(time_point now, bool is_bookmark)
{
    if (is_bookmark) patience_.bookmark_came_after(now - last_line_);
    last_line_ = now;
}

duration watch_attempt::silence_left(time_point now) const
{
    return std::max<duration>(std::min(patience_.limit() - (now - last_line_), ends_ - now),
                              std::chrono::milliseconds(1));
}

bool watch_attempt::end(time_point now, bool has_failed) noexcept
{
    bool const lasted = now - began_ >= std::chrono::seconds(1);
    bool const progress = std::exchange(progress_, false);
    return lasted && (progress || has_lived(now) || !has_failed);
}

} // namespace coinformer::detail
