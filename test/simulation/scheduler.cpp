#include "scheduler.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace simulation {

using coinformer::duration;
using coinformer::time_point;

class scheduler::sim_timer final : public coinformer::timer {
public:
    sim_timer(scheduler& s, coinformer::executor ex) : scheduler_(s), ex_(std::move(ex)) {}
    ~sim_timer() override { cancel(); }

    void start(time_point when, std::function<void()> fire) override
    {
        cancel();
        fire_ = std::make_shared<std::function<void()>>(std::move(fire));
        auto& dice = scheduler_.dice_;
        bool const late = scheduler_.options_.late_timer_ns > 0 && dice.chance(25);
        if (late) when += duration(dice.tail(scheduler_.options_.late_timer_ns));
        auto const tie = dice.next();
        scheduler_.trace_.mix(static_cast<std::uint64_t>(when.time_since_epoch().count()));
        at_.emplace(when, tie);
        scheduler_.timers_.emplace(*at_, this);
    }

    void cancel() noexcept override
    {
        if (at_) scheduler_.timers_.erase(*at_);
        at_.reset();
        if (fire_) *fire_ = nullptr;
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
    scheduler& scheduler_;
    coinformer::executor ex_;
    std::optional<position> at_;
    std::shared_ptr<std::function<void()>> fire_;
};

class scheduler::sim_clock final : public coinformer::time_source {
public:
    explicit sim_clock(scheduler& s) : scheduler_(s) {}
    time_point now() const noexcept override
    {
        scheduler_.pass(scheduler_.options_.reading_cost_ns);
        return scheduler_.now_;
    }
    coinformer::wall_time wall_now() const noexcept override
    {
        return coinformer::wall_time(std::chrono::seconds(1'700'000'000)) +
               std::chrono::duration_cast<coinformer::wall_time::duration>(scheduler_.now_ - time_point());
    }
    std::unique_ptr<coinformer::timer> make_timer(coinformer::executor ex) override
    {
        return std::make_unique<sim_timer>(scheduler_, std::move(ex));
    }

private:
    scheduler& scheduler_;
};

schedule_options random_schedule(dice& d)
{
    schedule_options o;
    o.order = static_cast<policy>(d.below(4));
    o.seed = d.next();
    o.run_inline = d.chance(50);
    return o;
}

schedule_options random_schedule(std::uint64_t seed, std::string_view purpose)
{
    dice d(seed, purpose);
    return random_schedule(d);
}

scheduler::scheduler(schedule_options options)
    : options_(options), dice_(options.seed, "scheduler"), clock_(std::make_unique<sim_clock>(*this))
{
    now_ += std::chrono::seconds(1); // some code takes time zero for "never"
    if (options_.order != policy::priority) return;
    auto const depth = 1 + dice_.below(2);
    for (std::uint64_t i = 0; i != depth; ++i) demotions_.push_back(dice_.below(4000));
}

scheduler::~scheduler() = default;

coinformer::time_source& scheduler::clock() noexcept
{
    return *clock_;
}

void scheduler::add(actor_id actor, std::unique_ptr<job> work)
{
    auto const stopped = frozen_.find(actor);
    auto& waits = stopped == frozen_.end() ? bag_ : stopped->second;
    waits.push_back({actor, std::move(work)});
}

void scheduler::freeze(actor_id actor)
{
    auto const [stopped, fresh] = frozen_.try_emplace(actor);
    for (auto& e : bag_)
        if (e.actor == actor) stopped->second.push_back(std::move(e));
    std::erase_if(bag_, [&](entry const& e) { return e.actor == actor; });
}

void scheduler::thaw(actor_id actor)
{
    auto stopped = frozen_.extract(actor);
    for (auto& e : stopped.mapped()) bag_.push_back(std::move(e));
}

bool scheduler::may_run_inline(actor_id actor) noexcept
{
    return options_.run_inline && running_ == actor;
}

// Probabilistic concurrency testing: actors have random priorities, and at a few moments the running actor
// falls to the lowest one.
std::size_t scheduler::choose()
{
    switch (options_.order) {
    case policy::fifo: return 0;
    case policy::lifo: return bag_.size() - 1;
    case policy::uniform: return static_cast<std::size_t>(dice_.below(bag_.size()));
    case policy::asked: return bag_.size() == 1 ? 0 : options_.ask(bag_.size());
    case policy::priority: break;
    }
    for (auto const& e : bag_)
        if (!priorities_.contains(e.actor)) priorities_[e.actor] = 1000 + dice_.below(1000);
    auto const best =
        std::ranges::max_element(bag_, {}, [&](entry const& e) { return priorities_[e.actor]; });
    if (std::ranges::find(demotions_, steps_) != demotions_.end())
        priorities_[best->actor] = 1000 - steps_ % 1000;
    return static_cast<std::size_t>(best - bag_.begin());
}

bool scheduler::step(time_point end)
{
    if (bag_.empty()) {
        auto const next = timers_.begin();
        if (next == timers_.end() || next->first.first > end) return false;
        if (next->first.first > now_) steps_here_ = 0;
        now_ = std::max(now_, next->first.first);
        auto* const due = next->second;
        timers_.erase(next);
        due->expire();
        return true;
    }
    auto const at = choose();
    auto chosen = std::move(bag_[at]);
    bag_.erase(bag_.begin() + static_cast<std::ptrdiff_t>(at));
    ++steps_;
    ++steps_here_;
    trace_.mix(chosen.actor + static_cast<std::uint64_t>(now_ns()));
    if (options_.step_cost_ns > 0) pass(dice_.range(0, options_.step_cost_ns));
    running_ = chosen.actor;
    chosen.work->run();
    running_.reset();
    // Adds the timers that became due while the step ran.
    while (!timers_.empty() && timers_.begin()->first.first <= now_) {
        auto* const due = timers_.begin()->second;
        timers_.erase(timers_.begin());
        due->expire();
    }
    return true;
}

} // namespace simulation
