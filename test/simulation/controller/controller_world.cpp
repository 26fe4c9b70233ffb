#include "controller_world.hpp"

#include "core/strand_of.hpp"
#include "transport/config/http2_support.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>

namespace simulation {

namespace asio = boost::asio;
using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr scheduler::actor_id server_actor = 0, client_actor = 2, controller_actor = 3;
constexpr std::uint64_t most_controller_steps = 100'000;

rules controller_rules(std::uint64_t seed)
{
    dice d(seed, "controller rules");
    std::vector<duration> const ageings{1s, 30s};
    limits const back_off(d, false);
    return {back_off, d.pick(ageings), 1000, 0s};
}

} // namespace

controller_world::controller_world(std::uint64_t seed, std::function<void(std::string const&)> write_line)
    : trace_(std::move(write_line)), dice_(seed, "controller"), chance_(seed, "reconciles"),
      scheduler_(random_schedule(seed, "controller schedule")), promises_(controller_rules(seed)),
      server_env_(environment_of(server_actor, true))
{
    on_key_taken = [this] { promises_.record_taken(scheduler_.now()); };
    testing::api_server_options options;
    options.seed = seed;
    options.history = 40;
    server_ = std::make_unique<testing::api_server>(server_env_, options);
    network_ = std::make_unique<testing::memory_network>(server_env_);
    network_->agree_on(dice(seed, "http2").chance(50) && has_http2() ? "h2" : "");
    endpoint at;
    at.server = "http://in-memory";
    api_ = std::make_unique<client>(environment_of(client_actor, false), at, client_options(),
                                    network_->dialer());
    serving_ = errand::start(server_env_, server_->run(*network_), "the server");
    for (std::uint64_t i = dice_.below(20); i != 0; --i) change_object();

    informer_options how;
    if (dice_.chance(25)) how.resync = std::chrono::seconds(dice_.range(20, 200));
    maps_ = std::make_unique<informer>(*api_, how, resource_named("configmaps"));
    secrets_ = std::make_unique<informer>(*api_, how, resource_named("secrets"));
    options_.concurrency = 1 + dice_.below(4);
    options_.queue = controller_rules(seed).options();
    if (dice_.chance(60)) options_.deadline = std::chrono::milliseconds(dice_.range(500, 20'000));
    if (dice_.chance(50)) options_.grace = std::chrono::milliseconds(dice_.range(500, 10'000));
    relevance_ = static_cast<relevance>(dice_.below(3));
    tested_ = std::make_unique<controller_type>(
        environment_of(controller_actor, false),
        [this](object_name key) { return reconcile(std::move(key)); }, options_);
    watch();
    plan_next();
}

controller_world::~controller_world() = default;

environment controller_world::environment_of(scheduler::actor_id actor, bool serial)
{
    executor ex = sim_executor(scheduler_, actor);
    if (serial) ex = strand_of(ex);
    environment env;
    env.log = &no_log();
    env.ex = ex;
    env.time = &scheduler_.clock();
    env.seed = actor + 1;
    return env;
}

void controller_world::trace(std::string const& line)
{
    hash_.mix(line);
    if (trace_) trace_(std::to_string(scheduler_.now_ns() / 1'000'000) + " ms  controller: " + line);
}

// ---- the controller under test: its sources and its reconcile function

void controller_world::watch()
{
    tested_->watches(
        *maps_, [this](object const& o) { return note_name(o.key().name); },
        [this](auto const& e) { return is_wanted(e, relevance_); });
    tested_->watches(
        *secrets_,
        [this](object const& o) {
            auto const of = o->data.value_or("of", "");
            std::optional<object_name> owner;
            if (!of.empty()) owner = note_name(of);
            return owner;
        },
        [this](auto const& e) {
            return is_wanted(e, relevance_ == relevance::labels ? relevance::versions : relevance_);
        });
}

// The predicate of both sources. The controller calls the mapping right after it, so `event_priority_` is the
// priority that the mapping's keys must have.
bool controller_world::is_wanted(coinformer::event<thing> const& e, relevance which)
{
    bool const resync = e.kind == event_kind::updated && e.old == e.cur;
    event_priority_ = e.initial == initial_list::yes || resync ? priority::low : priority::normal;
    if (which == relevance::versions) return changed::resource_version(e);
    return which == relevance::all || changed::labels(e);
}

object_name controller_world::note_name(std::string_view name)
{
    trace("heard of " + std::string(name));
    if (running_->ended) promises_.report_broken("C5", "a handler is called after run() has ended");
    known_names_.insert(std::string(name));
    if (!stopped_at_) promises_.record_add(std::string(name), event_priority_, scheduler_.now());
    return {"shop", std::string(name)};
}

task<reconcile_result> controller_world::reconcile(object_name key)
{
    auto const name = key.name;
    auto const now = scheduler_.now();
    auto const view = view_of(name);
    trace("reconciles " + name);
    if (!synced()) promises_.report_broken("C1", "reconciles before every source is here");
    if (stopped_at_ && now > *stopped_at_)
        promises_.report_broken("C4", "reconciles " + name + " after it was told to end");
    if (!running_reconciles_.try_emplace(name, reconciling{now}).second)
        promises_.report_broken("K1", name + " is reconciled twice at once");
    if (running_reconciles_.size() > options_.concurrency)
        promises_.report_broken("C1", "reconciles more keys at once than it may");
    if (!stopped_at_) promises_.record_given(name, now);
    co_await work(name);
    co_return finish(name, view);
}

// The body of a reconcile: takes some time, or waits until it is cancelled. A few reconciles ignore
// cancellation.
task<> controller_world::work(std::string name)
{
    bool const deaf = chance_.chance(5); // ignores cancellation, as clean-up work does
    bool const hangs = !is_calm_ && !deaf && options_.deadline > 0s && chance_.chance(15);
    if (deaf) running_reconciles_[name].was_cancelled = true;
    if (deaf) co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    auto const length = is_calm_ ? 10ms : std::chrono::milliseconds(chance_.tail(20'000'000) / 1000);
    bool was_cancelled = false;
    try {
        if (length > 0ms) co_await scheduler_.clock().sleep_for(length);
        while (hangs) co_await never_.wait();
    } catch (boost::system::system_error const&) {
        was_cancelled = true;
    }
    if (!was_cancelled) co_return;
    auto const now = scheduler_.now();
    auto& mine = running_reconciles_[name];
    bool const overdue = options_.deadline > 0s && now == mine.began + options_.deadline;
    trace(name + " is told to end");
    if (!overdue && (!grace_ends_at_ || now < *grace_ends_at_))
        promises_.report_broken("C3", name + " is cancelled for no reason");
    mine.was_cancelled = true;
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    if (chance_.chance(30))
        co_await scheduler_.clock().sleep_for(std::chrono::milliseconds(chance_.range(1, 3000)));
    trace(name + " has ended");
    end_reconcile(name, true);
    promises_.record_failed(name, scheduler_.now());
    ++failures_;
    ++promises_.sometimes[overdue ? "not done by its deadline" : "cancelled when all ends"];
    throw boost::system::system_error(make_error_code(errc::cancelled));
}

reconcile_result controller_world::finish(std::string const& name, std::string const& view)
{
    auto const now = scheduler_.now();
    auto const how = is_calm_ ? 0 : chance_.below(100);
    auto const delay = std::chrono::milliseconds(chance_.range(0, 30'000));
    trace("is done with " + name + ", " + std::to_string(how));
    end_reconcile(name, false);
    if (how < 75) reconciled_views_[name] = view;
    if (stopped_at_ && now > *stopped_at_) ++promises_.sometimes["done within the grace"];
    if (how < 60) {
        promises_.record_done(name, now);
        return reconcile_result::done();
    }
    if (how < 75) {
        promises_.record_done_again_after(name, delay, now);
        return reconcile_result::again_after(delay);
    }
    ++failures_;
    promises_.record_failed(name, now);
    if (how < 85) throw std::runtime_error("no luck");
    return reconcile_result::failed("no luck");
}

// Counts a reconcile that has ended. If it ended in the very moment of its deadline, it may count as timed
// out or not.
void controller_world::end_reconcile(std::string const& name, bool cancelled)
{
    auto const left = deadline_of(running_reconciles_.extract(name).mapped()) - scheduler_.now();
    ++reconciles_;
    if (left < 0s || (left == 0s && cancelled))
        ++timeouts_;
    else if (left == 0s)
        ++possible_timeouts_;
}

time_point controller_world::deadline_of(reconciling const& r) const
{
    return options_.deadline > 0s ? r.began + options_.deadline : time_point::max();
}

// ---- the checks

bool controller_world::synced() const
{
    return !maps_->snapshot().resource_version().empty() && !secrets_->snapshot().resource_version().empty();
}

// Called whenever nothing is ready to run, before virtual time goes on.
void controller_world::check_now()
{
    if (!stopped_at_) {
        promises_.check_waiting(synced() ? options_.concurrency - running_reconciles_.size() : 0,
                                scheduler_.now());
        if (running_->ended) promises_.report_broken("C5", "run() has ended by itself: " + running_->how());
        if (++check_count_ % 16 == 0) check_status();
    } else if (running_->ended != running_reconciles_.empty()) {
        promises_.report_broken("C5", running_->ended ? "run() has ended before its work"
                                                      : "nothing is done, and run() goes on");
    }
    check_running();
}

void controller_world::check_running()
{
    auto const now = scheduler_.now();
    for (auto const& [name, r] : running_reconciles_) {
        if (r.was_cancelled) continue;
        if (now > deadline_of(r)) promises_.report_broken("C2", name + " goes on after its deadline");
        if (grace_ends_at_ && now > *grace_ends_at_)
            promises_.report_broken("C3", name + " goes on after the grace");
    }
}

void controller_world::check_status()
{
    auto const s = tested_->status();
    promises_.compare_status(s.queue, scheduler_.now());
    auto const same = [&](std::uint64_t is, std::uint64_t should, char const* what) {
        if (is != should)
            promises_.report_broken("C6", std::to_string(is) + what + ", and not " + std::to_string(should));
    };
    same(s.synced, synced(), " is synced");
    same(s.reconciles, reconciles_, " reconciles");
    same(s.failures, failures_, " failures");
    auto least = timeouts_, most = timeouts_ + possible_timeouts_;
    for (auto const& [name, r] : running_reconciles_) {
        least += scheduler_.now() > deadline_of(r);
        most += scheduler_.now() >= deadline_of(r);
    }
    same(std::clamp(s.timeouts, least, most), s.timeouts, " time-outs may be");
}

bool controller_world::step(time_point end)
{
    if (scheduler_.ready() == 0) check_now();
    bool const more = scheduler_.step(end);
    if (promises_.broken) throw *promises_.broken;
    if (scheduler_.steps_at_this_time() > most_controller_steps)
        fail("L3", "100,000 steps, and time stands still");
    return more;
}

bool controller_world::pass(std::function<bool()> const& over, duration at_most)
{
    later(at_most, [] {}); // so that time reaches the end even if nothing else waits for it
    auto const end = scheduler_.now() + at_most;
    while (!over() && step(end)) {
    }
    return over();
}

// Removes all faults, makes a last change, and waits until the controller has seen it. Then lets every
// reconcile succeed, so that all back-offs end, and compares the views.
void controller_world::come_to_rest()
{
    heal();
    server_->create(resource_named("configmaps"), R"({"metadata":{"name":"last","namespace":"shop"}})");
    server_->create(resource_named("secrets"),
                    R"({"metadata":{"name":"last","namespace":"shop"},"data":{"of":"last"}})");
    auto const here = [this] { return view_of("last") == server_views()["last"]; };
    if (!pass(here, 30min)) fail("L1", "the informers have not caught up half an hour after the last fault");
    pass(5min);
    is_calm_ = true;
    pass(3min);
    check_views();
}

void controller_world::stop()
{
    auto const now = scheduler_.now();
    bool const by_informer = dice_.chance(20);
    auto const* const what = by_informer ? "an informer ends" : "is told to end";
    trace(what);
    ++promises_.sometimes[running_reconciles_.empty() ? what : std::string(what) + ", and it works"];
    stopped_at_ = now;
    grace_ends_at_ = by_informer ? now : now + options_.grace;
    (by_informer ? informing_maps_ : running_)->cancel();
    if (dice_.chance(20)) { // a second cancellation, which ends the grace
        pass(some(2000));
        if (!running_->ended) grace_ends_at_ = std::min(*grace_ends_at_, scheduler_.now());
        running_->cancel();
    }
    pass([this] { return running_->ended && scheduler_.ready() == 0; }, 1min);
    if (!running_->ended) fail("C5", "run() has not ended a minute after it was told to");
    auto const how = running_->code();
    bool const well =
        by_informer ? how == errc::stopped || how == condition::cancelled : how == condition::cancelled;
    if (!well && running_->began && !running_->unwanted) fail("C5", "run() ends with: " + running_->how());
    server_->create(resource_named("configmaps"), R"({"metadata":{"name":"late","namespace":"shop"}})");
    pass(2min);
}

void controller_world::end()
{
    timers_.clear();
    informing_maps_->cancel();
    informing_secrets_->cancel();
    auto const ended = [this] { return informing_maps_->ended && informing_secrets_->ended; };
    if (!pass(ended, 1min)) fail("P16", "an informer has not ended");
    timers_.clear();
    api_->close();
    serving_->cancel();
    while (scheduler_.ready() != 0) scheduler_.step(scheduler_.now());
    if (scheduler_.armed() != 0) fail("P16", std::to_string(scheduler_.armed()) + " timers are left armed");
}

verdict controller_world::run()
{
    verdict v;
    try {
        informing_maps_ = errand::start(environment_of(client_actor, false), maps_->run(), "an informer");
        informing_secrets_ =
            errand::start(environment_of(client_actor, false), secrets_->run(), "an informer");
        running_ = errand::start(environment_of(controller_actor, false), tested_->run(), "the controller");
        bool const early = dice_.chance(30);
        auto const left = early ? dice_.below(acts_left_) : 0;
        pass([&] { return acts_left_ <= left; }, 24h);
        if (!early) come_to_rest();
        stop();
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
