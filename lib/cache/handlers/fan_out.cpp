// How handlers go, and what is next for one of them. fan_out_admission.cpp says how they come,
// fan_out_changes.cpp has the log, and handlers that are too slow for it, and fan_out_waits.cpp has the
// waits.
#include "cache/handlers/fan_out.hpp"

#include "core/exceptions.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

// The error with which handlers end when their informer does.
api_error ended_by(std::exception_ptr const& ending, handler_group const& group)
{
    auto const why = ending ? "the informer has ended: " + message_of(ending) : std::string();
    return api_error(errc::stopped, group.handler_name(), why);
}

} // namespace

fan_out::fan_out(environment env, executor handlers, std::function<snapshot_ref()> present,
                 handled_collection of, std::size_t sources, memory_counts_ptr memory)
    : context_member(env.ex), group_(new handler_group(std::move(env), std::move(of), std::move(memory))),
      reminder_(group_->env, run_reminder::warning_for_informer_of(group_->of.resource)),
      queues_(*group_, std::move(handlers)), present_(std::move(present)),
      resyncs_(*group_->env.time, group_->env.ex, [this] { resync_due_handlers(); }),
      slow_(group_->env, group_->of.path, [this] { return group_->counts->waiting_by_name(); }),
      failures_(sources)
{
    auto look = [this](handler_series const* of) { return waiting_for(of); };
    group_->counts = std::make_unique<handler_metrics>(*group_, std::move(look));
}

std::shared_ptr<fan_out> fan_out::make_shared(environment env, executor handlers,
                                              std::function<snapshot_ref()> present, handled_collection of,
                                              std::size_t sources, memory_counts_ptr memory)
{
    auto made = std::shared_ptr<fan_out>(new fan_out(std::move(env), std::move(handlers), std::move(present),
                                                     std::move(of), sources, std::move(memory)));
    made->group_->informer_side = made;
    return made;
}

void fan_out::count_with(informer_labels labels)
{
    group_->counts->count_with(std::move(labels));
}

fan_out::~fan_out()
{
    group_->counts->forget_informer();
    release_handlers();
}

// The client's execution context ends. A handler that holds its own informer, or a lister of it, would keep
// both alive for ever, so the callables are destroyed here.
void fan_out::context_ends() noexcept
{
    auto const self = weak_from_this().lock(); // a callable may hold the last reference
    release_handlers();
}

// Destroys the callables of all handlers, which are not called any more. A handler that is being called now
// is left to its runner, which does the same when the call has ended.
void fan_out::release_handlers() noexcept
{
    std::vector<handler_roster::departed> all;
    {
        auto const held = group_->hold();
        group_->close(held);
        auto const take = [&](handler& h) {
            all.push_back({handler_ptr(&h, false), queues_.leave(held, h)});
        };
        for (auto* const waiting : {&roster_.submitted, &roster_.held_back})
            for (auto const& h : std::exchange(*waiting, {})) {
                if (auto* const queue = h->queue(held)) queue->take_out(held, *h);
                take(*h);
            }
        for (auto* const s : queues_.take_all(held)) take(static_cast<handler&>(*s));
        while (auto* const s = group_->take_returned(held)) take(static_cast<handler&>(*s));
        for (auto* const h : std::exchange(roster_.followers, {}))
            if (h->event_request()) take(*h);
    }
    for (auto const& d : all) d.ended_handler->destroy_callables();
}

// Does what must not be done while the lock is held: destroys callables, which are the user's, and posts to
// executors.
void fan_out::settle()
{
    for (auto const& d : std::exchange(roster_.ended, {})) d.ended_handler->destroy_callables();
    queues_.start_runners();
    bool review = false;
    {
        auto const held = group_->hold();
        review = group_->claim_review(held);
    }
    try {
        if (review) group_->post_review();
    } catch (...) {
        group_->unclaim_review(group_->hold());
        throw;
    }
    resyncs_.arm();
}

// ---- handlers go

task<> fan_out::remove(handler_ptr h, removal how)
{
    auto const self = shared_from_this(); // the informer may be destroyed while this waits
    begin_removal(h, how);
    auto const is_running = [&] {
        auto const held = group_->hold();
        return !h->has_ended(held) || h->where(held) != handler_strand::place::outside;
    };
    while (is_running()) co_await changed_.wait();
}

void fan_out::begin_removal(handler_ptr const& h, removal how)
{
    admit_submitted(); // another thread may have submitted the handler, and not posted the admission yet
    auto& held_back = roster_.held_back;
    if (auto const found = std::ranges::find(held_back, h); found != held_back.end()) {
        held_back.splice(held_back.begin(), held_back, found);
        admit_first(held_back, replay::no);
    }
    api_error const why(errc::stopped, group_->handler_name(), "it was removed");
    {
        auto const held = group_->hold();
        if (how == removal::drop)
            stop(held, *h, why);
        else
            drain(held, *h, why);
    }
    settle();
    // wakes waits for the handler's sync, and an informer that waits for the handler to make room
    changed_.notify();
}

// From now on the handler is not active: it reads no new segments of the log, the sync does not wait for it,
// and it gets no resyncs.
void fan_out::deactivate(held_lock const& held, handler& h)
{
    --roster_.active;
    ++roster_.leaving;
    if (!h.is_synced(held) && !h.event_request()) sync_.leave();
    resyncs_.remove(h);
}

// Ends a handler. If it is being called, finish() follows when the runner has returned it. Without memory,
// the handler is as it was: what needs memory comes before what others can see.
void fan_out::stop(held_lock const& held, handler& h, api_error const& why)
{
    if (h.has_ended(held)) return;
    auto record = h.record_of_end(held, why);
    bool const is_running = h.is_running(held);
    if (is_running)
        h.queue(held)->cancel_call(held, h); // has an effect after end(), when the lock is free
    else
        roster_.ended.emplace_back();
    if (!h.is_admitted(held))
        ++roster_.leaving; // `active` has not counted this handler yet
    else if (!h.is_draining(held))
        deactivate(held, h);
    std::erase(roster_.followers, &h);
    h.end(held, std::move(record));
    if (is_running) return;
    if (auto* const queue = h.queue(held)) queue->take_out(held, h);
    if (auto* const request = h.event_request()) request->arrived.notify();
    depart(held, h);
}

// Lets a handler handle what waits for it, and then end. Without memory to begin that, the handler is as it
// was.
void fan_out::drain(held_lock const& held, handler& h, api_error const& why)
{
    if (h.has_ended(held) || h.is_draining(held)) return;
    h.begin_draining(held, why);
    deactivate(held, h);
    if (h.where(held) == handler_strand::place::outside) proceed(held, h);
}

// The handler has ended, and is not being called.
void fan_out::finish(held_lock const& held, handler& h)
{
    roster_.ended.emplace_back(); // first, because it is what needs memory
    depart(held, h);
}

// Puts the handler into the place that was made for it.
void fan_out::depart(held_lock const& held, handler& h)
{
    --roster_.leaving;
    failures_.forget(&h);
    slow_.forget(h.series()->name);
    roster_.ended.back() = {handler_ptr(&h, false), queues_.leave(held, h)};
}

task<> fan_out::stop(std::exception_ptr ending) &
{
    sync_.freeze(); // a sync that has happened stays true, and none happens from now on
    stopped_ = ended_by(ending, *group_);
    try {
        stop_all();
    } catch (...) {
        wake_all(); // because nobody tries again to end the handlers, for which there is no memory
        throw;
    }
    slow_.end();
    batch_.rest = {}; // distribute() was cancelled, perhaps in the middle of a list
    count_rest(0);
    changed_.notify();
    while (roster_.leaving != 0) co_await changed_.wait();
}

// Wakes all waits, also those for handlers that were not admitted.
void fan_out::wake_all()
{
    changed_.notify();
    auto const wake = [](handler const& h) {
        if (auto* const request = h.event_request()) request->arrived.notify();
    };
    for (auto const* const h : roster_.followers) wake(*h);
    for (auto const& h : roster_.held_back) wake(*h);
    auto const held = group_->hold();
    for (auto const& h : roster_.submitted) wake(*h);
}

void fan_out::stop_all()
{
    admit_held_back(replay::no);
    admit_submitted();
    {
        auto const held = group_->hold();
        std::vector<handler*> all;
        auto const add = [&](handler_strand& s) { all.push_back(&static_cast<handler&>(s)); };
        queues_.for_each_idle(held, add);
        queues_.for_each_busy(held, add);
        group_->for_each_returned(held, add);
        std::ranges::copy_if(roster_.followers, std::back_inserter(all),
                             [](auto* h) { return h->event_request() != nullptr; });
        for (auto* const h : all) stop(held, *h, *stopped_);
    }
    settle();
}

// ---- what is next for one handler

// Without memory for a review, the handler waits for the next one.
void fan_out::review_returned()
{
    {
        auto const held = group_->hold();
        while (auto* const s = group_->take_returned(held)) {
            try {
                review(held, static_cast<handler&>(*s));
            } catch (...) {
                bool const is_nowhere = s->where(held) == handler_strand::place::outside;
                if (is_nowhere) group_->return_for_review(held, *s);
                group_->unclaim_review(held);
                throw;
            }
        }
    }
    settle();
    changed_.notify();
}

void fan_out::review(held_lock const& held, handler& h)
{
    h.clear_review(held);
    if (h.has_ended(held)) return finish(held, h);
    if (h.has_lost_context(held)) return stop(held, h, without_context());
    if (h.queue_of_its_own(held)) note_handled(held, h);
    proceed(held, h);
}

// The handler has handled the changes that it was given from its own queue.
void fan_out::note_handled(held_lock const& held, handler& h)
{
    auto& own = *h.queue_of_its_own(held);
    if (auto const work = std::exchange(own.at_hand, nullptr)) {
        own.reached = std::max(own.reached, work->end);
        if (!work->version.empty()) own.version = work->version;
    }
    mark_synced_if_due(held, h);
}

// Marks the handler as synced if it has handled the first list. If not, it is reviewed again after its next
// work.
void fan_out::mark_synced_if_due(held_lock const& held, handler& h)
{
    if (h.is_synced(held) || !sync_.has_first_list()) return;
    if (!sync_.includes_first_list(h.reached(held))) return h.request_review(held);
    h.mark_synced(held);
    if (!h.event_request() && !h.is_draining(held)) sync_.leave();
    changed_.notify();
}

// The handler has nothing at hand. Gives it the next changes of its own queue, or lets it catch up with the
// log. Without memory, the handler is reviewed again after the next change.
void fan_out::proceed(held_lock const& held, handler& h)
try {
    auto* const own = h.queue_of_its_own(held);
    if (h.event_request() && own->changes.size() != 0) return h.event_request()->arrived.notify();
    if (own) {
        bool const was_merging = own->changes.is_merging();
        if (auto work = own->changes.take()) {
            own->at_hand = std::move(work);
            return h.queue(held)->put(held, h);
        }
        own->reached = std::max(own->reached, own->changes.log_end());
        if (auto const* const why = h.ends_with(held)) return stop(held, h, api_error(*why));
        if (h.event_request()) return mark_synced_if_due(held, h);
        if (was_merging) std::erase(roster_.followers, &h);
        h.catch_up(held);
    }
    mark_synced_if_due(held, h);
    h.queue(held)->put(held, h);
} catch (...) {
    bool const is_nowhere = h.queue(held) && h.where(held) == handler_strand::place::outside;
    if (is_nowhere) group_->return_for_review(held, h);
    throw;
}

} // namespace coinformer::detail
