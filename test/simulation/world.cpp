#include "world.hpp"

#include "core/strand_of.hpp"
#include "transport/config/http2_support.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>

namespace simulation {

namespace asio = boost::asio;
using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr scheduler::actor_id server_actor = 0, plan_actor = 1, first_client = 2;
constexpr std::uint64_t most_steps_at_once = 100'000;

} // namespace

world::world(plan const& p, std::function<void(std::string const&)> trace)
    : plan_(p), trace_(std::move(trace)), scheduler_(p.schedule),
      server_env_(environment_of(server_actor, true))
{
    testing::api_server_options options;
    options.history = plan_.history_window;
    options.bookmark_interval = std::chrono::milliseconds(plan_.bookmark_ms);
    options.seed = plan_.seed;
    options.answers_protobuf = true; // to a client that asks for it
    options.gzip_threshold = 400;    // a few objects
    server_ = std::make_unique<testing::api_server>(server_env_, options);
    server_->serve(resource_named("widgets"));
    make_clients();
    dice d(plan_.seed, "start");
    for (std::size_t i = 0; i != plan_.objects_at_start; ++i) {
        item w;
        w.who = static_cast<std::uint32_t>(d.below(plan_.kinds));
        w.a = d.range(0, static_cast<std::int64_t>(plan_.names * plan_.spaces) - 1);
        w.b = d.range(0, 1'000'000);
        perform_write(w);
    }
    back_up();
    forbid();
    server_->intercept([this](testing::action const& asked) -> std::optional<testing::canned_answer> {
        bool const streams =
            asked.verb == "watch" && asked.target.find("sendInitialEvents=true") != asked.target.npos;
        if (!streams || refuse_streams_ == 0) return std::nullopt;
        --refuse_streams_;
        return refusal_of_streams_;
    });
    arm_plan();
}

world::~world() = default;

environment world::environment_of(scheduler::actor_id actor, bool serial)
{
    executor ex = sim_executor(scheduler_, actor);
    if (serial) ex = strand_of(ex);
    environment env;
    env.log = &audits_;
    env.ex = ex;
    env.time = &scheduler_.clock();
    env.seed = dice(plan_.seed, "jitter" + std::to_string(actor)).next() | 1;
    return env;
}

void world::make_clients()
{
    for (std::size_t i = 0; i != plan_.all_clients(); ++i) {
        auto& c = clients_.emplace_back();
        c.actor = first_client + static_cast<scheduler::actor_id>(i);
        auto net = server_env_;
        net.seed = dice(plan_.seed, "network" + std::to_string(i)).next();
        c.network = std::make_unique<testing::memory_network>(net, plan_.pipe_bytes);
        bool const http2 = (plan_.http2 >> i & 1) != 0 && has_http2();
        c.network->agree_on(http2 ? "h2" : "");
        begin_process(i);
        c.serving = errand::start(server_env_, server_->run(*c.network), "the server");
    }
    current_.resize(plan_.informers.size());
    wanted_.resize(plan_.informers.size());
    left_.resize(plan_.informers.size());
    for (std::size_t i = 0; i != plan_.informers.size(); ++i) {
        auto const& how = plan_.informers[i].warm;
        auto& d = disks_.emplace_back();
        if (how.interval_ms != 0)
            d = std::make_unique<disk>(plan_.seed, i, how, scheduler_.clock(), sometimes_);
        left_[i].disk = d.get();
    }
}

void world::say(std::string const& line)
{
    if (trace_) trace_(std::to_string(scheduler_.now_ns() / 1'000'000) + " ms  " + line);
}

void world::later(std::int64_t ms, std::function<void()> what)
{
    auto const plan_ex = executor(sim_executor(scheduler_, plan_actor));
    timers_.push_back(scheduler_.clock().make_timer(plan_ex));
    timers_.back()->start(scheduler_.now() + std::chrono::milliseconds(ms), std::move(what));
}

void world::arm_plan()
{
    for (std::size_t i = 0; i != plan_.items.size(); ++i) {
        auto const& it = plan_.items[i];
        later(it.at_ms, [this, i] {
            auto const& due = plan_.items[i];
            if (due.trigger)
                waiting_[static_cast<std::size_t>(*due.trigger)].push_back(i);
            else
                fire(i);
        });
    }
}

void world::told(moment m)
{
    auto& list = waiting_[static_cast<std::size_t>(m)];
    if (list.empty() || !planned_) return;
    auto const i = list.front();
    list.erase(list.begin());
    asio::post(sim_executor(scheduler_, plan_actor), [this, i] { fire(i); });
}

void world::fire(std::size_t i)
{
    if (!planned_) return;
    say("plan: " + to_string(plan_.items[i]));
    perform(plan_.items[i]);
}

follower* world::running(std::uint32_t informer)
{
    auto* const f = informer < current_.size() ? current_[informer] : nullptr;
    return f && f->started() && !f->stopped() ? f : nullptr;
}

bool world::step(time_point end)
{
    if (!scheduler_.step(end)) return false;
    if (scheduler_.steps_at_this_time() > most_steps_at_once)
        fail("L3", "100,000 steps, and time stands still");
    if (++stepped_ % 8 == 0)
        for (auto* f : current_)
            if (f) f->look();
    return true;
}

void world::check_all(bool at_end)
{
    for (auto const& f : followers_) {
        if (!f->stopped()) f->look();
        f->check_wire(at_end);
        f->check_waits();
        if (!at_end) f->check_resync_pace();
        if (!at_end) f->probe();
    }
    for_each_reader([](auto& r) { r.check(); });
}

template <class F>
void world::for_each_reader(F f)
{
    for (auto const& r : watchers_) f(*r);
    for (auto const& r : pagers_) f(*r);
}

std::string world::late_readers(std::int64_t began, bool& all)
{
    std::string late;
    auto const look = [&](auto& r, bool exempt) {
        if (r.stopped() || exempt || r.how().of.plural == plan_.forbidden || r.converged()) return;
        all = false;
        if (r.patience_ends(began) < scheduler_.now_ns()) late += "\n  " + r.lag();
    };
    for (auto const& r : watchers_) look(*r, r->misled());
    for (auto const& r : pagers_) look(*r, false);
    return late;
}

void world::run_plan()
{
    auto whole = plan_.length_ms + 6'000;
    if (plan_.stop_early) whole = dice(plan_.seed, "stop").range(1, whole);
    auto const end = scheduler_.now() + std::chrono::milliseconds(whole);
    auto next_check = scheduler_.now();
    while (step(end)) {
        if (scheduler_.now() < next_check) continue;
        next_check = scheduler_.now() + 1s;
        check_all(false);
    }
    planned_ = false;
}

void world::forbid()
{
    if (plan_.forbidden.empty()) return;
    auto const refusal = testing::faults::status(plan_.forbidden_with);
    server_->inject(testing::fault(refusal).of(plan_.forbidden).times(testing::fault::always));
}

// Ends the faults and repairs nothing: a silent connection stays silent, and a client that pauses finishes
// its pause.
void world::heal()
{
    say("heal");
    while (!away_.empty()) come_back(away_.begin()->first);
    server_->heal();
    refuse_streams_ = 0;
    forbid();
    server_->lag(0);
    for (auto& c : clients_) {
        c.network->refuse(false);
        c.network->hang(false);
        c.network->hold(false);
        c.network->conditions({}, {});
    }
}

// Checks each informer by itself; one that makes progress has more time. An informer that was misled by a
// restored server is exempt.
bool world::all_converged(std::int64_t began)
{
    bool all = true;
    std::string late;
    for (auto* f : current_) {
        if (!f || !f->started() || f->stopped() || f->misled()) continue;
        if (f->how().of.plural == plan_.forbidden ? f->refused() : f->converged()) continue;
        all = false;
        if (f->patience_ends(began, plan_.bookmark_ms) < scheduler_.now_ns()) late += "\n  " + f->lag();
    }
    late += late_readers(began, all);
    if (!late.empty())
        fail(plan_.forbidden.empty() ? "L1" : "L4",
             "not converged " + std::to_string((scheduler_.now_ns() - began) / 1'000'000) +
                 " ms after the last fault:" + late);
    return all;
}

void world::pass(duration d)
{
    // a timer, so that time passes even if nobody else waits for it
    later(std::chrono::duration_cast<std::chrono::milliseconds>(d).count(), [] {});
    auto const until = scheduler_.now() + d;
    while (step(until)) {
    }
}

void world::converge()
{
    auto const began = scheduler_.now_ns();
    bool const restored = truth_.epochs() > 1;
    auto next_check = scheduler_.now();
    dice d(plan_.seed, "trickle");
    if (plan_.trickle || restored) // so that each informer has something to catch up with
        for (auto const& f : plan_.informers)
            write(f.of.plural, {f.of.a_namespace(), "healed"}, as_stored(f.of.plural, "t"), f.of.tier);
    auto const least = began + (restored ? std::int64_t{300'000'000'000} : 0); // until all clients have asked
    // a limit for a reader that makes progress for ever and never comes to an end
    constexpr std::int64_t most = 6 * 3'600'000'000'000;
    while (!all_converged(began) || scheduler_.now_ns() < least) {
        pass(1s);
        if (scheduler_.now_ns() - began > most)
            fail("L1", "not all have converged six hours after the last fault");
        if (scheduler_.now() < next_check) continue;
        next_check = scheduler_.now() + 5s;
        check_all(false);
        if (plan_.trickle) {
            auto const n = d.range(0, 3);
            write("configmaps", {"elsewhere", "t" + std::to_string(n)}, "t", "c");
        }
    }
}

// Waits for two resync periods, in which nothing else need happen.
void world::await_resync()
{
    std::int64_t period_ms = 0;
    for (auto const* f : current_)
        if (f && f->started() && !f->stopped()) period_ms = std::max(period_ms, f->longest_resync_ms());
    if (period_ms == 0) return;
    auto const began = scheduler_.now_ns();
    pass(std::chrono::milliseconds(2 * period_ms) + 10s);
    for (auto* f : current_)
        if (f && f->started() && !f->stopped()) f->check_resync(began);
}

void world::stop()
{
    say("stop");
    planned_ = false;
    away_.clear(); // a process that is away does not come back
    for (auto const& f : followers_) f->stop();
    for_each_reader([](auto& r) { r.stop(); });
    auto const end = scheduler_.now() + 60s;
    auto const all_stopped = [&] {
        bool stopped =
            std::ranges::all_of(followers_, [](auto const& f) { return !f->started() || f->stopped(); });
        for_each_reader([&](auto const& r) { stopped = stopped && (!r.started() || r.stopped()); });
        return stopped;
    };
    while (!all_stopped() && step(end)) {
    }
    if (!all_stopped()) fail("P16", "run() has not ended a minute after it was cancelled");
    timers_.clear();
    for (auto const& f : followers_) f->end_pauses();
    for_each_reader([](auto& r) { r.check_end(); });
    for (auto& c : clients_)
        if (c.api) c.api->close();
    while (scheduler_.ready() != 0) step(scheduler_.now());
    for (auto const& f : followers_) {
        f->check_wire(true);
        f->check_end();
    }
    for (auto& c : clients_)
        if (c.wire && c.wire->open_streams() != 0)
            fail("P16", std::to_string(c.wire->open_streams()) + " connections are left open");
    bury();
    for (auto& c : clients_) c.serving->cancel();
    while (scheduler_.ready() != 0) step(scheduler_.now());
    if (scheduler_.armed() != 0) fail("P16", std::to_string(scheduler_.armed()) + " timers are left armed");
    current_.clear();
    followers_.clear();
    watchers_.clear();
    pagers_.clear();
    for (auto& c : clients_) c.api.reset();
    while (scheduler_.ready() != 0) step(scheduler_.now());
}

verdict world::run()
{
    verdict v;
    try {
        run_plan();
        if (!plan_.stop_early) {
            heal();
            if (plan_.canary) {
                for (auto const& f : plan_.informers) {
                    event lie;
                    lie.at = truth_.newest() + 1;
                    lie.plural = f.of.plural;
                    lie.of = {f.of.a_namespace(), "never-made"};
                    lie.is = {"no-uid", lie.at, "v", f.of.tier};
                    truth_.add(std::move(lie));
                }
            }
            converge();
            await_resync();
            for (auto* f : current_)
                if (f && f->started() && !f->stopped()) f->check_handlers();
        }
        check_all(false);
        count_sometimes();
        current_.clear();
        stop();
    } catch (violation const& broken) {
        v.broken = broken;
        // The server is checked first. A request that is repeated without end says more than the livelock
        // that it makes.
        try {
            for (auto const& f : followers_) f->check_server();
            for_each_reader([](auto& r) { r.check_server(); });
            if (broken.property() == "L3")
                for (auto const& f : followers_) f->check_wire(false);
        } catch (violation const& cause) {
            v.broken = cause;
        }
        say("BROKEN " + std::string(broken.what()));
    }
    hash_.mix(scheduler_.last_draw());
    hash_.mix(scheduler_.trace());
    hash_.mix(scheduler_.steps());
    hash_.mix(truth_.newest());
    v.hash = hash_.value();
    v.steps = scheduler_.steps();
    v.sometimes = std::move(sometimes_);
    return v;
}

verdict run_plan(plan const& p, std::function<void(std::string const&)> trace)
{
    // A world in which a property broke is kept for ever, because its coroutines cannot be joined. It is kept
    // where LeakSanitizer can see it, so that its report does not cover up the verdict.
    static auto& broken_worlds = *new std::vector<std::unique_ptr<world>>;
    auto w = std::make_unique<world>(p, std::move(trace));
    auto v = w->run();
    if (v.broken) broken_worlds.push_back(std::move(w));
    return v;
}

} // namespace simulation
