#include "stepped_clock.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

namespace hostile {

std::chrono::nanoseconds thread_cpu_time() noexcept
{
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}

class stepped_clock::armed_timer final : public coinformer::timer {
public:
    armed_timer(stepped_clock& clock, coinformer::executor ex) : clock_(clock), ex_(std::move(ex)) {}
    ~armed_timer() override { cancel(); }

    void start(coinformer::time_point when, std::function<void()> fire) override
    {
        cancel();
        fire_ = std::make_shared<std::function<void()>>(std::move(fire));
        at_.emplace(when, clock_.serial_++);
        clock_.timers_.emplace(*at_, this);
    }
    void cancel() noexcept override
    {
        if (at_) clock_.timers_.erase(*at_);
        at_.reset();
        if (fire_) *fire_ = nullptr; // this also holds back a call that is posted already
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
    stepped_clock& clock_;
    coinformer::executor ex_;
    std::optional<position> at_;
    std::shared_ptr<std::function<void()>> fire_;
};

std::unique_ptr<coinformer::timer> stepped_clock::make_timer(coinformer::executor ex)
{
    return std::make_unique<armed_timer>(*this, std::move(ex));
}

bool stepped_clock::run_one()
{
    auto const before = thread_cpu_time();
    io_.restart();
    if (io_.poll_one() == 0) return false;
    auto const took = thread_cpu_time() - before;
    cpu_ += took;
    longest_turn_ = std::max(longest_turn_, took);
    ++turns_;
    return true;
}

void stepped_clock::set_now(coinformer::time_point now)
{
    now_ = now;
    if (outside_) outside_->advance_to(now_);
}

// Returns false if something happens on either side while the kernel may still hand over bytes.
bool stepped_clock::settles()
{
    using real = std::chrono::steady_clock;
    auto const began = real::now();
    auto const time = outside_->settling_time();
    while (real::now() - began < time) {
        if (run_one() || !outside_->is_quiet()) return false;
        std::this_thread::sleep_for(50us);
    }
    return !run_one() && outside_->is_quiet();
}

// Returns true if other threads are at work, or are due before the loop's own timers.
bool stepped_clock::advance_beside(coinformer::time_point end)
{
    if (!outside_->is_quiet()) {
        std::this_thread::sleep_for(50us);
        return true;
    }
    if (!settles()) return true; // the loop takes what the threads had sent before they became quiet
    auto const next = outside_->next_time();
    if (!next || *next > end || (!timers_.empty() && timers_.begin()->first.first < *next)) return false;
    set_now(std::max(now_, *next));
    return true;
}

// Returns false if nothing is left to do until `end`.
bool stepped_clock::advance(coinformer::time_point end)
{
    if (outside_ && advance_beside(end)) return true;
    auto const next = timers_.begin();
    if (next == timers_.end() || next->first.first > end) return false;
    set_now(std::max(now_, next->first.first));
    auto* const due = next->second;
    timers_.erase(next);
    due->expire();
    return true;
}

} // namespace hostile
