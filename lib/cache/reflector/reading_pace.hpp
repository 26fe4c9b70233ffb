#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>

namespace coinformer::detail {

/// Judges whether a collection is read fast enough to be worth waiting for. It counts new objects, because a
/// server that trickles, or that repeats itself, sends bytes without end. A slow reading may be a legitimate
/// one, of large objects over a slow link. So a reading is too slow only if it has been slow for `limit`
/// without a break.
///
/// Threads    the client's strand. collection_reading calls it.
class reading_pace {
public:
    static constexpr duration period = std::chrono::minutes(1);
    static constexpr std::size_t least_objects = 100; ///< number of new objects that a period has to bring

    enum class verdict { fine, slow, too_slow };

    /// `limit` is informer_options::slow_list_limit.
    explicit reading_pace(duration limit) noexcept : limit_(limit) {}

    /// A reading begins.
    void begin(time_point now) noexcept
    {
        judged_ = fine_until_ = now;
        counted_ = 0;
    }
    /// The time that has just passed does not count.
    void leave_out(duration passed) noexcept
    {
        judged_ += passed;
        fine_until_ += passed;
    }
    /// Returns true if a period has ended, so that judge() has to be called.
    bool is_due(time_point now) const noexcept { return now >= judged_ + period; }

    /// Judges the period that has ended. `objects` is the number of different objects in the whole reading.
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
    std::size_t counted_ = 0; // objects when the last period ended
};

} // namespace coinformer::detail
