#include "handler_log.hpp"

#include <boost/asio/post.hpp>

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

/// The callables: plain, or ones that take their time.
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
        return h;
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
    return h;
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
    if (running_) bad("P13", c, "called while another call is under way");
    if (removed) bad("P13", c, "called after remove() has ended");
    if (view_.stopped) bad("P13", c, "called after run() has ended");
    running_ = true;
    ++calls_;
    last_call_ns = view_.time.now().time_since_epoch().count();
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

void handler_log::check_genuine(call const& c, state const& s)
{
    if (view_.all.epochs() > 1) return; // what it shows may never have happened
    auto const* e = view_.truth.at(s.at);
    if (!e || e->of != c.of) bad("P1", c, "no such version of this object in this scope");
    bool const left = history::seen_by(view_.truth.of(), *e) == history::view::deleted;
    auto const& then = left ? e->was : e->is;
    if (then.uid != s.uid || then.value != s.value || then.tier != s.tier)
        bad("P1", c, "at this version it was " + to_string(then));
}

void handler_log::check(call const& c)
{
    if (c.cur) check_genuine(c, *c.cur);
    if (c.old) check_genuine(c, *c.old);
    auto const had = folded_.find(c.of);
    bool const one_epoch = view_.all.epochs() == 1;
    auto const newest = last_.find(c.of);
    auto const at = c.cur ? c.cur->at : c.old->at;
    if (one_epoch && newest != last_.end() && at < newest->second) bad("P2", c, "goes back in versions");
    last_[c.of] = std::max(at, newest == last_.end() ? 0 : newest->second);
    if (!one_epoch) last_[c.of] = at;
    shown_.insert({c.of, at});

    if (c.what == kind::added) {
        if (had != folded_.end()) bad("P4", c, "added twice");
        if (c.initial == initial_list::yes && synced) bad("P12", c, "initial, after this handler had synced");
        bool const listed = one_epoch && c.cur->at <= view_.first_list();
        if (c.initial == initial_list::no && listed) bad("P12", c, "of the first list, and not called initial");
        folded_[c.of] = *c.cur;
        return;
    }
    if (had == folded_.end()) bad(c.what == kind::deleted ? "P6" : "P4", c, "it was never added, or is deleted");
    if (c.what == kind::updated) {
        if (c.old->uid != c.cur->uid) bad("P4", c, "an update from one uid to another");
        if (*c.old != had->second) bad("P4", c, "old is not the state that was shown last");
        for (auto const* e : view_.truth.between(c.old->at, c.cur->at - 1)) skipped_ |= e->of == c.of;
        had->second = *c.cur;
        return;
    }
    if (one_epoch && c.old->uid != had->second.uid) bad("P6", c, "the end of another uid");
    if (one_epoch) {
        auto const* e = view_.truth.at(c.old->at);
        bool const ended = e && history::seen_by(view_.truth.of(), *e) == history::view::deleted;
        if (ended != (c.final == final_state::known)) bad("P6", c, "whether its final state is known is not as told");
    }
    folded_.erase(had);
}

} // namespace simulation
