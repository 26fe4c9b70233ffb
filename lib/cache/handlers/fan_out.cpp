// Longer than 400 lines because every part of it moves the same handlers from state to state, under one lock.
#include "cache/handlers/fan_out.hpp"

#include "api/client/watch_rules.hpp"
#include "core/exceptions.hpp"
#include "core/scoped_count.hpp"
#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

constexpr std::size_t portion_size = 256; // number of changes that are appended to the log at a time

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
    if (review) group_->post_review();
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
    --roster_.leaving;
    failures_.forget(&h);
    slow_.forget(h.series()->name);
    roster_.ended.push_back({handler_ptr(&h, false), queues_.leave(held, h)});
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

void fan_out::review_returned()
{
    {
        auto const held = group_->hold();
        while (auto* const s = group_->take_returned(held)) review(held, static_cast<handler&>(*s));
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

// ---- the log, and handlers that are too slow for it

// Appends one portion to the log, and applies the overflow policy of each handler whose queue is too long
// now.
void fan_out::append(std::vector<change> changes, std::string version)
{
    // set before handlers are called, because their status shows it
    if (!version.empty()) batch_.version = version;
    std::vector<handler_ptr> full;
    {
        auto const held = group_->hold();
        group_->log.append(std::move(changes), std::move(version), group_->env.time->now(), roster_.active);
        queues_.wake_idle(held);
        update_followers(held, full);
        if (overflow_.must_check(group_->log.end())) find_full(held, full);
    }
    for (auto const& h : full) apply_policy(*h);
    slow_.begin();
    settle();
}

// The log has grown: merges the new changes for handlers that merge, and wakes next_batch() of handlers
// without callables.
void fan_out::update_followers(held_lock const& held, std::vector<handler_ptr>& full)
{
    for (auto* const h : roster_.followers) {
        auto& changes = h->queue_of_its_own(held)->changes;
        if (changes.is_merging()) changes.merge();
        if (!h->event_request()) continue;
        if (changes.size() != 0) h->event_request()->arrived.notify();
        if (changes.log_size() > h->capacity()) full.emplace_back(h);
    }
}

// Finds the handlers whose queues are too long. It also tells `overflow_` up to which length of the log no
// further check is needed.
void fan_out::find_full(held_lock const& held, std::vector<handler_ptr>& full)
{
    auto const end = group_->log.end();
    overflow_.begin_check();
    auto const check = [&](handler_strand& s) {
        auto& h = static_cast<handler&>(s);
        auto const* const own = h.queue_of_its_own(held);
        if (h.has_ended(held) || h.is_draining(held) || (own && own->changes.is_merging())) return;
        auto const waiting = h.log_size(held);
        if (waiting > h.capacity()) full.emplace_back(&h);
        overflow_.note(end, waiting, h.capacity());
    };
    queues_.for_each_busy(held, check);
    group_->for_each_returned(held, check);
}

// Does what a handler's overflow policy says. The queue is measured again, because the handler may have
// caught up in the meantime, on another thread.
void fan_out::apply_policy(handler& h)
{
    {
        auto const held = group_->hold();
        if (h.has_ended(held)) return;
        queue_level const level{.waiting = h.log_size(held),
                                .capacity = h.capacity(),
                                .newest_batch = static_cast<std::size_t>(group_->log.end() - batch_.begin),
                                .being_asked = h.event_request() && h.event_request()->is_waiting};
        auto const action = action_for(h.policy(), level);
        if (action == overflow_action::hold_up) roster_.blocking.emplace_back(&h);
        if (action == overflow_action::merge) merge(held, h);
        if (action != overflow_action::remove) return;
        auto const why = "more than " + std::to_string(h.capacity()) + " changes waited, so it was removed";
        stop(held, h, api_error(errc::queue_overflow, group_->handler_name(), why));
    }
    group_->env.log->log(
        log_level::error,
        "handler removed: it is too slow for its queue (overflow::fail); give it a greater capacity, "
        "or use overflow::merge",
        {{"collection", group_->of.path},
         {"handler", h.series()->name},
         {"capacity", std::to_string(h.capacity())},
         {"next", "the handler is not called any more"}});
}

// Lets the handler's queue keep only the newest state of each object, until nothing waits in it.
void fan_out::merge(held_lock const& held, handler& h)
{
    auto& changes = h.fall_behind(held).changes;
    if (changes.is_merging()) return;
    if (!h.event_request()) roster_.followers.push_back(&h);
    changes.merge();
}

// Returns true if a handler with overflow::block has yet to make room.
bool fan_out::is_held_up()
{
    if (roster_.blocking.empty()) return false;
    auto const held = group_->hold();
    std::erase_if(roster_.blocking, [&](auto const& h) {
        return h->has_ended(held) || h->is_draining(held) || h->log_size(held) <= h->capacity();
    });
    for (auto const& h : roster_.blocking) h->request_review(held);
    return !roster_.blocking.empty();
}

task<> fan_out::distribute(change_batch changes) &
{
    bool const ends_first_list = changes.ends_first_list(), is_restored = changes.is_restored();
    batch_.rest = std::move(changes);
    batch_.begin = group_->log.end();
    bool const is_list = !batch_.rest.empty() || ends_first_list; // a bookmark is neither
    if (!is_restored && is_list) admit_held_back(replay::yes);
    auto const version = present_().version();
    auto left_behind = batch_.rest.left_behind_bytes(portion_size);
    while (!batch_.rest.empty()) {
        auto part = batch_.rest.take(portion_size);
        bool const last = batch_.rest.empty();
        if (left_behind != 0) left_behind -= std::min(left_behind, left_behind_bytes(part));
        count_rest(left_behind + batch_.rest.table_bytes());
        append(std::move(part), last ? version : std::string());
        while (is_held_up()) co_await changed_.wait();
        if (!last)
            // This post lets handlers be called between two portions.
            co_await boost::asio::post(group_->env.ex, boost::asio::use_awaitable);
    }
    batch_.rest = {}; // gives back the memory of a list
    count_rest(0);
    batch_.version = version;
    {
        auto const held = group_->hold();
        group_->log.advance(version);
    }
    if (is_restored) admit_held_back(replay::no);
    changed_.notify(); // waiters may wait for this version
    if (ends_first_list) end_first_list();
}

// Counts what the rest of the batch keeps in memory.
void fan_out::count_rest(std::size_t bytes) noexcept
{
    if (bytes == batch_.counted) return; // mostly there is no rest, before and after
    group_->log.counts()->waiting.add(growth(std::exchange(batch_.counted, bytes), bytes));
}

// Returns what waits for the handlers of a series. Handlers that are idle have nothing to wait for. Threads:
// any.
waiting_changes fan_out::waiting_for(handler_series const* of) const
{
    waiting_changes all;
    auto const held = group_->hold();
    auto const now = group_->env.time->now();
    auto const add = [&](handler_strand const& s) {
        auto const& h = static_cast<handler const&>(s);
        if (h.series() == of) all.add(h.waiting(held, now));
    };
    queues_.for_each_busy(held, add);
    group_->for_each_returned(held, add);
    for (auto const* const h : roster_.followers)
        if (h->event_request()) add(*h);
    return all;
}

// Returns all objects as they are after the last change in the log. If a handler with overflow::block holds a
// batch up, the rest of the batch is not included: what other handlers are shown must not depend on that
// handler.
present_objects fan_out::objects_of_log()
{
    if (batch_.rest.empty()) return present_();
    return {present_(), batch_.rest.pending(batch_.version)};
}

void fan_out::resync_due_handlers()
{
    auto const objects = objects_of_log();
    {
        auto const held = group_->hold();
        for (auto* const h : resyncs_.take_due()) {
            if (objects.size() == 0) continue;
            h->fall_behind(held).changes.resync(objects, group_->env.time->now());
            if (h->where(held) == handler_strand::place::outside) proceed(held, *h);
        }
    }
    settle();
}

void fan_out::end_first_list()
{
    {
        auto const held = group_->hold();
        if (!sync_.end_first_list(group_->log.end())) return;
        auto const note = [&](handler_strand& s) {
            auto& h = static_cast<handler&>(s);
            if (!h.has_ended(held) && !h.is_draining(held)) mark_synced_if_due(held, h);
        };
        queues_.for_each_idle(held, note);
        queues_.for_each_busy(held, note);
        group_->for_each_returned(held, note);
        for (auto* const h : roster_.followers)
            if (h->event_request()) note(*h);
    }
    resyncs_.start();
    settle();
    changed_.notify();
}

// ---- waits

std::optional<api_error> fan_out::why_ended(handler const* h) const
{
    if (!h) return std::nullopt;
    auto const held = group_->hold();
    auto const* const why = h->why_ended(held);
    if (!why) return std::nullopt;
    return *why;
}

bool fan_out::has_handled_first_list(handler const* only)
{
    if (!only) return sync_.update_synced();
    auto const held = group_->hold();
    return only->is_synced(held);
}

task<> fan_out::synced(handler_ptr only)
{
    auto const self = shared_from_this();
    auto const reminder = reminder_.begin_wait();
    void const* const group = only ? static_cast<void const*>(only.get()) : this;
    std::optional<failure_board::waiter> cause(std::in_place, failures_, group);
    for (;;) {
        auto const why = why_ended(only.get());
        // A sync that has happened stays true, also after the handler's removal or the informer's end. But if
        // the handler was removed because it was too slow, the caller gets that error.
        bool const was_too_slow = why && why->code() != errc::stopped;
        if (!was_too_slow && has_handled_first_list(only.get())) co_return;
        if (stopped_ && !was_too_slow)
            failures_.throw_stopped(only ? group_->handler_name() : "wait for sync");
        if (why) throw api_error(*why);
        if (stopped_) throw api_error(errc::stopped, "wait for sync");
        if (sync_.has_first_list())
            cause.reset(); // the list has come, so that only handlers are waited for
        else
            cause->throw_new_cause();
        co_await changed_.wait();
    }
}

bool fan_out::has_reached(handler& h, std::string const& version)
{
    auto const held = group_->hold();
    h.request_review(held); // so that the waiter is woken when the handler has handled more
    auto const at = h.status(held, batch_.version, {}).resource_version;
    return !at.empty() && compare_resource_versions(at, version) >= 0;
}

task<> fan_out::at_least(handler_ptr only, std::string version)
{
    demand_version(version, "at_least() of a handler");
    auto const self = shared_from_this();
    auto const reminder = reminder_.begin_wait();
    failure_board::waiter const cause(failures_, only.get());
    while (!has_reached(*only, version)) {
        auto const why = why_ended(only.get());
        if (why) throw api_error(*why);
        cause.throw_new_cause();
        co_await changed_.wait();
    }
}

// The batch that the last next_batch() returned counts as handled when the next one is asked for.
void fan_out::count_last_batch(handler& h)
{
    auto const held = group_->hold();
    auto* const own = h.queue_of_its_own(held);
    if (!own || !own->at_hand) return;
    h.count_handled(held, own->at_hand->changes.size());
    note_handled(held, h);
    proceed(held, h);
}

// Takes the next changes for next_batch(). Returns null if there are none.
std::shared_ptr<change_span const> fan_out::hand_out(handler& h)
{
    auto const held = group_->hold();
    auto* const own = h.queue_of_its_own(held);
    if (!own) return nullptr; // the handler has not been admitted
    auto const work = own->changes.take();
    if (work) own->at_hand = work;
    return work;
}

task<std::vector<change>> fan_out::next_batch(handler_ptr h)
{
    auto const self = shared_from_this();
    auto& request = *h->event_request();
    if (request.is_waiting)
        throw api_error(errc::already_running, "next_batch()",
                        "another next_batch() waits for these events: await one at a time");
    auto const reminder = reminder_.begin_wait();
    scoped_flag const waits(request.is_waiting);
    count_last_batch(*h);
    changed_.notify();
    for (;;) {
        auto const why = why_ended(h.get());
        if (why) throw api_error(*why);
        if (auto const work = hand_out(*h)) {
            changed_.notify(); // there is room now
            co_return work->changes;
        }
        co_await request.arrived.wait();
    }
}

} // namespace coinformer::detail
