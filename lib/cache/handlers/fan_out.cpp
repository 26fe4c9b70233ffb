// How handlers come and go, and what is next for one of them. fan_out_changes.cpp has the log, and handlers
// that are too slow for it, and fan_out_waits.cpp has the waits.
#include "cache/handlers/fan_out.hpp"

#include "core/exceptions.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

// The errors with which handlers end.
api_error ended_by(std::exception_ptr const& ending, handler_group const& group)
{
    auto const why = ending ? "the informer has ended: " + message_of(ending) : std::string();
    return api_error(errc::stopped, group.handler_name(), why);
}

api_error without_context(handler_group const& group)
{
    return api_error(errc::stopped, group.handler_name(),
                     "the execution context of its executor was destroyed");
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

// ---- handlers come and go

fan_out::submission fan_out::submit(untyped_handler from, handler_options const& options)
{
    auto h = handler::make(std::move(from), options, group_->counts->series_of(options.name));
    bool const awaited = h->returns_tasks();
    // Throws if no strand can be made of the executor, before anything else has happened.
    if (awaited && options.executor) (void)strand_of(options.executor);
    auto const form = awaited ? call_form::awaited : call_form::plain;
    {
        auto const held = group_->hold();
        if (!group_->is_closed(held)) {
            auto* const queue =
                h->event_request() ? nullptr : &queues_.find_or_make(held, options.executor, form);
            roster_.submitted.push_back(h);
            if (queue)
                queue->join(held, *h);
            else
                h->add_reference(); // dropped at the handler's end, like the reference of a strand in a queue
            return {h, roster_.submitted.size() == 1};
        }
    }
    h->destroy_callables(); // the client's execution context has ended, so that no call will ever come
    return {h, false};
}

void fan_out::admit_submitted()
{
    std::vector<handler_ptr> all;
    {
        auto const held = group_->hold();
        all.swap(roster_.submitted);
    }
    for (auto const& h : all)
        if (roster_.awaits_snapshot && h->skips_restored())
            roster_.held_back.push_back(h);
        else
            admit(h, replay::yes);
}

// The first batch is in the log, if that was a snapshot; or it comes next, if it is not.
void fan_out::admit_held_back(replay how)
{
    roster_.awaits_snapshot = false;
    for (auto const& h : std::exchange(roster_.held_back, {})) admit(h, how);
}

void fan_out::admit(handler_ptr const& h, replay how)
{
    std::optional<present_objects> objects;
    if (!stopped_ && how == replay::yes) objects.emplace(objects_of_log());
    {
        auto const held = group_->hold();
        if (auto* const queue = h->queue(held)) queue->take_out(held, *h);
        if (stopped_)
            stop(held, *h, *stopped_);
        else if (h->has_lost_context(held))
            stop(held, *h, without_context(*group_));
        else
            begin(held, *h, objects && objects->size() != 0 ? &*objects : nullptr);
    }
    settle();
    changed_.notify();
}

// Gives a handler that was admitted its first work: a replay of these objects, unless it is null.
void fan_out::begin(held_lock const& held, handler& h, present_objects const* objects)
{
    auto const now = group_->env.time->now();
    auto const resync_period = h.admit(held);
    ++roster_.active;
    if (!h.event_request()) sync_.join();
    overflow_.admit(group_->log.end(), h.capacity());
    if (h.event_request() || objects) {
        auto& own = h.fall_behind(held);
        if (objects) {
            own.changes.begin(*objects, now);
            own.reached = 0;
            own.version.clear();
        }
    }
    if (h.event_request()) roster_.followers.push_back(&h);
    if (objects) slow_.begin();
    resyncs_.add(h, resync_period);
    proceed(held, h);
}

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
    if (std::erase(roster_.held_back, h) != 0) admit(h, replay::no);
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

// Ends a handler. If it is being called, finish() follows when the runner has returned it.
void fan_out::stop(held_lock const& held, handler& h, api_error const& why)
{
    if (h.has_ended(held)) return;
    if (!h.is_admitted(held))
        ++roster_.leaving; // `active` has not counted this handler yet
    else if (!h.is_draining(held))
        deactivate(held, h);
    std::erase(roster_.followers, &h);
    h.end(held, why);
    if (h.is_running(held)) return h.queue(held)->cancel_call(held, h);
    if (auto* const queue = h.queue(held)) queue->take_out(held, h);
    if (auto* const request = h.event_request()) request->arrived.notify();
    finish(held, h);
}

// Lets a handler handle what waits for it, and then end. A handler of events() has no callables to handle its
// changes, so it ends at once, and its changes are dropped.
void fan_out::drain(held_lock const& held, handler& h, api_error const& why)
{
    if (h.has_ended(held) || h.is_draining(held)) return;
    if (h.event_request()) return stop(held, h, why);
    deactivate(held, h);
    h.begin_draining(held, why);
    if (h.where(held) == handler_strand::place::outside) proceed(held, h);
}

// The handler has ended, and is not being called.
void fan_out::finish(held_lock const& held, handler& h)
{
    auto& last = roster_.ended.emplace_back(); // first, because it is what needs memory
    --roster_.leaving;
    failures_.forget(&h);
    slow_.forget(h.series()->name);
    last = {handler_ptr(&h, false), queues_.leave(held, h)};
}

task<> fan_out::stop(std::exception_ptr ending) &
{
    sync_.freeze(); // a sync that has happened stays true, and none happens from now on
    stopped_ = ended_by(ending, *group_);
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
    slow_.end();
    batch_.rest = {}; // distribute() was cancelled, perhaps in the middle of a list
    count_rest(0);
    changed_.notify();
    while (roster_.leaving != 0) co_await changed_.wait();
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
    if (h.has_lost_context(held)) return stop(held, h, without_context(*group_));
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
// log.
void fan_out::proceed(held_lock const& held, handler& h)
{
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
}

} // namespace coinformer::detail
