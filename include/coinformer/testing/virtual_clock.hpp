#pragma once

#include <coinformer/core/time_source.hpp>

#include <boost/asio/io_context.hpp>

#include <memory>

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
/// Lifetime   it may go before or after the io_context, and the objects and tasks that were given it. Afterwards no
/// time
///            passes.
class virtual_clock final : public time_source {
public:
    explicit virtual_clock(boost::asio::io_context& io);
    ~virtual_clock() override;

    time_point now() const noexcept override;
    wall_time wall_now() const noexcept override;
    std::unique_ptr<timer> make_timer(executor ex) override;
    std::shared_ptr<time_source> shared() override;

    /// Runs what is ready until nothing is; no time passes.
    void settle();

    /// Lets `d` pass: settles, and jumps from deadline to deadline.
    void run_for(duration d);

    /// run_for() until `done()` is true, which is asked whenever nothing is ready; at most `limit`. Result: whether it
    /// was. False at once when no timer is armed up to then.
    template <class Done>
    bool run_until(Done done, duration limit)
    {
        auto const end = now() + limit;
        for (settle(); !done(); settle())
            if (!advance(end)) return false;
        return true;
    }

    std::size_t armed() const noexcept; ///< timers that wait

private:
    class state; // shared with the timers and with everything that waits by this clock

    bool advance(time_point end); // to the next deadline, if there is one not after `end`

    boost::asio::io_context& io_;
    std::shared_ptr<state> state_;
};

} // namespace coinformer::testing
