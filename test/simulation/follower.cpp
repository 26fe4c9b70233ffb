#include "follower.hpp"

#include "core/strand_of.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>

#include <algorithm>

namespace simulation {

namespace asio = boost::asio;
using namespace coinformer;

namespace {

task<> begin(std::shared_ptr<errand> e, task<> body)
{
    e->began = true;
    if (e->unwanted) co_return;
    co_await std::move(body);
}

} // namespace

std::shared_ptr<errand> errand::start(executor ex, task<> body, std::string purpose)
{
    auto e = std::make_shared<errand>();
    e->purpose = std::move(purpose);
    auto started = begin(e, std::move(body));
    asio::co_spawn(strand_of(ex), std::move(started),
                   asio::bind_cancellation_slot(e->stop.slot(), [e](std::exception_ptr f) {
                       e->failure = f;
                       e->ended = true;
                   }));
    return e;
}

void errand::cancel()
{
    if (began)
        stop.emit(asio::cancellation_type::terminal);
    else
        unwanted = true;
}

std::string errand::how() const
{
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (std::exception const& e) {
        return e.what();
    }
    return ended ? "well" : "not yet";
}

error_code errand::code() const
{
    try {
        if (failure) std::rethrow_exception(failure);
    } catch (boost::system::system_error const& e) {
        return e.code();
    } catch (...) {
        return make_error_code(errc::stopped);
    }
    return {};
}

std::uint64_t hash_of(snapshot<thing> const& s)
{
    std::uint64_t h = 0;
    for (auto const& o : s.list()) h ^= hash_of(key_of(o), state_of(o));
    return h;
}

follower::follower(std::string name, informer_plan const& how, client& api, environment const& env,
                   history const& truth, wire_log& wire, std::function<void(std::string const&)> trace,
                   std::function<void(moment)> told, trace_hash& hash, sometimes_counts& sometimes)
    : name_(std::move(name)), plan_(how), env_(env), truth_(truth, how.of), all_(truth), wire_of_client_(wire),
      informer_(api, options_of(how), resource_named(how.of.plural)),
      view_{truth_, truth,     *env.time,    env.ex, std::move(trace), std::move(told), [this] { return first_list(); },
            hash,   sometimes, std::nullopt, false}
{
    wire.route(how.of, &wire_);
    informer_.index("tier", [](thing const& t) { return std::string(t.metadata.labels.value_or("tier", "none")); });
}

informer_options follower::options_of(informer_plan const& p)
{
    informer_options o;
    if (!p.of.ns.empty()) o.namespaces = {p.of.ns};
    o.fetch = fetch_mode::list;
    if (!p.of.tier.empty()) o.label_selector = "tier=" + p.of.tier;
    o.resync = std::chrono::milliseconds(p.resync_ms);
    o.page_size = p.page_size;
    o.silence = std::chrono::milliseconds(p.silence_ms);
    o.watch_timeout = std::chrono::milliseconds(p.watch_timeout_ms);
    o.queue_capacity = p.queue_capacity;
    o.on_fault = [this](decode_fault const&) { ++faults_; };
    return o;
}

task<> follower::run()
{
    std::exception_ptr failure;
    try {
        co_await informer_.run();
    } catch (...) {
        failure = std::current_exception();
    }
    view_.stopped = true; // from now on no handler may be called
    if (failure) std::rethrow_exception(failure);
}

void follower::start()
{
    run_ = errand::start(env_.ex, run(), name_ + ".run()");
}

void follower::stop()
{
    if (run_) run_->cancel();
}

task<> follower::sync_handler(handler_log* h)
{
    co_await h->registration.synced();
    h->synced = true;
    h->since = version_number(informer_.snapshot().resource_version());
    view_.trace(h->name() + " synced");
    view_.told(moment::synced);
    // P12: each object of the first list was handled, or has gone meanwhile
    auto const listed = first_list();
    if (all_.epochs() > 1 || listed == 0) co_return;
    for (auto const& [k, s] : all_.state_at(plan_.of, listed)) {
        bool gone = false;
        for (auto const* e : truth_.between(listed, all_.newest()))
            gone |= e->of == k && history::seen_by(plan_.of, *e) == history::view::deleted;
        if (gone || h->has_shown(k)) continue;
        view_.failure = violation("P12", h->name() + " synced without " + to_string(k) + ", which the first list (" +
                                             std::to_string(listed) + ") had");
    }
}

task<> follower::remove(handler_log* h)
{
    co_await h->registration.remove();
    h->removed = true;
    view_.trace(h->name() + " removed");
    if (h->running()) view_.failure = violation("P13", h->name() + " runs though remove() has ended");
}

task<> follower::sync_all()
{
    co_await informer_.synced();
    view_.trace(name_ + " synced");
    view_.told(moment::synced);
    if (first_list() == 0) view_.failure = violation("P12", name_ + " synced before any list had arrived whole");
}

// P14: the queue holds what one read brought and no more beyond its capacity.
task<> follower::measure()
{
    auto const status = co_await informer_.status();
    if (status.queued > plan_.queue_capacity + plan_.events_a_read)
        view_.failure =
            violation("P14", name_ + ": " + std::to_string(status.queued) + " deltas are queued, the capacity is " +
                                 std::to_string(plan_.queue_capacity));
}

void follower::probe()
{
    if (!run_ || run_->ended || (probe_ && !probe_->ended)) return;
    probe_ = errand::start(env_.ex, measure(), name_ + ".status()");
}

handler_log& follower::add_handler(std::string name, handler_plan const& h)
{
    auto& log = *handlers_.emplace_back(std::make_unique<handler_log>(std::move(name), h, view_));
    log.registration = informer_.on_change(log.make(), h.options);
    errands_.push_back(errand::start(env_.ex, sync_handler(&log), log.name() + ".synced()"));
    return log;
}

void follower::remove_handler(std::string const& name)
{
    for (auto const& h : handlers_) {
        if (h->name() != name || h->removing) continue;
        h->removing = true;
        if (h->running()) ++view_.sometimes["a handler is removed during its call"];
        errands_.push_back(errand::start(env_.ex, remove(h.get()), name + ".remove()"));
    }
}

std::shared_ptr<errand> follower::wait_synced()
{
    errands_.push_back(errand::start(env_.ex, sync_all(), name_ + ".synced()"));
    return errands_.back();
}

bool follower::refused() const
{
    auto const forbidden = [](exchange const& x) { return x.status == 403; };
    return std::ranges::any_of(wire_, forbidden) &&
           std::ranges::all_of(errands_, [](auto const& e) { return e->ended; });
}

bool follower::told_cause() const
{
    return std::ranges::any_of(errands_, [](auto const& e) {
        auto const code = e->code();
        return e->ended && code && code != condition::cancelled && code != errc::stopped;
    });
}

void follower::hold_snapshot()
{
    auto s = informer_.snapshot();
    auto const h = hash_of(s);
    held_.push_back({std::move(s), h});
}

void follower::release_snapshots()
{
    for (auto const& h : held_)
        if (hash_of(h.what) != h.hash) bad("P11", "a snapshot changed while it was held");
    held_.clear();
}

void follower::bad(char const* property, std::string const& why) const
{
    fail(property, name_ + ": " + why);
}

void follower::look()
{
    if (view_.failure) throw *view_.failure;
    auto const now = informer_.snapshot();
    bool const moved = now.resource_version() != version_;
    if (now.resource_version().empty() || (!moved && ++looks_ % 16 != 0)) return;
    version_ = now.resource_version();
    auto const number = version_number(version_);
    if (moved) {
        last_version_ns_ = env_.time->now().time_since_epoch().count();
        view_.trace(name_ + " store at " + version_);
        view_.hash.mix(name_);
        view_.hash.mix(number);
    }
    auto const found = hash_of(now);
    if (all_.epochs() == 1) {
        if (number < number_) bad("P2", "the store went from " + std::to_string(number_) + " back to " + version_);
        if (found != truth_.hash_at(number)) {
            std::string holds;
            for (auto const& o : now.list()) holds += "\n    " + to_string(key_of(o)) + " " + to_string(state_of(o));
            std::string should;
            for (auto const& [k, s] : all_.state_at(plan_.of, number))
                should += "\n    " + to_string(k) + " " + to_string(s);
            bad("P9", "the store says version " + version_ + ", and holds" + holds + "\n  but then there was" + should);
        }
    }
    number_ = number;
    std::uint64_t by_tier = 0;
    for (auto const* tier : {"a", "b", "c", "none"})
        for (auto const& o : now.by_index("tier", tier)) {
            if (o->metadata.labels.value_or("tier", "none") != tier)
                bad("P11", "index: wrong value of " + to_string(key_of(o)));
            by_tier ^= hash_of(key_of(o), state_of(o));
        }
    if (by_tier != found) bad("P11", "the index tier does not hold what the store holds");
    std::size_t in_namespaces = 0;
    for (auto const* ns : {"n0", "n1", "n2", "elsewhere"}) {
        for (auto const& o : now.in_namespace(ns))
            if (o.key().ns != ns) bad("P11", "the namespace " + std::string(ns) + " holds " + to_string(key_of(o)));
        in_namespaces += now.in_namespace(ns).size();
    }
    if (in_namespaces != now.size()) bad("P11", "the namespaces hold " + std::to_string(in_namespaces) + " objects");
}

bool follower::converged()
{
    auto const newest = truth_.hash_at(all_.newest());
    if (hash_of(informer_.snapshot()) != newest) return false;
    for (auto const& h : handlers_)
        if (!h->removing && (h->running() || hash_of(h->folded()) != newest)) return false;
    return std::ranges::all_of(errands_, [](auto const& e) { return e->ended; });
}

std::string follower::lag()
{
    auto const should = all_.state_at(plan_.of, all_.newest());
    auto text = name_ + " at version " + version_ + " of " + std::to_string(all_.newest());
    auto const compare = [&](std::string const& who, objects const& have) {
        for (auto const& [k, s] : should) {
            auto const at = have.find(k);
            if (at == have.end())
                text += "\n    " + who + " lacks " + to_string(k) + " " + to_string(s);
            else if (at->second != s)
                text +=
                    "\n    " + who + " has " + to_string(k) + " " + to_string(at->second) + ", it is " + to_string(s);
        }
        for (auto const& [k, s] : have)
            if (!should.contains(k))
                text += "\n    " + who + " keeps " + to_string(k) + " " + to_string(s) + ", it is gone";
    };
    objects stored;
    auto const now = informer_.snapshot();
    for (auto const& o : now.list()) stored[key_of(o)] = state_of(o);
    compare("the store", stored);
    for (auto const& h : handlers_) {
        if (h->removing) continue;
        compare(h->name(), h->folded());
        if (h->running()) text += "\n    " + h->name() + " is in a call";
    }
    for (auto const& e : errands_)
        if (!e->ended) text += "\n    " + e->purpose + " has not ended";
    return text;
}

std::int64_t follower::last_progress_ns() const noexcept
{
    auto last = last_version_ns_;
    for (auto const& h : handlers_) last = std::max(last, h->last_call_ns);
    return last;
}

// At quiescence: a handler that blocks has seen every event, but for those that a relist bridged.
void follower::check_handlers()
{
    if (view_.failure) throw *view_.failure;
    if (all_.epochs() > 1) return;
    std::vector<std::pair<version, version>> bridged; // (known before the list, the list's version]
    version known = 0;
    for (auto const& x : wire_) {
        if (x.watch)
            for (auto const& l : x.lines) known = l.odd ? known : std::max(known, l.is.at);
        else if (x.readable && x.next_token.empty()) {
            bridged.emplace_back(known, x.list_version);
            known = std::max(known, x.list_version);
        }
    }
    if (bridged.empty()) return;
    for (auto const& h : handlers_) {
        if (h->removing || !h->synced || h->how().options.policy != overflow::block) continue;
        auto const from = std::max(bridged.front().second, h->since);
        for (auto const* e : truth_.between(from, number_)) {
            if (h->has_shown(e->of, e->at)) continue;
            auto const over = [&](auto const& b) { return b.first < e->at && e->at <= b.second; };
            if (std::ranges::any_of(bridged, over)) continue;
            bad("P7", h->name() + " never saw " + to_string(e->of) + " at " + std::to_string(e->at) +
                          ", which no list bridged");
        }
    }
}

void follower::check_end()
{
    if (view_.failure) throw *view_.failure;
    view_.stopped = true;
    release_snapshots();
    for (auto const& e : errands_)
        if (!e->ended) bad("P17", e->purpose + " never ends");
    for (auto const& h : handlers_)
        if (h->running()) bad("P16", h->name() + " is still in a call");
    std::size_t poisoned = 0;
    for (auto const& x : wire_) {
        if (x.how == exchange::end::dropped) continue; // perhaps not looked at any more
        poisoned += x.poisoned;
        for (auto const& l : x.lines) poisoned += l.poisoned && !l.odd ? 1 : 0;
    }
    if (faults_ < poisoned)
        bad("P17",
            std::to_string(poisoned) + " objects did not decode, and " + std::to_string(faults_) + " were reported");
    for (auto const& e : errands_) {
        auto const code = e->code();
        if (!code || code == condition::cancelled || code == errc::stopped) continue;
        auto const seen = [&](auto says) { return std::ranges::any_of(wire_, says); };
        auto const refused = [&](int status) {
            return seen([=](exchange const& x) { return x.status == status || x.error_code == status; });
        };
        bool const true_cause = code == condition::unauthorized ? refused(401)
                                : code == condition::forbidden  ? refused(403)
                                : code == condition::not_found  ? refused(404)
                                : code == condition::rejected || code == condition::conflict
                                    ? refused(400) || refused(409) || refused(422) ||
                                          seen([](exchange const& x) { return x.error_line && x.error_code == 0; })
                                : code == condition::malformed
                                    ? seen([](exchange const& x) { return x.status != 0 && !(x.readable && x.json); })
                                    : false;
        if (!true_cause) bad("P17", e->purpose + " ended with what did not happen: " + e->how());
    }
}

} // namespace simulation
