#include "handler.hpp"
#include "world.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace small_worlds {

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

constexpr unsigned longest_wait = 3; // boundaries: two pages, a watch, and the idle watch
constexpr unsigned longest_wait_later = 2;

// The call ends when the result is destroyed, also if its task never begins.
std::shared_ptr<story> until_end(story& of)
{
    return {&of, [](story* s) { s->end(); }};
}

} // namespace

// Decides what happens next, and how many boundaries later.
void small_world::draw_next(bool first)
{
    std::vector<kind> possible;
    if (writes_ != 0) possible.push_back(kind::write);
    if (faults_ != 0) possible.push_back(kind::fault);
    if (acts_ != 0) possible.push_back(kind::act);
    next_.reset();
    if (possible.empty()) return;
    auto const which = choices_.choose(static_cast<unsigned>(possible.size()));
    auto const wait = choices_.choose((first ? longest_wait : longest_wait_later) + 1);
    next_ = upcoming{possible[which], wait};
}

// Lets everything happen whose time has come. Returns the fault, if there is one.
std::optional<fault> small_world::at_boundary(boundary at, bool asks_for_version)
{
    if (std::exchange(must_tell_, false) && !broken_)
        broken_ = simulation::violation("P17", "the wait for the sync was not told that the list is refused");
    if (next_) last_happening_ = scheduler_.now();
    while (next_ && !cancelled_) {
        if (next_->wait != 0) {
            --next_->wait;
            return std::nullopt;
        }
        auto const now = *std::exchange(next_, std::nullopt); // time may pass, and bring other boundaries
        if (now.what == kind::fault) {
            auto const f = choose_fault(at, asks_for_version);
            draw_next(false);
            return f;
        }
        bool time_passed = false;
        if (now.what == kind::write)
            write();
        else
            time_passed = act(at);
        draw_next(false);
        if (time_passed) break;
    }
    return std::nullopt;
}

fault small_world::choose_fault(boundary at, bool asks_for_version)
{
    occasion o{.at = at, .asks_for_version = asks_for_version, .has_writes = !server_->all.events().empty()};
    if (at == boundary::idle) {
        auto const idle = idle_lanes();
        struck_ = idle[choices_.choose(static_cast<unsigned>(idle.size()))];
        o.has_events = struck_->open->has_events();
        o.has_sent = struck_->open->has_sent();
        o.can_go_back = struck_->position > 1;
    }
    auto const possible = faults_at(o);
    auto const f = possible[choices_.choose(static_cast<unsigned>(possible.size()))];
    say("fault: " + std::string(name_of(f)));
    --faults_;
    must_tell_ = f == fault::forbidden && at == boundary::page && server_->lanes().front()->first_list == 0 &&
                 !of_.of->two_namespaces;
    return f;
}

// An object that has never existed is offered only if all objects before it have: the objects' names make no
// difference.
void small_world::write()
{
    enum class how { put, remove, recreate, leave };
    struct option {
        how what;
        unsigned object;
    };
    std::vector<option> possible;
    auto& all = server_->all;
    for (unsigned i = 0; i != most_objects && i <= all.known_objects(); ++i) {
        possible.push_back({how::put, i});
        if (!all.exists(i)) continue;
        possible.push_back({how::remove, i});
        possible.push_back({how::recreate, i});
        if (of_.of->selects) possible.push_back({how::leave, i});
    }
    auto const chosen = possible[choices_.choose(static_cast<unsigned>(possible.size()))];
    auto const object = chosen.object;
    auto const name = name_of(object);
    switch (chosen.what) {
    case how::put:
        say("write: " + name + (all.exists(object) ? " changes" : " is created"));
        all.put(object);
        break;
    case how::remove:
        say("write: " + name + " is deleted");
        all.remove(object);
        break;
    case how::recreate:
        say("write: " + name + " is deleted and created again");
        all.remove(object);
        all.put(object);
        break;
    case how::leave: say("write: " + name + " leaves the selector"); all.leave(object);
    }
    --writes_;
    await_write();
}

// Returns true if time has passed, so that the watch may not be idle any more.
bool small_world::act(boundary at)
{
    enum class how { add, drop, drain, pass, stop };
    std::vector<how> possible;
    if (handlers_.size() < 3) possible.push_back(how::add);
    bool const any = std::ranges::any_of(handlers_, [](auto const& h) { return !h->log.removing; });
    if (any) possible.push_back(how::drop);
    if (any && of_.of->handler != habit::kind::pulls) possible.push_back(how::drain);
    if (at == boundary::idle) possible.push_back(how::pass);
    if (acts_ == 1 && writes_ == 0 && faults_ == 0) possible.push_back(how::stop); // nothing comes after it
    auto const chosen =
        possible.empty() ? how::pass : possible[choices_.choose(static_cast<unsigned>(possible.size()))];
    --acts_;
    switch (chosen) {
    case how::add: add_handler(true); break;
    case how::drop: remove_handler(removal::drop); break;
    case how::drain: remove_handler(removal::drain); break;
    case how::pass:
        say("user: 40 seconds pass");
        if (at == boundary::idle) pass(40s);
        return at == boundary::idle;
    case how::stop:
        say("user: the informer is cancelled");
        cancelled_ = true; // when this step has ended, so that nothing is cancelled from inside of itself
    }
    return false;
}

void small_world::add_handler(bool late)
{
    auto const name = "handler " + std::to_string(handlers_.size());
    auto const at = simulation::version_number(informer_->snapshot().resource_version());
    if (late) say("user: " + name + " is added");
    auto& h = *handlers_.emplace_back(std::make_unique<handler>(story(name, *of_.of, *server_, at, late)));
    auto const& how = *of_.of;
    handler_options options;
    options.policy = how.policy;
    options.capacity = how.handler_capacity;
    if (late && how.resync_s != 0) options.resync = 0s; // the others have one, and this one has none
    if (how.as_update) options.replaced = replaced_objects::as_update;
    if (how.handler == habit::kind::pulls) {
        h.events.emplace(informer_->events(options));
        h.reader = simulation::errand::start(env_, pull(&h), "");
    } else {
        h.registration = informer_->on_change(callables(&h), options);
    }
}

handlers<thing> small_world::callables(handler* h)
{
    auto const call = [this, h](story::call const& c) {
        try {
            h->log.begin(c);
        } catch (simulation::violation const& v) {
            if (!broken_) broken_ = v;
        }
    };
    if (of_.of->handler == habit::kind::slow)
        return {.added = [this, h, call](object_ptr<thing> const& o, initial_list i) -> task<> {
                    call({event_kind::added, {}, o, i == initial_list::yes, false});
                    return linger(until_end(h->log));
                },
                .updated = [this, h, call](object_ptr<thing> const& a, object_ptr<thing> const& b) -> task<> {
                    call({event_kind::updated, a, b});
                    return linger(until_end(h->log));
                },
                .deleted = [this, h, call](object_ptr<thing> const& o, final_state s) -> task<> {
                    call({event_kind::deleted, {}, o, false, s == final_state::known});
                    return linger(until_end(h->log));
                }};
    auto const quick = [this, h, call](story::call const& c) {
        call(c);
        h->log.end();
        if (of_.of->handler == habit::kind::throws && h->log.calls() % 2 == 1)
            throw std::runtime_error("on purpose");
    };
    return {.added = [quick](object_ptr<thing> const& o,
                             initial_list i) { quick({event_kind::added, {}, o, i == initial_list::yes}); },
            .updated = [quick](object_ptr<thing> const& a,
                               object_ptr<thing> const& b) { quick({event_kind::updated, a, b}); },
            .deleted =
                [quick](object_ptr<thing> const& o, final_state s) {
                    quick({event_kind::deleted, {}, o, false, s == final_state::known});
                }};
}

task<> small_world::linger(std::shared_ptr<story>)
{
    co_await env_.time->sleep_for(1500ms);
}

task<> small_world::pull(handler* h)
{
    for (;;) {
        auto const batch = co_await h->events->next_batch();
        for (auto const& e : batch) {
            try {
                h->log.begin(
                    {e.kind, e.old, e.cur, e.initial == initial_list::yes, e.final == final_state::known});
            } catch (simulation::violation const& v) {
                if (!broken_) broken_ = v;
            }
            h->log.end();
        }
        co_await env_.time->sleep_for(1500ms);
    }
}

void small_world::remove_handler(removal how)
{
    auto const it = std::ranges::find_if(handlers_, [](auto const& h) { return !h->log.removing; });
    auto& h = **it;
    say("user: " + h.log.name() + " is removed, " + (how == removal::drop ? "at once" : "by a drain"));
    h.log.removing = true;
    if (h.events) {
        after_step_ = [&h] { h.reader->cancel(); };
        return;
    }
    h.removal = simulation::errand::start(env_, remove(&h, how), "");
}

task<> small_world::remove(handler* h, removal how)
{
    auto const at = simulation::version_number(informer_->snapshot().resource_version());
    co_await h->registration.remove(how);
    if (h->log.is_running() && !broken_)
        broken_ = simulation::violation("P13", h->log.name() + " runs after its remove() has ended");
    bool const is_whole = how == removal::drop || cancelled_ || has_reached(*h, at);
    if (!is_whole && !broken_)
        broken_ = simulation::violation("P21", h->log.name() + " was drained and has not seen version " +
                                                   std::to_string(at));
    h->log.removed = true;
}

} // namespace small_worlds
