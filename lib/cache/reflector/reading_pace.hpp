#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>

namespace coinformer::detail {

/// Judges whether a collection is read fast enough to be worth waiting for. What counts is new objects, because a
/// server that trickles, or that repeats itself, sends bytes without end. A slow reading may be a sound one of large
/// objects over a slow link, so that only one that has been slow for long, without a break, is too slow.
class reading_pace {
public:
    static constexpr duration period = std::chrono::minutes(1);
    static constexpr std::size_t least_objects = 100; ///< new ones that a period has to bring

    enum class verdict { fine, slow, too_slow };

    /// `limit` as informer_options::slow_list_limit.
    explicit reading_pace(duration limit) noexcept : limit_(limit) {}

    void begin(time_point now) noexcept
    {
        judged_ = fine_until_ = now;
        counted_ = 0;
    }
    bool is_due(time_point now) const noexcept { return now >= judged_ + period; }

    /// Judges the period that has ended. `objects` counts the different objects of the whole reading.
    verdict judge(time_point now, std::size_t objects) noexcept
    {
        bool const slow = objects < counted_ + least_objects;
        counted_ = objects;
        judged_ = now;
        if (!slow) fine_until_ = now;
        if (!slow) return verdict::fine;
        return now - fine_until_ < limit_ ? verdict::slow : verdict::too_slow;
    }

private:
    duration limit_;
    time_point judged_{};     // when the last period ended
    time_point fine_until_{}; // when the last period that was not slow ended
    std::size_t counted_ = 0;
};

} // namespace coinformer::detail
