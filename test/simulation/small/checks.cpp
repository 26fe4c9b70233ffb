#include "handler.hpp"
#include "world.hpp"

#include <algorithm>
#include <utility>

namespace small_worlds {

using namespace coinformer;
using namespace std::chrono_literals;
using simulation::fail;
using simulation::version_number;

namespace {

constexpr std::uint64_t most_steps = 5'000; // without time moving on
// A request that follows one without an answer may wait for twice as long.
constexpr duration longest_silence = 2 * 75s + 25s;

// After a restore, the versions of what a handler was shown may be those of the former history.
bool agree(objects const& a, objects const& b, bool is_restored)
{
    for (unsigned i = 0; i != most_objects; ++i) {
        if (a[i].has_value() != b[i].has_value()) return false;
        if (!a[i] || *a[i] == *b[i]) continue;
        if (!is_restored || a[i]->life != b[i]->life || a[i]->value != b[i]->value) return false;
    }
    return true;
}

std::string in_words(objects const& all)
{
    std::string text;
    for (unsigned i = 0; i != most_objects; ++i)
        text += (i == 0 ? "" : "; ") + name_of(i) + ": " + (all[i] ? to_string(*all[i]) : "none");
    return text;
}

objects of_store(std::array<object_ptr<thing>, most_objects> const& stored)
{
    objects all;
    for (unsigned i = 0; i != most_objects; ++i)
        if (stored[i]) all[i] = read_state(stored[i]);
    return all;
}

} // namespace

// After each step.
void small_world::look()
{
    if (broken_) throw *broken_;
    if (scheduler_.steps_at_this_time() > most_steps) fail("L3", "steps run on and on while no time passes");
    if (auto const then = std::exchange(after_step_, nullptr)) then();
    if (stopping_) return;
    check_silence();
    check_store();
    check_waits();
}

void small_world::check_silence() const
{
    for (auto const& l : server_->lanes())
        if (l->silent_since && scheduler_.now() - *l->silent_since > longest_silence)
            fail("L2", "the silence of the server is not noticed");
}

void small_world::check_store()
{
    auto const now = informer_->snapshot();
    auto const& version = now.resource_version();
    auto const stored = stored_in(now);
    if (version == version_ && stored == stored_) return;
    if (held_ && stored_in(*held_) != stored_) fail("P11", "a snapshot has changed");
    held_ = now;
    auto const number = version_number(version);
    bool const went_back = number < version_number(version_);
    stored_ = stored;
    version_ = version;
    say("  store: version " + version + ", " + in_words(of_store(stored)));
    check_indices(now, of_store(stored));
    if (server_->is_restored) return;
    if (went_back) fail("P2", "the store goes back to version " + version);
    auto const have = of_store(stored);
    auto const want = server_->all.at(number);
    bool const may_be_ahead = of_.of->by_key || of_.of->two_namespaces;
    if (!may_be_ahead && have != want)
        fail("P9", "the store says version " + version + " and holds " + in_words(have) + ", but there was " +
                       in_words(want));
    for (unsigned i = 0; may_be_ahead && i != most_objects; ++i) {
        auto const& events = server_->all.events();
        bool const later = std::ranges::any_of(events, [&](truth::event const& e) {
            return e.object == i && e.at > number && (have[i] ? e.is == *have[i] : e.deleted);
        });
        if (have[i] != want[i] && !later)
            fail("P9", "the store says version " + version + " and holds an older state of " + name_of(i) +
                           ": " + in_words(have));
    }
}

std::array<object_ptr<thing>, most_objects> small_world::stored_in(snapshot<thing> const& s) const
{
    return {s.get("n0", "a"), s.get(of_.of->two_namespaces ? "n1" : "n0", "b")};
}

void small_world::check_indices(snapshot<thing> const& now, objects const& have) const
{
    std::size_t there = 0;
    for (auto const& o : have) {
        if (!o) continue;
        ++there;
        if (now.by_index("value", std::to_string(o->value)).size() != 1)
            fail("P11", "an object is not in its index");
    }
    auto const spaces = now.in_namespace("n0").size() + now.in_namespace("n1").size();
    if (now.size() != there || spaces != there || now.index_values("value").size() != there)
        fail("P11", "the store has " + std::to_string(there) + " objects, and its indices have others");
}

// P14, for slow handlers: as each read brings `largest_batch` events at most, this bounds what may wait.
// After a restore one event may be two changes, the end of one life and the begin of the next.
task<> small_world::probe()
{
    if (server_->is_restored) co_return;
    auto const status = co_await informer_->status();
    auto const most = of_.of->queue_capacity - 1 + server_->largest_batch;
    if (status.queued > most && !broken_)
        broken_ = simulation::violation("P14", std::to_string(status.queued) + " deltas are queued");
    auto* const h = handlers_.front().get();
    auto const of_handler = co_await h->registration.status();
    auto const waiting = of_handler.waiting;
    bool const blocks = of_.of->policy == overflow::block;
    auto const bound = 2 * server_->largest_batch + (blocks ? 0 : server_->all.known_objects());
    if (waiting > bound && of_.of->handler_capacity == 0 && !broken_)
        broken_ = simulation::violation("P14", std::to_string(waiting) + " changes wait for a handler");
}

void small_world::check_waits()
{
    for (auto& w : waits_) {
        if (w.judged || !w.what->ended) continue;
        w.judged = true;
        auto const code = w.what->code();
        if (code && code != errc::stopped && !server_->causes.contains(static_cast<errc>(code.value())))
            fail("P17", "a wait ends with a cause that there was not: " + w.what->how());
        if (code || server_->is_restored) continue;
        if (!w.of && version_number(version_) < w.at)
            fail("P19", "at_least(" + std::to_string(w.at) + ") ends at version " + version_);
        if (w.of && (!has_reached(*w.of, w.at) || w.of->log.is_handling(w.at)))
            fail("P19", w.of->log.name() + " has not handled version " + std::to_string(w.at));
    }
}

bool small_world::has_reached(handler const& h, version v) const
{
    return server_->is_restored || h.log.has_reached(v);
}

void small_world::await_write()
{
    auto const at = server_->all.newest();
    if (of_.of->two_namespaces || server_->is_restored) return; // bookmarks may be missing
    auto const text = std::to_string(at);
    waits_.push_back({simulation::errand::start(env_, informer_->at_least(text), ""), at, nullptr});
    auto& h = *handlers_.front();
    if (h.log.removing || h.events) return;
    waits_.push_back({simulation::errand::start(env_, h.registration.at_least(text), ""), at, &h});
}

task<> small_world::sync()
{
    for (;;) {
        error_code told;
        try {
            co_await informer_->synced();
        } catch (boost::system::system_error const& e) {
            told = e.code();
        }
        if (told) say("synced() throws: " + told.message());
        // after the end of run(), a cause that stands is thrown again and again
        if (told == condition::cancelled || told == errc::stopped || (told && cancelled_)) co_return;
        must_tell_ = false;
        if (told && !server_->causes.contains(static_cast<errc>(told.value())) && !broken_)
            broken_ = simulation::violation(
                "P17", "the wait for the sync ends with a cause that there was not: " + told.message());
        if (told) continue;
        synced_ = true;
        say("synced");
        try {
            check_synced();
        } catch (simulation::violation const& v) {
            if (!broken_) broken_ = v;
        }
        co_return;
    }
}

void small_world::check_synced() const
{
    for (auto const& l : server_->lanes()) {
        if (l->first_list == 0) fail("P12", "synced, but no list was read");
        if (server_->is_restored) continue;
        auto const first = server_->all.at(l->first_list);
        for (auto const& h : handlers_) {
            if (h->events || h->log.is_late() || h->log.removing) continue;
            for (unsigned i = 0; i != most_objects; ++i)
                if (first[i] && (l->ns.empty() || (l->ns == "n0") == (i == 0)) && !h->log.was_shown(i) &&
                    !server_->all.ended_since(i, l->first_list))
                    fail("P12", "synced, but " + h->log.name() + " was not shown " + name_of(i));
            if (h->log.is_handling_initial())
                fail("P12", "synced while " + h->log.name() + " handles the list");
        }
    }
}

void small_world::check_resync()
{
    std::vector<std::array<unsigned, most_objects>> before;
    for (auto const& h : handlers_) before.push_back({h->log.resyncs(0), h->log.resyncs(1)});
    auto const present = server_->all.now();
    pass(2 * std::chrono::seconds(of_.of->resync_s) + 1s);
    for (std::size_t n = 0; n != handlers_.size(); ++n)
        for (unsigned i = 0; i != most_objects; ++i)
            if (present[i] && !handlers_[n]->log.removing && !handlers_[n]->log.is_late() &&
                handlers_[n]->log.resyncs(i) < before[n][i] + 2)
                fail("P18", handlers_[n]->log.name() + " is not shown " + name_of(i) + " in time");
}

// No client can notice that a server was restored if the new history has passed the version that it knows.
bool small_world::is_misled() const
{
    return std::ranges::any_of(server_->lanes(), [&](auto const& l) {
        return l->is_old_history && server_->all.newest() >= l->position;
    });
}

// Says in words what is not as it should be in the end.
std::string small_world::lag() const
{
    for (auto const& l : server_->lanes())
        if (!l->open || !l->open->is_idle() || l->open->has_events() || l->open->has_no_end())
            return "no watch is open";
    if (is_misled()) return "";
    auto const& now = server_->all.now();
    auto const have = of_store(stored_);
    if (have != now) return "the store holds " + in_words(have) + ", and the server " + in_words(now);
    if (!of_.of->two_namespaces && version_number(version_) != server_->all.newest())
        return "the store is at version " + version_ + ", and the server at " +
               std::to_string(server_->all.newest());
    for (auto const& h : handlers_) {
        if (h->events && h->log.removing) continue;
        if (h->log.removing && !h->log.removed) return h->log.name() + " is not removed";
        if (h->log.removing) continue;
        if (h->log.is_running()) return h->log.name() + " is running";
        if (!agree(h->log.shown(), now, server_->is_restored))
            return h->log.name() + " was shown " + in_words(h->log.shown()) + ", and there is " +
                   in_words(now);
    }
    for (auto const& w : waits_)
        if (!w.what->ended && !server_->is_restored && !(w.of && w.of->log.removing))
            return "at_least(" + std::to_string(w.at) + ") does not end";
    return synced_ ? "" : "synced() does not end";
}

} // namespace small_worlds
