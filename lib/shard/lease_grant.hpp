#pragma once

#include <coinformer/core/time_source.hpp>

#include <chrono>

namespace coinformer::detail {

/// A moment by both clocks of a process. The wall clock goes on while the machine is suspended, when the
/// monotonic one may stand still.
struct clock_reading {
    explicit clock_reading(time_source const& clocks) : monotonic(clocks.now()), wall(clocks.wall_now()) {}

    time_point monotonic;
    wall_time wall;
};

/// For how long a process may count on a Lease. It ends by whichever of the two clocks comes there first.
class lease_grant {
public:
    /// A grant that has ended.
    lease_grant() = default;
    lease_grant(clock_reading const& begin, duration lasts)
        : end_(begin.monotonic + lasts),
          wall_end_(begin.wall + std::chrono::duration_cast<wall_time::duration>(lasts))
    {
    }

    bool holds_at(clock_reading const& now) const noexcept
    {
        return now.monotonic < end_ && now.wall < wall_end_;
    }
    time_point end() const noexcept { return end_; } ///< by the monotonic clock

private:
    time_point end_{};
    wall_time wall_end_{};
};

} // namespace coinformer::detail
