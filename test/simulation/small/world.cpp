#include "world.hpp"

#include "handler.hpp"

#include <algorithm>
#include <utility>

namespace small_worlds {

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

constexpr duration patience = 20min; // from the last thing that happened until everything has to be well

} // namespace

small_world::small_world(scope const& of, choices& decides, std::function<void(std::string const&)> trace)
    : of_(of), choices_(decides), trace_(std::move(trace)),
      scheduler_({.order = simulation::policy::asked,
                  .seed = 1,
                  .ask =
                      [this](std::size_t ready) {
                          if (delays_ == 0 || stopping_) return std::size_t(0);
                          auto const options = std::min<std::size_t>(ready, delays_ + 1);
                          auto const passed_over = choices_.choose(static_cast<unsigned>(options));
                          delays_ -= passed_over;
                          if (passed_over != 0) say("scheduler: passes over " + std::to_string(passed_over));
                          return std::size_t(passed_over);
                      }}),
      writes_(of.writes), faults_(of.faults), acts_(of.acts), delays_(of.delays)
{
    env_.log = &no_log();
    env_.ex = simulation::sim_executor(scheduler_, 0);
    env_.time = &scheduler_.clock();
    env_.seed = 1;
    small_server::ears ears;
    ears.at_boundary = [this](boundary at, bool asks_for_version) {
        return at_boundary(at, asks_for_version);
    };
    if (trace_) ears.say = [this](std::string const& line) { say(line); };
    ears.violated = [this](simulation::violation const& v) {
        if (!broken_) broken_ = v;
    };
    ears.time = &scheduler_.clock();
    server_ = std::make_shared<small_server>(*of_.of, std::move(ears));
    informer_.emplace(env_, server_, options(), simulation::resource_named("configmaps"));
    informer_->index("value", [](thing const& t) { return std::string(t.data.value_or("v", "")); });
    add_handler(false);
}

small_world::~small_world() = default;

informer_options small_world::options()
{
    auto const& how = *of_.of;
    informer_options o;
    o.page_size = 1;
    o.on_fault = [this](decode_fault const& f) {
        ++faults_told_;
        bool const is_it = (f.name == "a") == (f.ns == "n0") || !of_.of->two_namespaces;
        if (is_it && (of_.of->two_namespaces || f.name == "a")) return;
        if (!broken_) broken_ = simulation::violation("P17", "a fault of " + f.name + " is reported");
    };
    o.fetch = how.streams ? fetch_mode::stream : fetch_mode::list;
    o.order = how.by_key ? queue_order::by_key : queue_order::by_arrival;
    o.queue_capacity = how.queue_capacity;
    o.resync = std::chrono::seconds(how.resync_s);
    if (how.selects) o.label_selector = "tier=a";
    if (how.two_namespaces) o.namespaces = {"n0", "n1"};
    return o;
}

std::vector<lane*> small_world::idle_lanes() const
{
    std::vector<lane*> idle;
    for (auto const& l : server_->lanes())
        if (l->open && l->open->is_idle()) idle.push_back(l.get());
    return idle;
}

void small_world::pass(duration d)
{
    bool is_over = false;
    auto const until = env_.time->make_timer(env_.ex);
    until->start(scheduler_.now() + d, [&] { is_over = true; });
    while (!is_over) {
        look();
        (void)scheduler_.step(time_point::max());
    }
}

// Asks the informer how much waits. The order of these steps is no decision.
void small_world::measure()
{
    stopping_ = true;
    auto const asked = simulation::errand::start(env_, probe(), "");
    while (scheduler_.ready() != 0) (void)scheduler_.step(scheduler_.now());
    stopping_ = false;
    look();
}

// Nothing is ready, and a watch is open. If nothing else happens, a second passes, and the server sends
// bookmarks.
void small_world::visit_idle(std::vector<lane*> const& idle)
{
    bool const is_over = !next_;
    if (of_.of->handler == habit::kind::slow) measure();
    if (idle_lanes().empty()) return;
    if (auto const f = at_boundary(boundary::idle, false)) return server_->disturb(*struck_, *f);
    bool any = false;
    for (auto const& l : server_->lanes()) {
        if (!l->open || !l->open->is_idle() || !l->open->has_events()) continue;
        l->open->wake();
        any = true;
    }
    if (any || cancelled_) return;
    pass(1s);
    for (auto* const l : idle)
        if (l->open && l->open->is_idle() && (!is_over || l->open->has_no_end())) l->open->send_bookmark();
}

void small_world::run_plan()
{
    for (;;) {
        look();
        if (scheduler_.ready() != 0) {
            (void)scheduler_.step(scheduler_.now());
            continue;
        }
        if (cancelled_) return;
        if (!next_ && is_settled()) return;
        auto const idle = idle_lanes();
        bool const has_more = std::ranges::any_of(
            idle, [](lane const* l) { return l->open->has_events() || l->open->has_no_end(); });
        if (!idle.empty() && (next_ || has_more)) {
            visit_idle(idle);
            continue;
        }
        if (!scheduler_.step(last_happening_ + patience)) simulation::fail("L1", lag());
    }
}

small_world::result small_world::run()
{
    last_happening_ = scheduler_.now();
    draw_next(true);
    run_ = simulation::errand::start(env_, informer_->run(), "");
    sync_ = simulation::errand::start(env_, sync(), "");
    run_plan();
    if (!cancelled_) {
        for (auto const& h : handlers_) h->log.check_complete();
        if (of_.of->resync_s != 0 && !is_misled()) check_resync();
        if (faults_told_ != server_->faults_sent)
            simulation::fail("P17", std::to_string(faults_told_) + " of " +
                                        std::to_string(server_->faults_sent) +
                                        " events that do not decode were reported");
    }
    stop();
    bool const all = !next_ && writes_ == 0 && faults_ == 0 && acts_ == 0 && delays_ == 0;
    return all ? result::sound : result::incomplete;
}

void small_world::stop()
{
    stopping_ = cancelled_ = true;
    run_->cancel();
    auto const end = scheduler_.now() + 10s;
    while (!run_->ended) {
        look();
        if (!scheduler_.step(end)) simulation::fail("P16", "run() does not end when it is cancelled");
    }
    for (auto const& h : handlers_) {
        if (h->log.is_running() && !h->events)
            simulation::fail("P13", h->log.name() + " runs after run() has ended");
        h->log.removed = !h->events;
    }
    auto const late = scheduler_.now() + 5s;
    while (scheduler_.step(late)) look();
    for (auto const& w : waits_)
        if (!w.what->ended) simulation::fail("P17", "a wait goes on after run() has ended");
    if (!sync_->ended) simulation::fail("P17", "the wait for the sync goes on after run() has ended");
    stored_ = {};
    held_.reset();
    handlers_.clear();
    informer_.reset();
    while (scheduler_.ready() != 0) (void)scheduler_.step(scheduler_.now());
    if (broken_) throw *broken_;
    if (server_->open_streams() != 0) simulation::fail("P16", "a watch is left open");
    if (scheduler_.armed() != 0) simulation::fail("P16", "a timer is left armed");
    if (server_.use_count() != 1) simulation::fail("P16", "the source is kept");
}

} // namespace small_worlds
