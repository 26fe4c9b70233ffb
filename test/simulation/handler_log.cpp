#include "handler_log.hpp"

#include <coinformer/core/with_timeout.hpp>

#include <boost/asio/post.hpp>

#include <algorithm>

namespace simulation {

using namespace coinformer;
using kind = coinformer::detail::change::kind;

namespace {

std::string_view verb(kind what)
{
    switch (what) {
    case kind::added: return "added";
    case kind::updated: return "updated";
    case kind::deleted: return "deleted";
    }
    return "?";
}

} // namespace

/// The callables of a handler: they return at once, or take their time.
struct recording_handler {
    handler_log* log;

    static handler_log::call added(object_ptr<thing> const& o, initial_list i)
    {
        handler_log::call c{kind::added};
        c.initial = i;
        c.of = key_of(o);
        c.cur = state_of(o);
        return c;
    }
    static handler_log::call updated(object_ptr<thing> const& was, object_ptr<thing> const& is)
    {
        handler_log::call c{kind::updated};
        c.of = key_of(is);
        c.old = state_of(was);
        c.cur = state_of(is);
        return c;
    }
    static handler_log::call deleted(object_ptr<thing> const& last, final_state f)
    {
        handler_log::call c{kind::deleted};
        c.final = f;
        c.of = key_of(last);
        c.old = state_of(last);
        return c;
    }
    static void now(handler_log* to, handler_log::call c)
    {
        to->begin(c);
        to->end();
    }
    static task<> slowly(handler_log* to, handler_log::call c)
    {
        to->begin(c);
        std::exception_ptr failure;
        try {
            co_await to->linger();
        } catch (...) {
            failure = std::current_exception();
        }
        bool const may_be_cancelled = to->removing || to->view_.ending || to->view_.stopped;
        if (failure && !may_be_cancelled)
            to->bad("P13", c, "the call was cancelled, though its handler was not removed");
        to->running_ = false;
        if (failure) std::rethrow_exception(failure);
        to->end();
    }
};

handlers<thing> handler_log::make()
{
    auto* const self = this;
    handlers<thing> h;
    if (plan_.call_ms == 0) {
        h.added = [self](object_ptr<thing> const& o, initial_list i) {
            recording_handler::now(self, recording_handler::added(o, i));
        };
        h.updated = [self](object_ptr<thing> const& a, object_ptr<thing> const& b) {
            recording_handler::now(self, recording_handler::updated(a, b));
        };
        h.deleted = [self](object_ptr<thing> const& o, final_state f) {
            recording_handler::now(self, recording_handler::deleted(o, f));
        };
        return narrowed(std::move(h));
    }
    h.added = [self](object_ptr<thing> const& o, initial_list i) {
        return recording_handler::slowly(self, recording_handler::added(o, i));
    };
    h.updated = [self](object_ptr<thing> const& a, object_ptr<thing> const& b) {
        return recording_handler::slowly(self, recording_handler::updated(a, b));
    };
    h.deleted = [self](object_ptr<thing> const& o, final_state f) {
        return recording_handler::slowly(self, recording_handler::deleted(o, f));
    };
    return narrowed(std::move(h));
}

handlers<thing> handler_log::narrowed(handlers<thing> h) const
{
    if (!plan_.filtered) return h;
    auto const wanted = [](thing const& t) { return t.metadata.labels.value_or("tier", "") == "a"; };
    return filtered<thing>(wanted, std::move(h));
}

void handler_log::pull(environment const& env, events<thing> from)
{
    pulled_.emplace(std::move(from));
    reader_ = errand::start(env, read(), name_ + ".next_batch()");
}

void handler_log::end_pause()
{
    if (!pauses_) return;
    told_to_end_ = true;
    reader_->cancel();
}

void handler_log::stop_pulling()
{
    told_to_end_ = true;
    if (reader_) reader_->cancel();
}

bool handler_log::well_ended() const
{
    if (!reader_) return true;
    auto const code = reader_->code();
    return reader_->ended &&
           (!code || code == errc::stopped || (told_to_end_ && code == condition::cancelled));
}

task<std::vector<coinformer::event<thing>>> handler_log::next_batch()
{
    if (plan_.pull_timeout_ms == 0) return pulled_->next_batch();
    return with_timeout(view_.time, std::chrono::milliseconds(plan_.pull_timeout_ms), pulled_->next_batch());
}

task<> handler_log::read()
{
    while (pulled_) {
        std::vector<coinformer::event<thing>> batch;
        try {
            auto next = next_batch();
            batch = co_await std::move(next);
        } catch (boost::system::system_error const& e) {
            if (e.code() != errc::timed_out) throw;
            ++view_.sometimes["next_batch() is cancelled"];
        }
        for (auto const& e : batch) {
            if (!pulled_) co_return;
            auto const c = e.kind == event_kind::added     ? recording_handler::added(e.cur, e.initial)
                           : e.kind == event_kind::updated ? recording_handler::updated(e.old, e.cur)
                                                           : recording_handler::deleted(e.cur, e.final);
            recording_handler::now(this, c);
        }
        if (plan_.call_ms == 0 || batch.empty()) continue;
        pauses_ = true;
        co_await linger();
        pauses_ = false;
    }
}

task<> handler_log::linger() &
{
    co_await view_.time.sleep_for(std::chrono::milliseconds(plan_.call_ms));
}

void handler_log::bad(char const* property, call const& c, std::string const& why) const
{
    auto text = name_ + " got " + std::string(verb(c.what)) + " " + to_string(c.of);
    if (c.old) text += " old " + to_string(*c.old);
    if (c.cur) text += " new " + to_string(*c.cur);
    auto const seen = folded_.find(c.of);
    text += seen == folded_.end() ? ", had none" : ", had " + to_string(seen->second);
    violation found(property, text + ": " + why);
    if (!view_.failure) view_.failure = found;
    throw found;
}

void handler_log::begin(call const& c)
{
    auto line = name_ + " " + std::string(verb(c.what)) + " " + to_string(c.of);
    if (c.cur) line += " " + to_string(*c.cur);
    if (c.what == kind::added && c.initial == initial_list::yes) line += " initial";
    if (c.what == kind::deleted && c.final == final_state::unknown) line += " final state unknown";
    view_.trace(line);
    view_.hash.mix(line);
    view_.hash.mix(static_cast<std::uint64_t>(view_.time.now().time_since_epoch().count()));
    if (running_) bad("P13", c, "called while another call is under way");
    if (removed) bad("P13", c, "called after remove() has ended");
    if (view_.stopped && !plan_.pulls) bad("P13", c, "called after run() has ended");
    running_ = true;
    ++calls_;
    bool const resync = c.what == kind::updated && c.old == c.cur;
    // A change that waits for a merging handler may end as it began, if the server's history went back
    // meanwhile.
    bool const may_fold = plan_.options.policy == overflow::merge && !one_epoch();
    if (resync && resync_ms() == 0 && !may_fold)
        bad("P18", c, "nothing has changed, and this handler is to have no resync");
    if (!resync) last_news_ns = view_.time.now().time_since_epoch().count();
    check(c);
    view_.told(moment::handler_called);
}

void handler_log::end()
{
    running_ = false;
    if (plan_.throws_every != 0 && calls_ % plan_.throws_every == 0) {
        ++view_.sometimes["a handler throws"];
        throw std::runtime_error("a handler that fails");
    }
}

void handler_log::store_at(version v)
{
    if (store_.empty() || store_.back().first < v) store_.emplace_back(v, calls_);
}

void handler_log::begin_epoch(unsigned e, version from)
{
    epoch = e;
    since = from;
    store_.clear();
}

void handler_log::adopt_versions(objects const& stored)
{
    for (auto& [k, s] : folded_)
        if (auto const at = stored.find(k); at != stored.end() && is_same_but_for_version(s, at->second))
            s.at = at->second.at;
}

void handler_log::check_genuine(call const& c, state const& s)
{
    if (view_.truth.ever(c.of, s, false) || view_.truth.ever(c.of, s, true)) return;
    auto const* e = view_.truth.at(s.at);
    if (!e || e->of != c.of) bad("P1", c, "this object had no such version in this scope");
    bool const left = history::seen_by(view_.truth.of(), *e) == history::view::deleted;
    bad("P1", c, "at this version it was " + to_string(left ? e->was : e->is));
}

// P2: the versions of an object go back only when the server's did, once for each restore.
void handler_log::check_order(call const& c, version at)
{
    auto& last = last_[c.of];
    if (at < last.at && ++last.backs > view_.all.epochs() - view_.born) bad("P2", c, "goes back in versions");
    last.at = at;
    last.ns = view_.time.now().time_since_epoch().count();
    shown_.insert({c.of, at});
}

// P14: what waits for a handler is bounded, with overflow::block by the capacity, with overflow::merge by
// folding. So a state that the handler is shown was overtaken a bounded number of calls ago: those of the
// batch in its hands, of the changes that may wait, and of one more batch.
void handler_log::check_queue(call const& c, version at)
{
    if (epoch != view_.all.epochs() || store_.empty()) return;
    auto const* overtaken = view_.truth.next(c.of, at);
    if (!overtaken || overtaken->at > store_.back().first) return;
    auto const known =
        std::ranges::lower_bound(store_, overtaken->at, {}, [](auto const& s) { return s.first; });
    auto const batch = std::max(view_.batch, 2 * view_.truth.keys());
    auto const most = plan_.options.capacity + 2 * batch;
    auto const waited = calls_ - known->second;
    if (waited > most / 4) ++view_.sometimes["a handler's queue is a quarter full"];
    if (waited > most)
        bad("P14", c,
            "the store went past it " + std::to_string(waited) + " calls ago, " + std::to_string(most) +
                " at most may wait");
}

void handler_log::check(call const& c)
{
    if (c.cur) check_genuine(c, *c.cur);
    if (c.old) check_genuine(c, *c.old);
    auto const at = c.cur ? c.cur->at : c.old->at;
    check_order(c, at);
    check_queue(c, at);
    auto const had = folded_.find(c.of);
    if (c.what == kind::added) {
        if (had != folded_.end()) bad("P4", c, "added twice");
        check_added(c);
        folded_[c.of] = *c.cur;
        ended_.erase(c.of);
        return;
    }
    if (had == folded_.end() && c.what == kind::deleted && ended_.contains(c.of))
        bad("P6", c, "deleted twice");
    if (had == folded_.end()) bad("P4", c, "it was never added");
    if (c.what == kind::updated) return check_updated(c, had->second);
    check_deleted(c, had->second);
    folded_.erase(had);
    ended_.insert(c.of);
}

void handler_log::check_added(call const& c)
{
    if (c.initial == initial_list::yes && synced)
        bad("P12", c, "the initial flag is set, after this handler had synced");
    auto const first = view_.first_list(c.of.ns);
    if (one_epoch() && first == 0) bad("S1", c, "shown before anything of the server had arrived");
    bool const listed = one_epoch() && c.cur->at <= first;
    if (c.initial == initial_list::no && listed)
        bad("P12", c, "an object of the first list, without the initial flag");
}

void handler_log::check_updated(call const& c, state& had)
{
    if (c.old->uid != c.cur->uid && plan_.as_update)
        ++view_.sometimes["a replaced object is shown as an update"];
    else if (c.old->uid != c.cur->uid)
        bad("P4", c, "an update from one uid to another");
    if (one_epoch() ? *c.old != had : !is_same_but_for_version(*c.old, had))
        bad("P4", c, "old is not the state that was shown last");
    for (auto const* e : view_.truth.between(c.old->at, c.cur->at - 1)) skipped_ |= e->of == c.of;
    had = *c.cur;
}

void handler_log::check_deleted(call const& c, state const& had)
{
    // After a restore that the handler was not shown, it may be told of the end of an object that it never
    // knew.
    bool const sure = epoch == view_.all.epochs();
    if (sure && c.old->uid != had.uid) bad("P6", c, "the end of another uid");
    bool const ended = view_.truth.ever(c.of, *c.old, true);
    if (filtered_ && !ended && c.final == final_state::known) { // the object only left the handler's filter
        ++view_.sometimes["an object leaves a handler's filter"];
        return;
    }
    // A restored server gives versions out again. So one version may be that of a live object in one epoch,
    // and that of its end in another: then both answers are right.
    bool const either = ended && !one_epoch() && view_.truth.ever(c.of, *c.old, false);
    if (!either && ended != (c.final == final_state::known))
        bad("P6", c, "the call is wrong about whether the final state is known");
}

} // namespace simulation
