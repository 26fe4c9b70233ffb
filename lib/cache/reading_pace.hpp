#pragma once

#include <coinformer/core/time_source.hpp>

#include <cstddef>

namespace coinformer::detail {

/// Judges whether a collection is read fast enough to be worth waiting for. What counts is new objects, because a
/// server that trickles, or that repeats itself, sends bytes without end.
class reading_pace {
public:
    static constexpr duration period = std::chrono::minutes(1);
    static constexpr std::size_t least_objects = 100; ///< new ones that a period has to bring
    static constexpr unsigned most_slow_periods = 5;  ///< in a row; then the reading is given up

    enum class verdict { fine, slow, too_slow };

    void begin(time_point now) noexcept
    {
        due_ = now + period;
        counted_ = 0;
        slow_periods_ = 0;
    }
    bool is_due(time_point now) const noexcept { return now >= due_; }

    /// Judges the period that has ended. `objects` counts the different objects of the whole reading.
    verdict judge(time_point now, std::size_t objects) noexcept
    {
        bool const slow = objects < counted_ + least_objects;
        slow_periods_ = slow ? slow_periods_ + 1 : 0;
        counted_ = objects;
        due_ = now + period;
        if (!slow) return verdict::fine;
        return slow_periods_ < most_slow_periods ? verdict::slow : verdict::too_slow;
    }

private:
    time_point due_{};
    std::size_t counted_ = 0;
    unsigned slow_periods_ = 0;
};

} // namespace coinformer::detail
