#pragma once

#include "dice.hpp"
#include "verdict.hpp"

#include <coinformer/core/time_source.hpp>

#include <boost/asio/execution.hpp>
#include <boost/asio/io_context.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace simulation {

/// The rule by which the next step is chosen from those that are ready.
enum class policy { fifo, uniform, priority, lifo, asked };

struct schedule_options {
    policy order = policy::fifo;
    std::uint64_t seed = 0;
    std::int64_t step_cost_ns = 0; ///< the most that a step may take; time passes while code runs
    std::int64_t reading_cost_ns =
        0;                          ///< what a reading of the clock takes, so that no two readings are equal
    std::int64_t late_timer_ns = 0; ///< the most by which a timer may be late; a quarter of the timers are
    bool run_inline = false;        ///< a running step may run what it dispatches at once, within itself
    /// With policy::asked: chooses one of the steps that are ready, in the order in which they became ready.
    /// It is called only if there is a choice.
    std::function<std::size_t(std::size_t ready)> ask = {};
};

/// An order of the steps that depends on chance, without costs of steps and late timers.
schedule_options random_schedule(dice& d);
schedule_options random_schedule(std::uint64_t seed, std::string_view purpose = "schedule");

/// The world's only thread. It has a bag of steps that are ready, timers, and a clock that jumps to the next
/// timer when the bag is empty.
class scheduler {
public:
    explicit scheduler(schedule_options options);
    ~scheduler();

    using actor_id = std::uint32_t;

    /// Runs one step, or moves time on to the next timer, but not beyond `end`. Returns false if there was
    /// nothing to do.
    bool step(coinformer::time_point end);

    coinformer::time_point now() const noexcept { return now_; }
    std::int64_t now_ns() const noexcept { return now_.time_since_epoch().count(); }
    std::uint64_t steps() const noexcept { return steps_; }
    std::size_t ready() const noexcept { return bag_.size(); }
    std::size_t armed() const noexcept { return timers_.size(); }
    /// How many steps ran since time last moved. A number that grows without end is a livelock.
    std::uint64_t steps_at_this_time() const noexcept { return steps_here_; }
    /// A hash of the order of steps and of each timer's deadline. The deadlines show the jitter.
    std::uint64_t trace() const noexcept { return trace_.value(); }
    /// Draws once more from the stream, for the hash at the end: it shows a draw that one run made and
    /// another did not.
    std::uint64_t last_draw() noexcept { return dice_.next(); }

    boost::asio::io_context& context() noexcept { return context_; }
    coinformer::time_source& clock() noexcept;

    /// Stops an actor for a while, as SIGSTOP and SIGCONT stop a process: its steps and its timers wait
    /// meanwhile.
    void freeze(actor_id actor);
    void thaw(actor_id actor);

    // ---- for the executor
    struct job {
        virtual ~job() = default;
        virtual void run() = 0;
    };
    void add(actor_id actor, std::unique_ptr<job> work);
    bool may_run_inline(actor_id actor) noexcept;

private:
    class sim_clock;
    class sim_timer;
    struct entry {
        actor_id actor;
        std::unique_ptr<job> work;
    };
    using position = std::pair<coinformer::time_point, std::uint64_t>;

    std::size_t choose();
    void pass(std::int64_t ns) { now_ += coinformer::duration(ns); }

    schedule_options options_;
    dice dice_;
    trace_hash trace_;
    boost::asio::io_context context_{1};
    std::deque<entry> bag_;
    std::map<position, sim_timer*> timers_;
    std::map<actor_id, std::deque<entry>> frozen_;
    std::map<actor_id, std::uint64_t> priorities_;
    // the steps at which the running actor falls to the lowest priority
    std::vector<std::uint64_t> demotions_;
    coinformer::time_point now_{};
    std::uint64_t steps_ = 0;
    std::uint64_t steps_here_ = 0;
    std::optional<actor_id> running_;
    std::unique_ptr<sim_clock> clock_;
};

/// The executor that Asio sees: every step of an actor goes through the scheduler's bag.
class sim_executor {
public:
    sim_executor(scheduler& s, scheduler::actor_id actor, bool may_block = false) noexcept
        : scheduler_(&s), actor_(actor), may_block_(may_block)
    {
    }

    boost::asio::execution_context& query(boost::asio::execution::context_t) const noexcept
    {
        return scheduler_->context();
    }
    boost::asio::execution::blocking_t query(boost::asio::execution::blocking_t) const noexcept
    {
        if (may_block_) return boost::asio::execution::blocking.possibly;
        return boost::asio::execution::blocking.never;
    }
    sim_executor require(boost::asio::execution::blocking_t::never_t) const noexcept
    {
        return {*scheduler_, actor_, false};
    }
    sim_executor require(boost::asio::execution::blocking_t::possibly_t) const noexcept
    {
        return {*scheduler_, actor_, true};
    }

    template <class F>
    void execute(F f) const
    {
        if (may_block_ && scheduler_->may_run_inline(actor_)) return f();
        struct function final : scheduler::job {
            explicit function(F&& g) : f(std::move(g)) {}
            void run() override
            {
                auto g = std::move(f);
                g();
            }
            F f;
        };
        scheduler_->add(actor_, std::make_unique<function>(std::move(f)));
    }

    bool operator==(sim_executor const& o) const noexcept
    {
        return scheduler_ == o.scheduler_ && actor_ == o.actor_ && may_block_ == o.may_block_;
    }
    bool operator!=(sim_executor const& o) const noexcept { return !(*this == o); }

private:
    scheduler* scheduler_;
    scheduler::actor_id actor_;
    bool may_block_;
};

} // namespace simulation
