#pragma once

#include <coinformer/core/time_source.hpp>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <memory>

namespace coinformer::testing {

/// A clock that a test moves: it runs all that is ready on one io_context, and then jumps to the next
/// deadline.
///
///     boost::asio::io_context io;
///     virtual_clock time(io);
///     environment const env{.ex = io.get_executor(), .time = &time, .seed = 1}; // the same jitter each time
///     time.run_for(1min); // everything that is due within a minute has happened
///
/// now() begins at the steady clock's epoch, wall_now() at `begin`, by default in November 2023. It does not
/// fit sockets, because time would pass while bytes are on their way; use system_time() with them.
///
/// Threads    one, which also runs the io_context, and only by the functions of this clock.
/// Lifetime   it may be destroyed before or after the io_context and the objects and tasks that use it. Time
///            stands still from then on.
class virtual_clock final : public time_source {
public:
    explicit virtual_clock(boost::asio::io_context& io,
                           wall_time begin = wall_time(std::chrono::seconds(1'700'000'000)));
    ~virtual_clock() override;

    time_point now() const noexcept override;
    wall_time wall_now() const noexcept override;
    std::unique_ptr<timer> make_timer(executor ex) override;
    std::shared_ptr<time_source> shared() override;

    /// Runs what is ready until nothing is ready any more. No time passes.
    void settle();

    /// Lets `d` pass: settles, and jumps from deadline to deadline. With duration::max() it goes on while
    /// timers are armed, and the clock then stays at the last deadline.
    ///
    /// Errors     std::invalid_argument if `d` is negative.
    void run_for(duration d);

    /// As run_for(), until `done()` returns true, but at most for `limit`. `done` is called whenever nothing
    /// is ready. Returns false if it has not become true by then; at once if no timer is armed up to the
    /// limit. With duration::max() there is no limit.
    ///
    /// Errors     std::invalid_argument if `limit` is negative.
    template <class Done>
    bool run_until(Done done, duration limit)
    {
        auto const end = end_of(limit);
        for (settle(); !done(); settle())
            if (!advance(end)) return false;
        return true;
    }

    /// The number of timers that wait. One at time_point::max() waits for ever, as in
    /// sleep_for(duration::max()).
    std::size_t armed() const noexcept;

private:
    class state; // shared with the timers and with everything that waits on this clock

    // The time that is this long from now; time_point::max() if no time_point can tell it. Throws if `d`
    // is negative.
    time_point end_of(duration d) const;
    bool advance(time_point end); // to the next deadline, if that is not after `end`

    boost::asio::io_context& io_;
    std::shared_ptr<state> state_;
};

} // namespace coinformer::testing
