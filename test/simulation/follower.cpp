#include "follower.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;

follower::follower(std::string name, informer_plan const& how, client& api, environment const& env,
                   history const& truth, wire_log& wire, inheritance from,
                   std::function<void(std::string const&)> trace, std::function<void(moment)> told,
                   trace_hash& hash, sometimes_counts& sometimes)
    : name_(std::move(name)), plan_(how), env_(env), truth_(truth, how.of), all_(truth),
      wire_of_client_(wire), from_(std::move(from)), informer_(make_informer(api)),
      view_{truth_,
            truth,
            *env.time,
            env.ex,
            std::move(trace),
            std::move(told),
            [this](std::string const& ns) { return first_list(ns); },
            hash,
            sometimes,
            truth.epochs(),
            std::min<std::size_t>(1000, how.queue_capacity + how.events_a_read * how.lanes()),
            how.resync_ms,
            std::nullopt,
            false},
      epoch_(truth.epochs())
{
    auto names = how.of.namespaces;
    if (names.empty()) names.emplace_back();
    for (auto const& ns : names) {
        auto const what = name_ + (names.size() == 1 ? "" : " in " + ns);
        auto const& l = *lanes_.emplace_back(std::make_unique<lane>(what, how, ns, all_, *env.time));
        wire.route(l.of(), &lanes_.back()->wire());
    }
    begin_life();
}

void follower::begin_life()
{
    if (!from_.disk) return;
    auto const reached = from_.disk->reached();
    for (std::size_t i = 0; i != reached.size(); ++i) lanes_.at(i)->may_begin_with_snapshot(reached[i]);
}

inheritance follower::leave() const
{
    auto left = from_;
    for (auto const& [k, n] : faults_) left.undecoded.insert(k);
    return left;
}

std::unique_ptr<tested_informer> follower::make_informer(client& api)
{
    auto const of = resource_named(plan_.of.plural);
    if (plan_.composed) return make_composed_informer(api, env_, options_of(plan_), of);
    return make_shared_informer(api, options_of(plan_), of);
}

informer_options follower::options_of(informer_plan const& p)
{
    informer_options o;
    o.namespaces = p.of.namespaces;
    o.fetch = p.stream ? fetch_mode::stream : fetch_mode::list;
    if (!p.of.tier.empty()) o.label_selector = "tier=" + p.of.tier;
    o.resync = std::chrono::milliseconds(p.resync_ms);
    o.page_size = p.page_size;
    o.silence = std::chrono::milliseconds(p.silence_ms);
    o.watch_timeout = std::chrono::milliseconds(p.watch_timeout_ms);
    o.queue_capacity = p.queue_capacity;
    o.order = p.by_key ? queue_order::by_key : queue_order::by_arrival;
    o.audit.interval = std::chrono::milliseconds(p.audit.interval_ms);
    o.audit.probe = std::chrono::milliseconds(p.audit.probe_ms);
    o.audit.on_difference = [this](audit_report const& r) { check_audit(r); };
    if (from_.disk) {
        o.warm_start.storage = from_.disk->mount([this] {
            std::vector<version> all;
            for (auto const& l : lanes_) all.push_back(l->newest());
            return all;
        });
        o.warm_start.interval = std::chrono::milliseconds(p.warm.interval_ms);
        o.warm_start.quiet = std::chrono::milliseconds(p.warm.quiet_ms);
        o.warm_start.changed_bytes = static_cast<std::size_t>(p.warm.changed_bytes);
        o.warm_start.secrets = true;
    }
    o.on_fault = [this](decode_fault const& f) { ++faults_[{f.ns, f.name}]; };
    return o;
}

// A1: a copy never differs from the server's, but in objects that did not decode. If the server was restored
// from a backup, it may, because no client can always know of that.
void follower::check_audit(audit_report const& found)
{
    if (all_.epochs() != 1) return;
    for (auto const& one : found.first)
        if (key const k{one.ns, one.name}; !faults_.contains(k) && !from_.undecoded.contains(k))
            note("A1", std::string(found.by_list ? "a list" : "an audit") + " at version " + found.version +
                           " has found that " + to_string(one));
}

handler_options follower::options_of(handler_plan const& h)
{
    auto o = h.options;
    if (h.resync_ms >= 0) o.resync = std::chrono::milliseconds(h.resync_ms);
    if (h.as_update) o.replaced = replaced_objects::as_update;
    return o;
}

task<> follower::run()
{
    std::exception_ptr failure;
    try {
        co_await informer_->run();
    } catch (...) {
        failure = std::current_exception();
    }
    view_.stopped = true; // from now on no handler may be called
    if (failure) std::rethrow_exception(failure);
}

void follower::start()
{
    run_ = errand::start(env_, run(), name_ + ".run()");
}

void follower::stop()
{
    if (!run_) return;
    view_.ending = true;
    if (!stop_asked_ns_) stop_asked_ns_ = env_.time->now().time_since_epoch().count();
    run_->cancel();
    if (!run_->unwanted) return;
    // Its run() was cancelled before it began. So nobody runs this informer, and nobody would end its
    // waiters.
    for (auto const& e : errands_) e->cancel();
    for (auto const& w : waits_) w.what->cancel();
    for (auto const& h : handlers_) h->stop_pulling();
}

task<> follower::sync_handler(handler_log* h)
{
    auto synced = h->until_synced();
    co_await std::move(synced);
    h->synced = true;
    h->synced_ns = env_.time->now().time_since_epoch().count();
    h->since = version_number(informer_->snapshot().resource_version());
    if (lanes_.size() > 1) // some namespaces are ahead of the store's version
        for (auto const& l : lanes_) h->since = std::max(h->since, l->newest());
    view_.trace(h->name() + " synced");
    view_.told(moment::synced);
    // P12: each object of the first list was handled, or has gone meanwhile.
    for (auto const& l : lanes_)
        if (all_.epochs() == view_.born) check_synced(*h, *l);
}

void follower::check_synced(handler_log const& h, lane& l)
{
    auto const listed = l.first_list();
    auto in = l.of();
    in.tier = h.truth().of().tier;
    if (listed == 0) return note("P12", h.name() + " synced before any list had arrived whole");
    for (auto const& [k, s] : all_.state_at(in, listed)) {
        bool gone = false;
        for (auto const* e : l.truth().between(listed, all_.newest()))
            gone |= e->of == k && history::seen_by(in, *e) == history::view::deleted;
        if (gone || h.has_shown(k)) continue;
        note("P12", h.name() + " synced without " + to_string(k) + ", which the first list (" +
                        std::to_string(listed) + ") had");
    }
}

lane& follower::lane_of(std::string const& ns) const
{
    for (auto const& l : lanes_)
        if (l->of().namespaces.empty() || l->of().a_namespace() == ns) return *l;
    return *lanes_.front(); // an event outside its scope: P1 reports it
}

version follower::first_list(std::string const& ns) const
{
    return lane_of(ns).first_list();
}

// The server is checked first: one defect of it would look like forty of the client's.
void follower::check_server()
{
    for (auto const& l : lanes_) l->check_server();
}

void follower::check_wire(bool at_end)
{
    check_server();
    for (auto const& l : lanes_) l->check_client(at_end);
    check_told();
}

task<> follower::remove(handler_log* h)
{
    bool const drains = h->how().drains && h->synced && drains_at_once();
    auto const v = version_number(informer_->snapshot().resource_version());
    auto const how = h->how().drains ? removal::drain : removal::drop;
    co_await h->registration.remove(how);
    h->removed = true;
    if (drains && !stop_asked_ns_ && all_.epochs() == view_.born) {
        ++view_.sometimes["a handler drains"];
        auto const lacks = lacking(h->folded(), h->truth().of(), v, {});
        if (!lacks.empty())
            note("P21", h->name() + " was to drain when the store was at " + std::to_string(v) +
                            ", and never saw " + lacks);
    }
    view_.trace(h->name() + " removed");
    if (h->running()) note("P13", h->name() + " runs though remove() has ended");
}

task<> follower::sync_all()
{
    co_await informer_->synced();
    view_.trace(name_ + " synced");
    view_.told(moment::synced);
    bool const none = std::ranges::any_of(lanes_, [](auto const& l) { return l->first_list() == 0; });
    if (none) note("P12", "synced before any list had arrived whole");
}

// P14: the queue between network and store holds at most its capacity and what one read brought.
task<> follower::measure()
{
    auto const queued = co_await informer_->queued();
    if (queued > plan_.queue_capacity + plan_.events_a_read * lanes_.size())
        note("P14", std::to_string(queued) + " deltas are queued, the capacity is " +
                        std::to_string(plan_.queue_capacity));
}

void follower::probe()
{
    if (!run_ || run_->ended || (probe_ && !probe_->ended)) return;
    probe_ = errand::start(env_, measure(), name_ + ".status()");
}

void follower::end_pauses()
{
    for (auto const& h : handlers_) h->stop_pulling();
}

handler_log& follower::add_handler(std::string name, handler_plan const& h)
{
    auto& log = *handlers_.emplace_back(std::make_unique<handler_log>(std::move(name), h, view_));
    log.epoch = epoch_;
    if (h.options.policy == overflow::block || h.pulls)
        for (auto const& l : lanes_) l->may_be_held_up();
    if (h.pulls)
        log.pull(env_, informer_->shared()->events(options_of(h)));
    else
        log.registration = informer_->on_change(log.make(), options_of(h));
    errands_.push_back(errand::start(env_, sync_handler(&log), log.name() + ".synced()"));
    return log;
}

void follower::remove_handler(std::string const& name)
{
    for (auto const& h : handlers_) {
        if (h->name() != name || h->removing) continue;
        h->removing = true;
        if (h->running()) ++view_.sometimes["a handler is removed during its call"];
        if (h->pulls())
            h->let_go();
        else
            errands_.push_back(errand::start(env_, remove(h.get()), name + ".remove()"));
    }
}

std::shared_ptr<errand> follower::wait_synced()
{
    errands_.push_back(errand::start(env_, sync_all(), name_ + ".synced()"));
    return errands_.back();
}

// True if everything that the store has taken in is in the handlers' log at once. That is so unless one batch
// had more changes than fit into a part of the log while another handler holds up the rest.
bool follower::drains_at_once() const
{
    auto const v = version_number(informer_->snapshot().resource_version());
    auto const lately = std::ranges::count_if(all_.events(), [&](event const& e) {
        return e.at <= v && e.at + 600 > v && history::seen_by(plan_.of, e) != history::view::nothing;
    });
    return lately < 250 ||
           std::ranges::none_of(
               handlers_, [](auto const& h) { return h->how().options.policy == overflow::block; });
}

void follower::note(char const* property, std::string const& why)
{
    if (!view_.failure) view_.failure = violation(property, name_ + ": " + why); // keep the first violation
}

void follower::bad(char const* property, std::string const& why) const
{
    fail(property, name_ + ": " + why);
}

} // namespace simulation
