#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/post.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

namespace coinformer::testing {

/// The time and the timers of a virtual_clock. The clock shares it with everything that waits, so that a
/// timer may be destroyed after the clock.
class virtual_clock::state final : public time_source, public std::enable_shared_from_this<state> {
public:
    time_point now() const noexcept override { return now_; }
    wall_time wall_now() const noexcept override
    {
        return epoch_ + std::chrono::duration_cast<wall_time::duration>(now_ - time_point());
    }
    std::unique_ptr<timer> make_timer(executor ex) override;
    std::shared_ptr<time_source> shared() override { return shared_from_this(); }

    explicit state(wall_time begin) : epoch_(begin) {}
    std::size_t armed() const noexcept { return timers_.size(); }
    bool advance(time_point end);
    void pass_to(time_point when) noexcept { now_ = when; }

private:
    class armed_timer;
    // The number is a serial number: timers of the same deadline fire in the order in which they were
    // started.
    using position = std::pair<time_point, std::uint64_t>;

    time_point now_{};
    wall_time const epoch_;
    // A timer is in this map while it is armed, and removes itself when it is cancelled.
    std::map<position, armed_timer*> timers_;
    std::uint64_t serial_ = 0;
};

/// One timer of a virtual_clock. It is armed from start() until it expires or is cancelled. The clock calls
/// expire() in a turn of its own; the function then runs in a later turn of the timer's executor.
class virtual_clock::state::armed_timer final : public timer {
public:
    armed_timer(std::shared_ptr<state> clock, executor ex) : clock_(std::move(clock)), ex_(std::move(ex)) {}
    ~armed_timer() override { cancel(); }

    void start(time_point when, std::function<void()> fire) override
    {
        cancel();
        fire_ = std::make_shared<std::function<void()>>(std::move(fire));
        at_.emplace(when, clock_->serial_++);
        clock_->timers_.emplace(*at_, this);
    }

    void cancel() noexcept override
    {
        if (at_) clock_->timers_.erase(*at_);
        at_.reset();
        if (fire_) *fire_ = nullptr; // holds back a call that has been posted already, too
        fire_.reset();
    }

    void expire()
    {
        at_.reset();
        boost::asio::post(ex_, [fire = fire_] {
            if (auto const call = std::exchange(*fire, nullptr)) call();
        });
    }

private:
    std::shared_ptr<state> clock_;
    executor ex_;
    std::optional<position> at_;
    std::shared_ptr<std::function<void()>> fire_;
};

std::unique_ptr<timer> virtual_clock::state::make_timer(executor ex)
{
    return std::make_unique<armed_timer>(shared_from_this(), std::move(ex));
}

bool virtual_clock::state::advance(time_point end)
{
    auto const next = timers_.begin();
    if (next == timers_.end() || next->first.first > end) return false;
    if (next->first.first == time_point::max()) return false; // such a timer waits for ever
    now_ = std::max(now_, next->first.first);
    auto* const due = next->second;
    timers_.erase(next);
    due->expire();
    return true;
}

virtual_clock::virtual_clock(boost::asio::io_context& io, wall_time begin)
    : io_(io), state_(std::make_shared<state>(begin))
{
}

virtual_clock::~virtual_clock() = default;

time_point virtual_clock::now() const noexcept
{
    return state_->now();
}

wall_time virtual_clock::wall_now() const noexcept
{
    return state_->wall_now();
}

std::unique_ptr<timer> virtual_clock::make_timer(executor ex)
{
    return state_->make_timer(std::move(ex));
}

std::shared_ptr<time_source> virtual_clock::shared()
{
    return state_;
}

std::size_t virtual_clock::armed() const noexcept
{
    return state_->armed();
}

void virtual_clock::settle()
{
    io_.restart();
    io_.poll();
}

time_point virtual_clock::end_of(duration d) const
{
    if (d < duration::zero())
        throw std::invalid_argument("virtual_clock: the time cannot go back, and the duration is negative");
    return after(d);
}

bool virtual_clock::advance(time_point end)
{
    return state_->advance(end);
}

void virtual_clock::run_for(duration d)
{
    auto const end = end_of(d);
    do settle();
    while (advance(end));
    // Nothing could be added to time_point::max(), so the time stays where the last timer has fired.
    if (end != time_point::max()) state_->pass_to(end);
}

} // namespace coinformer::testing
