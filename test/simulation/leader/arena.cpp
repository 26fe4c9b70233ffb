#include "arena.hpp"

#include "core/strand_of.hpp"

#include <boost/json/parse.hpp>

#include <algorithm>

namespace simulation {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr scheduler::actor_id server_actor = 0, plan_actor = 1;
constexpr std::uint64_t most_steps_at_once = 100'000;

// The usual durations, and longer ones, as users choose to save requests. An hour with the longest takes a
// tenth of the work.
timing timing_of(std::uint64_t seed)
{
    dice d(seed, "timing");
    std::vector<timing> const all{{15s, 10s, 2s}, {60s, 40s, 10s}, {137s, 107s, 26s}};
    return d.pick(all);
}

} // namespace

arena::arena(std::uint64_t seed, duration length, std::function<void(std::string const&)> write_line)
    : seed_(seed), length_(length), trace_(std::move(write_line)), dice_(seed, "faults"),
      timing_(timing_of(seed)), scheduler_(random_schedule(seed))
{
    executor const ex = sim_executor(scheduler_, server_actor);
    server_env_.ex = strand_of(ex);
    server_env_.log = &no_log();
    server_env_.time = &scheduler_.clock();
    server_env_.seed = seed_ | 1;
    testing::api_server_options options;
    options.seed = seed_;
    options.history = 100;
    server_ = std::make_unique<testing::api_server>(server_env_, options);
    server_->create({.version = "v1", .plural = "namespaces"}, R"({"metadata":{"name":"shop"}})");
    slots_.resize(2 + dice_.below(2));
    same_identity_ = dice_.chance(10);
    for (std::size_t i = 0; i != slots_.size(); ++i)
        start_process(i, same_identity_ ? "twin" : "p" + std::to_string(i));
    last_work_ = calm_since_ = expected_since_ = scheduler_.now();
    plan_next();
}

arena::~arena() = default;

void arena::trace(std::string const& line)
{
    if (trace_) trace_(std::to_string(scheduler_.now_ns() / 1'000'000) + " ms  " + line);
}

void arena::later(duration d, std::function<void()> what)
{
    auto alarm = scheduler_.clock().make_timer(sim_executor(scheduler_, plan_actor));
    alarm->start(scheduler_.now() + d, std::move(what));
    timers_.push_back(std::move(alarm));
}

void arena::expect_trouble(duration d)
{
    calm_since_ = std::max(calm_since_, scheduler_.now() + d);
    expect_nobody(d);
}

void arena::expect_nobody(duration d)
{
    expected_since_ = std::max(expected_since_, scheduler_.now() + d);
}

void arena::start_process(std::size_t slot, std::string identity)
{
    witness w;
    w.trace = [this](std::string const& line) { trace(line); };
    w.counts = &sometimes_;
    dice const chance(dice_.next(), identity);
    processes_.push_back(std::make_unique<process>(scheduler_, next_actor_++, server_env_, *server_,
                                                   std::move(identity), timing_, chance, std::move(w)));
    slots_[slot] = processes_.back().get();
    trace(slots_[slot]->identity() + " begins");
}

process* arena::holder()
{
    auto const at =
        std::ranges::find_if(slots_, [&](auto* p) { return p && p->identity() == record_holder_; });
    return at == slots_.end() ? nullptr : *at;
}

// Called after each step: if the Lease has a new version, notes what was written. The record says which
// process wrote it.
void arena::observe_lease()
{
    auto version = server_->resource_version();
    if (version == version_) return;
    version_ = std::move(version);
    auto const text = server_->list(lease_resource, "shop");
    auto const items = boost::json::parse(text).at("items").as_array();
    bool const existed = std::exchange(exists_, !items.empty());
    if (existed && items.empty()) trace("the Lease is gone");
    auto const before = std::exchange(record_holder_, {});
    if (items.empty()) return;
    auto const& spec = items[0].at("spec");
    record_holder_ = spec.at("holderIdentity").as_string().c_str();
    record_lasts_ = std::chrono::seconds(spec.at("leaseDurationSeconds").as_int64());
    auto const gap = scheduler_.now() - std::exchange(committed_, scheduler_.now());
    // If another process has created the Lease again, it may not have known the last holder, and so not its
    // number.
    if (!existed && (same_identity_ || holder() != last_leader_)) last_term_ = -1;
    if (record_holder_ != before) trace("the Lease is of \"" + record_holder_ + "\"");
    if (!before.empty() && record_holder_ == before && gap > 2 * timing_.retry) count("renewed late");
    if (!before.empty() && !record_holder_.empty() && record_holder_ != before)
        count("taken when it had run out");
    if (before.empty() && !record_holder_.empty() && !last_holder_.empty())
        count(record_holder_ == last_holder_ ? "taken again by the same" : "taken when it was free");
    bool const is_cleared_by_hand = std::exchange(is_cleared_by_hand_, false);
    if (record_holder_.empty() && !is_cleared_by_hand) {
        count("released");
        // E4: only the holder releases, and only after its work has ended. Twins cannot be told apart.
        auto const named = [&](auto* p) { return p && p->identity() == before; };
        auto const whose = std::ranges::find_if(slots_, named);
        if (std::ranges::count_if(slots_, named) == 1 && (*whose)->is_working())
            fail("E4", "the lease of " + before + " was given back while its work runs");
    }
    if (!record_holder_.empty()) last_holder_ = record_holder_;
}

// Called whenever nothing is ready to run, before virtual time goes on.
void arena::check_now()
{
    for (auto* p : slots_)
        if (p) p->check_now();
    check_work();
    check_progress();
}

void arena::check_work()
{
    process *at_work = nullptr, *leader = nullptr;
    std::size_t working = 0;
    auto const now = scheduler_.now();
    bool const valid = !record_holder_.empty() && now < committed_ + record_lasts_;
    for (auto* p : slots_) {
        if (!p || p->on().is_frozen()) continue;
        bool const leads = p->election().is_leader();
        if (leads && !p->is_working()) fail("E3", p->identity() + " is called leader, and does not work");
        // E6: a process whose time is up has cancelled its work before anything else happens
        if (p->is_working() && !p->is_cancelled() && !leads && !p->is_excused())
            fail("E6", p->identity() + " works on past its deadline");
        if (!p->is_acting() || p->is_excused()) continue;
        if (leads) leader = p;
        bool const kept = valid && record_holder_ == p->identity();
        // A lease that was lost because of a fault is not won back while its work ends, however long that
        // takes.
        bool const may_be_lost = p->has_outlived_lease() || now < calm_since_ + 2 * timing_.lease;
        bool const overdue = p->lingers_long() && !kept && may_be_lost;
        if (overdue) {
            p->outlives_lease();
            count("work outlived its lease");
            continue;
        }
        if (p->lingers_long() && now - committed_ < record_lasts_)
            count("a lease is kept while its work ends");
        ++working;
        if (at_work) fail("E1", at_work->identity() + " and " + p->identity() + " work at the same time");
        at_work = p;
        if (valid && record_holder_ != p->identity())
            fail("E2", p->identity() + " works while " + record_holder_ + " holds the lease");
    }
    if (leader) check_term(*leader);
    if (working > working_count_) count("work began");
    working_count_ = working;
    if (working != 0) last_work_ = now;
}

// E5: a process that leads after another one has a greater term.
void arena::check_term(process& p)
{
    auto const term = p.election().term();
    bool const grows = last_leader_ == &p ? term >= last_term_ : term > last_term_;
    if (!grows)
        fail("E5",
             p.identity() + " leads with " + std::to_string(term) + " after " + std::to_string(last_term_));
    if (std::exchange(last_leader_, &p) != &p && last_term_ >= 0)
        count("another leads, with a greater number");
    last_term_ = term;
}

// L1: without faults there is a leader, within the time that a lease, the reading of it and a slow attempt
// take.
void arena::check_progress()
{
    auto const patience = 3 * timing_.lease;
    auto const since = std::max(expected_since_, last_work_);
    if (scheduler_.now() - since > patience) fail("L1", "nobody works, and nothing goes wrong");
}

void arena::step_until(time_point end)
{
    for (;;) {
        if (scheduler_.ready() == 0) check_now();
        if (!scheduler_.step(end)) return;
        if (scheduler_.steps_at_this_time() > most_steps_at_once)
            fail("L3", "100,000 steps, and time stands still");
        observe_lease();
    }
}

void arena::heal()
{
    injects_faults_ = false;
    server_->heal();
    for (auto* p : slots_) {
        if (!p) continue;
        p->thaw();
        p->on().heal_network();
    }
    expect_trouble(timing_.lease); // for processes that were frozen, and for late answers
}

void arena::end()
{
    timers_.clear();
    for (auto* p : slots_)
        if (p) p->stop();
    slots_.assign(slots_.size(), nullptr);
    auto const all_ended = [&] {
        return std::ranges::all_of(processes_, [](auto const& p) { return p->ended(); });
    };
    auto const limit = scheduler_.now() + 6 * timing_.lease;
    while (!all_ended() && scheduler_.step(limit)) observe_lease();
    for (auto const& p : processes_)
        if (!p->ended()) fail("P16", p->identity() + " has not ended long after it was cancelled");
    for (auto const& p : processes_) p->close();
    while (scheduler_.ready() != 0) scheduler_.step(scheduler_.now());
    if (scheduler_.armed() != 0) fail("P16", std::to_string(scheduler_.armed()) + " timers are left armed");
    processes_.clear();
    while (scheduler_.ready() != 0) scheduler_.step(scheduler_.now());
}

verdict arena::run()
{
    verdict v;
    try {
        step_until(scheduler_.now() + length_);
        heal();
        step_until(scheduler_.now() + 8 * timing_.lease);
        end();
    } catch (violation const& broken) {
        v.broken = broken;
        trace("BROKEN " + std::string(broken.what()));
    }
    trace_hash hash;
    hash.mix(scheduler_.last_draw());
    hash.mix(scheduler_.trace());
    hash.mix(version_);
    v.hash = hash.value();
    v.steps = scheduler_.steps();
    v.sometimes = std::move(sometimes_);
    return v;
}

} // namespace simulation
