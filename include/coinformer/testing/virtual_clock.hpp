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

    /// Lets `d` pass: settles, and jumps from deadline to deadline.
    void run_for(duration d);

    /// As run_for(), until `done()` returns true, but at most for `limit`. `done` is called whenever nothing
    /// is ready. Returns false if it has not become true by then; at once if no timer is armed up to the
    /// limit.
    template <class Done>
    bool run_until(Done done, duration limit)
    {
        auto const end = now() + limit;
        for (settle(); !done(); settle())
            if (!advance(end)) return false;
        return true;
    }

    std::size_t armed() const noexcept; ///< the number of timers that wait

private:
    class state; // shared with the timers and with everything that waits on this clock

    bool advance(time_point end); // to the next deadline, if that is not after `end`

    boost::asio::io_context& io_;
    std::shared_ptr<state> state_;
};

} // namespace coinformer::testing
