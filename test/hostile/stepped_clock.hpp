#pragma once

#include <coinformer/core/time_source.hpp>

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace hostile {

using namespace std::chrono_literals;

/// The other threads in the same virtual time, as the clock sees them.
class outside_world {
public:
    virtual ~outside_world() = default;
    /// Returns true if nothing happens there until the loop does something or time passes.
    virtual bool is_quiet() = 0;
    /// Returns how much real time the kernel may take to hand over what was sent. Virtual time advances only
    /// if nothing has happened in this time.
    virtual std::chrono::microseconds settling_time() = 0;
    /// Returns when the next thing is due there.
    virtual std::optional<coinformer::time_point> next_time() = 0;
    virtual void advance_to(coinformer::time_point now) = 0;
};

/// Returns the CPU time that this thread has used.
std::chrono::nanoseconds thread_cpu_time() noexcept;

/// A virtual clock that runs its io_context one handler at a time, measures each of them, and gives up on a
/// loop that does not come to an end. testing::virtual_clock runs everything that is ready in one call, so
/// that an attack in which something is always ready could neither be measured nor be stopped.
class stepped_clock final : public coinformer::time_source {
public:
    /// `most_cpu` is the CPU time of all handlers together after which run_until() gives up.
    stepped_clock(boost::asio::io_context& io, std::chrono::nanoseconds most_cpu) noexcept
        : io_(io), most_cpu_(most_cpu)
    {
    }

    coinformer::time_point now() const noexcept override { return now_; }
    coinformer::wall_time wall_now() const noexcept override
    {
        return coinformer::wall_time(std::chrono::seconds(1'700'000'000)) +
               std::chrono::duration_cast<coinformer::wall_time::duration>(now_.time_since_epoch());
    }
    std::unique_ptr<coinformer::timer> make_timer(coinformer::executor ex) override;

    /// Advances from now on only while `outside` is quiet, and shares its time with it.
    void share_with(outside_world& outside) noexcept { outside_ = &outside; }

    /// Runs handlers, and lets virtual time pass when none is ready, until `done()` is true, `limit` of
    /// virtual time has passed, or the budget of CPU time or of handlers is used up. Returns false if the
    /// budget is used up.
    template <class Done>
    bool run_until(Done done, coinformer::duration limit)
    {
        auto const end = now_ + limit;
        for (;;) {
            if (done()) return true;
            if (is_exhausted()) return false;
            if (run_one()) continue;
            if (!advance(end)) break;
        }
        set_now(std::max(now_, end));
        return true;
    }

    std::chrono::nanoseconds longest_turn() const noexcept { return longest_turn_; }
    std::chrono::nanoseconds cpu() const noexcept { return cpu_; }
    std::uint64_t turns() const noexcept { return turns_; }
    bool is_exhausted() const noexcept { return turns_ > most_turns || cpu_ > most_cpu_; }

private:
    static constexpr std::uint64_t most_turns = 20'000'000;

    class armed_timer;
    using position = std::pair<coinformer::time_point, std::uint64_t>;

    bool run_one();
    bool advance(coinformer::time_point end);
    bool advance_beside(coinformer::time_point end);
    bool settles();
    void set_now(coinformer::time_point now);

    boost::asio::io_context& io_;
    std::chrono::nanoseconds const most_cpu_;
    outside_world* outside_ = nullptr;
    coinformer::time_point now_{};
    std::map<position, armed_timer*> timers_;
    std::uint64_t serial_ = 0;
    std::uint64_t turns_ = 0;
    std::chrono::nanoseconds cpu_{};
    std::chrono::nanoseconds longest_turn_{};
};

} // namespace hostile
