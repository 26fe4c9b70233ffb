#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/post.hpp>
#include <boost/assert.hpp>

#include <algorithm>
#include <optional>

namespace coinformer::testing {

class virtual_clock::armed_timer final : public timer {
public:
    armed_timer(virtual_clock& clock, executor ex) : clock_(clock), ex_(std::move(ex)) {}
    ~armed_timer() override { cancel(); }

    void start(time_point when, std::function<void()> fire) override
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
        if (fire_) *fire_ = nullptr; // also holds back a call that is posted already
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
    virtual_clock& clock_;
    executor ex_;
    std::optional<position> at_;
    std::shared_ptr<std::function<void()>> fire_;
};

virtual_clock::~virtual_clock()
{
    BOOST_ASSERT(timers_.empty());
}

std::unique_ptr<timer> virtual_clock::make_timer(executor ex)
{
    return std::make_unique<armed_timer>(*this, std::move(ex));
}

void virtual_clock::settle()
{
    io_.restart();
    io_.poll();
}

bool virtual_clock::advance(time_point end)
{
    auto const next = timers_.begin();
    if (next == timers_.end() || next->first.first > end) return false;
    now_ = std::max(now_, next->first.first);
    auto* const due = next->second;
    timers_.erase(next);
    due->expire();
    return true;
}

void virtual_clock::run_for(duration d)
{
    auto const end = now_ + d;
    do settle();
    while (advance(end));
    now_ = end;
}

} // namespace coinformer::testing
