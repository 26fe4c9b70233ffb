#pragma once

#include <coinformer/core/time_source.hpp>

#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <map>
#include <utility>

namespace coinformer::testing {

/// A clock that tests move: it runs all that is ready on one io_context, then jumps to the next deadline.
///
///     boost::asio::io_context io;
///     virtual_clock time(io);
///     environment const env{.ex = io.get_executor(), .time = &time, .seed = 1}; // a seed: the same jitter each time
///     time.run_for(1min); // what would happen in a minute has happened
///
/// now() begins at the steady clock's epoch, wall_now() in November 2023. Sockets do not wait for it: time would pass
/// while bytes are on their way. Over them use system_time().
///
/// Threads    one, which also runs the io_context: by these calls and no others.
/// Lifetime   outlives its timers and who was given it, outlived by the io_context.
class virtual_clock final : public time_source {
public:
    explicit virtual_clock(boost::asio::io_context& io) noexcept : io_(io) {}
    ~virtual_clock() override; ///< asserts that no timer is armed

    time_point now() const noexcept override { return now_; }
    wall_time wall_now() const noexcept override
    {
        return epoch_ + std::chrono::duration_cast<wall_time::duration>(now_ - time_point());
    }
    std::unique_ptr<timer> make_timer(executor ex) override;

    /// Runs what is ready until nothing is; no time passes.
    void settle();

    /// Lets `d` pass: settles, and jumps from deadline to deadline.
    void run_for(duration d);

    /// run_for() until `done()` is true, which is asked whenever nothing is ready; at most `limit`. Result: whether it
    /// was. False at once when no timer is armed up to then.
    template <class Done>
    bool run_until(Done done, duration limit)
    {
        auto const end = now_ + limit;
        for (settle(); !done(); settle())
            if (!advance(end)) return false;
        return true;
    }

    std::size_t armed() const noexcept { return timers_.size(); } ///< timers that wait

private:
    class armed_timer;
    using position = std::pair<time_point, std::uint64_t>; // equal deadlines fire in the order they were armed

    bool advance(time_point end); // to the next deadline, if there is one not after `end`

    boost::asio::io_context& io_;
    time_point now_{};
    wall_time epoch_{std::chrono::seconds(1'700'000'000)};
    std::map<position, armed_timer*> timers_;
    std::uint64_t serial_ = 0;
};

} // namespace coinformer::testing
