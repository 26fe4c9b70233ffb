#include "queue_world.hpp"

#include "core/strand_of.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>

namespace simulation {

namespace asio = boost::asio;
using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr scheduler::actor_id queue_actor = 0, first_adder = 1, adders = 3, first_worker = 4;
constexpr std::uint64_t most_queue_steps = 20'000;

schedule_options queue_schedule(std::uint64_t seed)
{
    dice d(seed, "queue schedule");
    auto o = random_schedule(d);
    if (d.chance(20)) o.step_cost_ns = 200'000;
    if (d.chance(20)) o.late_timer_ns = 50'000'000;
    return o;
}

rules queue_rules(std::uint64_t seed)
{
    dice d(seed, "queue rules");
    std::vector<duration> const ageings{0s, 1s, 30s};
    limits const back_off(d, true);
    auto const ageing = d.pick(ageings);
    return {back_off, ageing, static_cast<std::size_t>(d.below(4)),
            duration(queue_schedule(seed).late_timer_ns)};
}

} // namespace

queue_world::queue_world(std::uint64_t seed, std::function<void(std::string const&)> write_line)
    : trace_(std::move(write_line)), dice_(seed, "queue"), scheduler_(queue_schedule(seed)),
      promises_(queue_rules(seed))
{
    on_key_taken = [this] { promises_.record_taken(scheduler_.now()); };
    std::vector<std::int64_t> const paces{50, 1000, 10'000}, lengths{1, 1000, 10'000};
    names_ = 2 + dice_.below(14);
    pace_ms_ = dice_.pick(paces);
    longest_work_ms_ = dice_.pick(lengths);
    queue_ = std::make_unique<queue_type>(environment_of(queue_actor), queue_rules(seed).options());
    workers_.resize(1 + dice_.below(4));
    scheduler::actor_id actor = first_worker;
    for (auto& w : workers_) {
        w = std::make_unique<worker>();
        w->actor = actor++;
        w->env = environment_of(w->actor);
        w->chance = dice(dice_.next());
        start_worker(*w);
    }
    trace("back-off " + queue_rules(seed).back_off.text());
    plan_next();
}

queue_world::~queue_world() = default;

environment queue_world::environment_of(scheduler::actor_id actor)
{
    environment env;
    env.log = &no_log();
    env.ex = sim_executor(scheduler_, actor);
    env.time = &scheduler_.clock();
    env.seed = 1;
    return env;
}

void queue_world::trace(std::string const& line)
{
    hash_.mix(line);
    if (trace_) trace_(std::to_string(scheduler_.now_ns() / 1'000'000) + " ms  queue: " + line);
}

// Runs `what` on one of several actors, so that actions of one instant may happen in any order.
void queue_world::later(duration d, std::function<void()> what)
{
    auto const who = first_adder + static_cast<scheduler::actor_id>(dice_.below(adders));
    auto alarm = scheduler_.clock().make_timer(sim_executor(scheduler_, who));
    alarm->start(scheduler_.now() + d, std::move(what));
    timers_.push_back(std::move(alarm));
}

duration queue_world::some(std::int64_t most_ms)
{
    if (dice_.chance(30)) return 0s;
    return std::chrono::milliseconds(1 + dice_.tail(1000 * most_ms) / 1000);
}

// ---- the workers

void queue_world::start_worker(worker& w)
{
    if (w.life) finished_.push_back(w.life);
    w.is_leaving = w.is_cancelled = false;
    w.life = errand::start(w.env, run_worker(w), "a worker");
}

task<> queue_world::run_worker(worker& w)
{
    for (;;) {
        auto item = co_await pop_next(w);
        if (!item) co_return;
        co_await work_on(w, std::move(*item));
    }
}

task<std::optional<queue_world::item_type>> queue_world::pop_next(worker& w)
{
    std::optional<item_type> item;
    bool ended = false;
    w.is_waiting = true;
    try {
        item = co_await queue_->pop();
        ended = !item;
    } catch (boost::system::system_error const&) {
    }
    w.is_waiting = false;
    if (item) {
        trace("worker " + std::to_string(w.actor) + " gets " + item->key());
        promises_.record_given(item->key(), scheduler_.now());
    } else if (ended) {
        trace("worker " + std::to_string(w.actor) + " is told that there is no more");
        promises_.record_end(scheduler_.now());
    } else {
        trace("worker " + std::to_string(w.actor) + " has left");
        if (!w.is_leaving) promises_.report_broken("K6", "a pop() failed that nobody had cancelled");
        promises_.record_cancelled_pop(queue_->status().working, scheduler_.now());
    }
    co_return item;
}

task<> queue_world::work_on(worker& w, item_type item)
{
    auto const length = std::chrono::milliseconds(w.chance.range(0, longest_work_ms_));
    bool cut = false;
    try {
        if (length > 1ms) co_await scheduler_.clock().sleep_for(length);
    } catch (boost::system::system_error const&) {
        cut = true;
    }
    finish(w, std::move(item), cut);
}

void queue_world::finish(worker& w, item_type item, bool cut)
{
    auto const key = item.key();
    auto const now = scheduler_.now();
    auto const how = w.chance.below(100);
    auto const delay = std::chrono::milliseconds(w.chance.range(-1000, 20'000));
    trace("worker " + std::to_string(w.actor) + " is done with " + key + ", " +
          std::to_string(cut ? 100 : how));
    if (cut || how < 10) {
        auto const without_a_word = std::move(item);
        promises_.record_failed(key, now);
        ++promises_.sometimes["an item was dropped"];
    } else if (how < 60) {
        item.done();
        promises_.record_done(key, now);
    } else if (how < 75) {
        item.done_again_after(delay);
        promises_.record_done_again_after(key, delay, now);
    } else if (item.failed() != promises_.record_failed(key, now)) {
        promises_.report_broken("K8", key + " waits for another time than the limiter says");
    }
}

// ---- random actions

void queue_world::plan_next()
{
    if (acts_left_ == 0) return;
    --acts_left_;
    later(some(pace_ms_), [this] {
        if (acts_left_ < 40 && !is_shutting_down_) begin_shutdown();
        act();
        plan_next();
    });
}

void queue_world::act()
{
    auto const key = a_key();
    auto const p = a_priority();
    auto const what = dice_.below(100);
    auto& w = *workers_[dice_.below(workers_.size())];
    if (what < 45) return add(key, p);
    if (what < 48) {
        for (std::uint64_t i = 0; i != names_; ++i) add("k" + std::to_string(i), p);
    } else if (what < 70) {
        add_later(key, p, what < 63);
    } else if (what < 84) {
        query(key, what);
    } else if (what < 93) {
        cancel_worker(w);
    } else {
        freeze(w);
    }
}

void queue_world::add_later(std::string const& key, priority p, bool after_some_time)
{
    auto const now = scheduler_.now();
    if (after_some_time || promises_.is_one_on_its_way()) {
        auto const delay = some(20'000);
        trace("add " + key + " in " + std::to_string(delay / 1ms) + " ms, priority " +
              std::to_string(int(p)));
        queue_->add_after(key, delay, p);
        return promises_.record_add_after(key, delay, p, now);
    }
    trace("add " + key + " at the limiter's pace");
    queue_->add_rate_limited(key, p);
    promises_.record_add_rate_limited(key, p, now);
}

void queue_world::query(std::string const& key, std::uint64_t what)
{
    auto const now = scheduler_.now();
    if (what >= 80) return promises_.compare_status(queue_->status(), now);
    if (what < 74) {
        trace("forget " + key);
        queue_->forget(key);
        return promises_.record_forget(key, now);
    }
    auto const known = promises_.expected_failures(key, now);
    auto const said = queue_->failures(key);
    if (known && *known != said)
        promises_.report_broken("K8", key + " has failed " + std::to_string(*known) + " times, and not " +
                                          std::to_string(said));
}

void queue_world::add(std::string const& key, priority p)
{
    trace("add " + key + ", priority " + std::to_string(int(p)));
    bool const fresh = queue_->add(key, p);
    auto const expected = promises_.record_add(key, p, scheduler_.now());
    if (expected && *expected != fresh) promises_.report_broken("K2", "add() says otherwise of " + key);
}

// Cancels a worker, on its own executor, as Asio demands of a cancellation.
void queue_world::cancel_worker(worker& w)
{
    if (std::exchange(w.is_cancelled, true)) return;
    auto const tell = [&w] {
        w.is_leaving = true;
        w.life->cancel();
    };
    asio::post(sim_executor(scheduler_, w.actor), tell);
    restart_later(w);
}

void queue_world::restart_later(worker& w)
{
    later(some(5000), [this, &w] { w.life->ended ? start_worker(w) : restart_later(w); });
}

void queue_world::freeze(worker& w)
{
    if (std::exchange(w.is_frozen, true)) return;
    trace("worker " + std::to_string(w.actor) + " stands still");
    scheduler_.freeze(w.actor);
    later(some(20'000), [this, &w] { thaw(w); });
}

void queue_world::thaw(worker& w)
{
    if (!std::exchange(w.is_frozen, false)) return;
    trace("worker " + std::to_string(w.actor) + " goes on");
    scheduler_.thaw(w.actor);
}

void queue_world::begin_shutdown()
{
    is_shutting_down_ = true;
    auto const how = dice_.below(4);
    trace("shut down, in the way " + std::to_string(how));
    if (how < 2) {
        auto const p = how == 0 ? pending::hand_out : pending::drop;
        queue_->shut_down(p);
        promises_.record_shut_down(p, scheduler_.now());
        return;
    }
    for (auto i = how; i != 4; ++i)
        drains_.push_back(errand::start(environment_of(first_adder), drain(), "a drain"));
    if (how == 2) later(some(1000), [impatient = drains_.front()] { impatient->cancel(); });
}

task<> queue_world::drain()
{
    promises_.record_shut_down(pending::hand_out, scheduler_.now());
    co_await queue_->drain();
    trace("drained");
    if (!promises_.is_drained())
        promises_.report_broken("K7", "drain() returns, and there is still" + promises_.owed_text());
}

// ---- the checks

// Called whenever nothing is ready to run, before virtual time goes on.
void queue_world::check_now()
{
    std::size_t waiting = 0;
    for (auto const& w : workers_) {
        if (w->is_waiting && !w->is_leaving && !w->is_frozen) ++waiting;
        if (w->is_leaving && !w->is_frozen && !w->life->ended)
            promises_.report_broken("K6", "a pop() that is cancelled goes on");
    }
    promises_.check_waiting(waiting, scheduler_.now());
    auto const goes_on = [](auto const& d) { return !d->ended; };
    if (promises_.is_drained() && promises_.is_certain() && std::ranges::any_of(drains_, goes_on))
        promises_.report_broken("K7", "all is done, and drain() does not return");
}

void queue_world::step_until(std::function<bool()> const& over)
{
    for (;;) {
        if (scheduler_.ready() == 0) check_now();
        if (promises_.broken) throw *promises_.broken;
        if (over()) return;
        if (!scheduler_.step(scheduler_.now() + 1h))
            fail("L1", "nothing happens any more, and there is" + promises_.owed_text());
        if (scheduler_.steps_at_this_time() > most_queue_steps)
            fail("L3", "20,000 steps, and time stands still");
    }
}

void queue_world::end()
{
    timers_.clear();
    for (auto const& w : workers_) thaw(*w);
    step_until([this] { // until each cancelled worker has left, even if it was frozen at that time
        auto const leaving = [](auto const& w) { return w->is_leaving && !w->life->ended; };
        return scheduler_.ready() == 0 && std::ranges::none_of(workers_, leaving);
    });
    for (auto const& w : workers_)
        if (w->life->ended) start_worker(*w);
    step_until([this] {
        auto const ended = [](auto const& e) { return e->ended; };
        bool const all = std::ranges::all_of(drains_, ended) && std::ranges::all_of(finished_, ended);
        return all && std::ranges::all_of(workers_, ended, [](auto const& w) { return w->life; });
    });
    if (!promises_.is_drained()) fail("L1", "everybody has gone, and there is" + promises_.owed_text());
    while (scheduler_.ready() != 0) scheduler_.step(scheduler_.now());
    if (scheduler_.armed() != 0) fail("P16", std::to_string(scheduler_.armed()) + " timers are left armed");
}

verdict queue_world::run()
{
    verdict v;
    try {
        step_until([this] { return acts_left_ == 0; });
        end();
    } catch (violation const& broken) {
        v.broken = broken;
        trace("BROKEN " + std::string(broken.what()));
    }
    hash_.mix(scheduler_.last_draw());
    hash_.mix(scheduler_.trace());
    v.hash = hash_.value();
    v.steps = scheduler_.steps();
    v.sometimes = std::move(promises_.sometimes);
    return v;
}

} // namespace simulation
