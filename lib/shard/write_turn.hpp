#pragma once

#include <coinformer/core/random.hpp>
#include <coinformer/core/time_source.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace coinformer::detail {

/// When one member writes the map. The members take turns, in the order of their names, so that they seldom
/// overtake each other: what one of them has planned, the others then need not write. The last of up to fifty
/// members waits for half a retry_period.
///
/// A turn counts from when there was something to write. It stays, whatever others write meanwhile, so that
/// members which hand parts over do so one right after the other.
///
/// A member that has written ten times in a row goes on at the pace of its renewals. Two members that cannot
/// agree, for example because they are of different versions of this library, would otherwise take turns
/// without a pause, and load the server.
///
/// It is a plain value: every `now` comes from the caller's monotonic clock.
class write_turn {
public:
    write_turn(duration retry_period, random_source random) : round_(retry_period / 2), random_(random) {}

    /// Something is to be written. Does nothing if that is known already. `place` is that of this member
    /// among `count` members.
    void request(time_point now, std::size_t place, std::size_t count)
    {
        constexpr std::size_t fewest = 10; // with two members, the second one does not wait for long
        auto const share = static_cast<duration::rep>(std::max(count, fewest));
        if (when_ != never) return;
        auto const due = now + static_cast<duration::rep>(place) * round_ / share;
        when_ = std::max(due, spent_until_ - (most_in_a_row - 1) * 2 * round_);
    }
    /// This member has written the map.
    void wrote(time_point now) noexcept
    {
        spent_until_ = std::max(spent_until_, now) + 2 * round_;
        clear();
    }
    /// There is nothing to write any more.
    void clear() noexcept { when_ = never; }
    /// The write has failed, or somebody else was faster. The next attempt comes at a random time, so that
    /// two members that have met do not meet again.
    void try_again(time_point now)
    {
        when_ = now + round_ / 16 + duration(random_.below(static_cast<std::uint64_t>(round_.count())));
    }
    void put_off_until(time_point when) noexcept { when_ = when; }

    bool has_come(time_point now) const noexcept { return when_ <= now; }
    time_point when() const noexcept { return when_; } ///< time_point::max() if there is nothing to write

private:
    static constexpr time_point never = time_point::max();
    static constexpr int most_in_a_row = 10;

    duration round_;
    random_source random_;
    time_point when_ = never;
    time_point spent_until_{}; // a write takes a retry_period, and the next nine need not wait for its end
};

} // namespace coinformer::detail
