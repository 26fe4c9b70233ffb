// Checks that one informer comes to rest where it should, and ends as it should.
#include "follower.hpp"

#include <algorithm>

namespace simulation {

using namespace coinformer;
using namespace coinformer::detail;

namespace {

constexpr std::int64_t unreachable_after_ns = 60'000'000'000;

} // namespace

bool follower::refused() const
{
    auto const forbidden = [](exchange const& x) { return x.status == 403 || x.status == 503; };
    auto const refuses = [&](auto const& l) { return std::ranges::any_of(l->wire(), forbidden); };
    return std::ranges::any_of(lanes_, refuses) &&
           std::ranges::all_of(errands_, [](auto const& e) { return e->ended; });
}

bool follower::told_cause() const
{
    return std::ranges::any_of(errands_, [](auto const& e) {
        auto const code = e->code();
        return e->ended && code && code != condition::cancelled && code != errc::stopped;
    });
}

bool follower::is_at_rest()
{
    auto const newest = truth_.hash_at(all_.newest());
    return hash_of(informer_->snapshot()) == newest && std::ranges::all_of(handlers_, [&](auto const& h) {
               return h->removing ||
                      (!h->running() && hash_of(h->folded()) == h->truth().hash_at(all_.newest()));
           });
}

bool follower::converged()
{
    if (!is_at_rest()) return false;
    bool const all_ended = std::ranges::all_of(errands_, [](auto const& e) { return e->ended; });
    if (all_ended) well_ns_ = env_.time->now().time_since_epoch().count();
    return all_ended;
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
                text += "\n    " + who + " has " + to_string(k) + " " + to_string(at->second) + ", it is " +
                        to_string(s);
        }
        for (auto const& [k, s] : have)
            if (!should.contains(k))
                text += "\n    " + who + " keeps " + to_string(k) + " " + to_string(s) + ", which is gone";
    };
    compare("the store", stored());
    for (auto const& h : handlers_) {
        if (h->removing) continue;
        compare(h->name(), h->folded());
        if (h->running()) text += "\n    " + h->name() + " is in a call";
    }
    for (auto const& e : errands_)
        if (!e->ended) text += "\n    " + e->purpose + " has not ended";
    return text;
}

// The patience is the sum of the silence deadline, two back-offs with jitter, the longest fault, the longest
// Retry-After, and two calls of the slowest handler. The progress of others counts for nothing, and neither
// do the calls of a resync. Where bookmarks come late or never, or seem to, only the end of its life ends a
// dead watch.
std::int64_t follower::patience_ends(std::int64_t began, std::int64_t bookmark_ms) const noexcept
{
    std::int64_t slowest_ms = 0;
    auto last = std::max({began, last_version_ns_, well_ns_});
    for (auto const& h : handlers_) {
        last = std::max(last, h->last_news_ns);
        slowest_ms = std::max(slowest_ms, h->how().call_ms);
    }
    bool const late_bookmarks = 2 * bookmark_ms >= plan_.silence_ms;
    auto const life_s =
        late_bookmarks || had_dead_watch() ? (2 * plan_.watch_timeout_ms + plan_.silence_ms) / 1000 : 0;
    auto const patience_s = 75 + 2 * 60 + 120 + 60 + 2 * slowest_ms / 1000 + 30 + life_s;
    return last + patience_s * 1'000'000'000;
}

// If the first watches of a kind are dead, the informer believes that the server sends no bookmarks for it.
bool follower::had_dead_watch() const
{
    auto const now = env_.time->now().time_since_epoch().count();
    auto const is_dead = [&](exchange const& x) {
        if (!x.watch || x.status != 200) return false;
        auto const last = x.lines.empty() ? x.answered_ns : x.lines.back().time_ns;
        return (x.how == exchange::end::open ? now : x.ended_ns) - last >= plan_.silence_ms * 500'000;
    };
    return std::ranges::any_of(lanes_,
                               [&](auto const& l) { return std::ranges::any_of(l->wire(), is_dead); });
}

// True if it watches from a version of another history and receives only newer changes. No client can notice
// that.
bool follower::misled()
{
    auto& l = *lanes_.front();
    auto const n = l.wire().size();
    bool const cannot_know = view_.born != all_.epochs() && l.epoch_begins() == n && !l.shows_restore(n) &&
                             !l.ahead_of(all_.newest());
    if (cannot_know) well_ns_ = env_.time->now().time_since_epoch().count();
    return cannot_know;
}

// P7, checked at quiescence: a handler that blocks has seen every event, except those that a relist bridged.
void follower::check_handlers()
{
    if (view_.failure) throw *view_.failure;
    for (auto const& h : handlers_) {
        bool const sees_all = h->synced && h->epoch == all_.epochs() && !h->how().filtered &&
                              h->how().options.policy == overflow::block && !plan_.by_key;
        for (auto const& l : lanes_)
            if (sees_all && !h->removing) check_bridged(*h, *l);
    }
}

void follower::check_bridged(handler_log const& h, lane& l)
{
    auto const bridged = l.bridged();
    if (bridged.empty()) return;
    auto const from = std::max(bridged.front().second, h.since);
    for (auto const* e : l.truth().between(from, number_)) {
        if (e->spoiled || h.has_shown(e->of, e->at)) continue;
        if (h.how().as_update && history::seen_by(l.of(), *e) == history::view::deleted)
            continue; // it is told with the next life
        auto const over = [&](auto const& b) { return b.first < e->at && e->at <= b.second; };
        if (std::ranges::any_of(bridged, over)) continue;
        bad("P7", h.name() + " never saw " + to_string(e->of) + " at " + std::to_string(e->at) +
                      ", which no list bridged");
    }
}

// P18, at the end. The first period of a handler begins when it has seen the whole first list.
void follower::check_resync(std::int64_t since_ns)
{
    for (auto const& h : handlers_) {
        if (h->removing || !h->synced || h->resync_ms() == 0) continue;
        for (auto const& [k, s] : h->folded())
            if (!h->has_shown_since(k, since_ns))
                bad("P18", h->name() + " is not shown " + to_string(k) +
                               " again, though there is a resync every " + std::to_string(h->resync_ms()) +
                               " ms");
    }
}

// P18, while the world goes on: a handler that keeps up is shown each object once in its period, whatever the
// other handlers do. A timer may be late by half a second.
void follower::check_resync_pace() const
{
    if (!started() || stopped() || stop_asked_ns_) return;
    constexpr std::int64_t slack_ms = 2'000;
    auto const now = env_.time->now().time_since_epoch().count();
    for (auto const& h : handlers_) {
        bool const keeps_up = h->synced && !h->removing && !h->pulls() && h->how().call_ms == 0;
        if (!keeps_up || h->resync_ms() == 0) continue;
        auto const since = now - (h->resync_ms() + slack_ms) * 1'000'000;
        for (auto const& [k, s] : h->folded())
            if (h->synced_ns < since && !h->has_shown_since(k, since))
                bad("P18", h->name() + " was not shown " + to_string(k) + " for longer than its " +
                               std::to_string(h->resync_ms()) + " ms");
    }
}

std::int64_t follower::longest_resync_ms() const
{
    std::int64_t longest = 0;
    for (auto const& h : handlers_) longest = std::max(longest, h->removing ? 0 : h->resync_ms());
    return longest;
}

void follower::check_end()
{
    if (view_.failure) throw *view_.failure;
    view_.stopped = true;
    release_snapshots();
    for (auto const& e : errands_)
        if (!e->ended) bad("P17", e->purpose + " never ends");
    for (auto const& h : handlers_)
        if (h->running() && !h->pulls()) bad("P16", h->name() + " is still in a call");
    check_reports();
    for (auto const& e : errands_) check_cause(*e);
    check_waits_ended();
    bool const was_run = !run_ || !run_->unwanted; // otherwise nobody ends the handlers
    for (auto const& h : handlers_)
        if (was_run && !h->well_ended())
            bad("P17", h->name() + ".next_batch() has not ended as it should: " + h->how_ended());
}

// P17: each object that does not decode is reported as often as it came, and no other object is reported.
void follower::check_reports() const
{
    std::map<key, std::size_t> came;
    // Events that come while run() is being cancelled may not be read any more.
    auto const looked_at = [&](std::int64_t ns) { return !stop_asked_ns_ || ns < *stop_asked_ns_; };
    for (auto const& each : lanes_)
        for (auto const& x : each->wire()) {
            // the client may not have read an answer that it gave up
            if (x.how == exchange::end::dropped || x.may_leave_events()) continue;
            if (looked_at(x.listed_ns))
                for (auto const& k : x.poisoned) ++came[k];
            for (auto const& l : x.lines)
                if (l.poisoned && !l.odd && looked_at(l.time_ns)) ++came[l.of];
        }
    for (auto const& [k, n] : came) {
        auto const told = faults_.find(k);
        auto const reported = told == faults_.end() ? 0 : told->second;
        if (reported < n)
            bad("P17", to_string(k) + " came " + std::to_string(n) + " times and did not decode, " +
                           std::to_string(reported) + " times it was reported");
    }
    auto const spoiled = [&](key const& k) {
        return std::ranges::any_of(all_.events(), [&](event const& e) { return e.spoiled && e.of == k; });
    };
    for (auto const& [k, n] : faults_)
        if (!k.name.empty() && k.name != "bad" && k.name != "x" && !spoiled(k))
            bad("P17", to_string(k) + " decodes, and is reported not to decode");
}

// P17: a waiter for the first list is told at once when the server refuses it in a way that time does not
// cure.
void follower::check_told() const
{
    auto const lately = env_.time->now().time_since_epoch().count() - told_within_ns;
    auto const refused = [](exchange const& x) {
        return x.status == 401 || x.status == 403 || x.status == 404;
    };
    if (std::ranges::all_of(lanes_, [](auto const& l) { return l->first_list() != 0; })) return;
    for (auto const& l : lanes_)
        for (auto const& x : l->wire())
            for (auto const& e : errands_) {
                bool const waits = !e->ended && e->purpose.ends_with("synced()") && e->asked_ns < x.ended_ns;
                if (waits && !x.watch && x.how == exchange::end::complete && refused(x) &&
                    x.ended_ns < lately)
                    bad("P17", e->purpose + " goes on, though the list was refused with " +
                                   std::to_string(x.status));
            }
}

// P17: a wait that fails names what really happened, or that nothing came for a minute.
void follower::check_cause(errand const& e) const
{
    auto const code = e.code();
    if (!code || code == condition::cancelled || code == errc::stopped) return;
    auto const seen = [&](auto says) {
        return std::ranges::any_of(lanes_,
                                   [&](auto const& l) { return std::ranges::any_of(l->wire(), says); });
    };
    auto const taken_in = e.ended_ns - 1'000'000'000; // the client may not have read what has just arrived
    auto const silent = [&](auto const& l) { return !l->heard(e.ended_ns - unreachable_after_ns, taken_in); };
    auto const refused = [&](int status) {
        return seen([=](exchange const& x) { return x.status == status || x.error_code == status; });
    };
    bool const true_cause =
        code == condition::unauthorized ? refused(401)
        : code == condition::forbidden  ? refused(403)
        : code == condition::not_found  ? refused(404)
        : code == condition::rejected || code == condition::conflict
            ? refused(400) || refused(406) || refused(409) || refused(422) ||
                  seen([](exchange const& x) { return x.error_line && x.error_code == 0; })
        : code == condition::malformed
            ? seen([](exchange const& x) { return x.status != 0 && !(x.readable && x.understood); })
            : std::ranges::any_of(lanes_, silent);
    if (!true_cause) bad("P17", e.purpose + " ended with an error that did not happen: " + e.how());
}

} // namespace simulation
