// How handlers come to an informer.
#include "cache/handlers/fan_out.hpp"

#include "core/strand_of.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/post.hpp>

#include <algorithm>
#include <utility>

namespace coinformer::detail {

handler_ptr fan_out::add(untyped_handler from, handler_options const& options,
                         std::shared_ptr<void const> owner)
{
    auto added = submit(std::move(from), options);
    try {
        if (added.is_first)
            boost::asio::post(group_->env.ex, [this, owner = std::move(owner)] { admit_submitted(); });
    } catch (...) { // no memory
        if (was_withdrawn(added.submitted)) throw;
    }
    return std::move(added.submitted);
}

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
            return {h, !std::exchange(roster_.is_admission_posted, true)};
        }
    }
    h->destroy_callables(); // the client's execution context has ended, so that no call will ever come
    return {h, false};
}

// Takes back a handler whose admission could not be posted. Another thread may have submitted a handler in
// the meantime, which relies on that post: the next handler, or the next change, lets it be admitted. Returns
// false if the informer's strand has taken the handler already, to end it or to remove another one.
bool fan_out::was_withdrawn(handler_ptr const& h) noexcept
{
    boost::intrusive_ptr<run_queue> queue;
    {
        auto const held = group_->hold();
        if (std::erase(roster_.submitted, h) == 0) return false;
        roster_.is_admission_posted = false;
        if (auto* const parked_at = h->queue(held)) parked_at->take_out(held, *h);
        queue = queues_.leave(held, *h);
    }
    h->destroy_callables();
    h->drop_reference();
    return true;
}

void fan_out::admit_submitted()
{
    std::list<handler_ptr> all;
    {
        auto const held = group_->hold();
        all.swap(roster_.submitted);
        roster_.is_admission_posted = false;
    }
    try {
        while (!all.empty())
            if (roster_.awaits_snapshot && all.front()->skips_restored())
                roster_.held_back.splice(roster_.held_back.end(), all, all.begin());
            else
                admit_first(all, replay::yes);
    } catch (...) { // no memory: the others are admitted with the next handler, or after the next change
        auto const held = group_->hold();
        roster_.submitted.splice(roster_.submitted.begin(), all);
        throw;
    }
}

// The first batch is in the log, if that was a snapshot; or it comes next, if it is not.
void fan_out::admit_held_back(replay how)
{
    roster_.awaits_snapshot = false;
    while (!roster_.held_back.empty()) admit_first(roster_.held_back, how);
}

// Admits the first of these handlers. Without memory for that, the handler stays there.
void fan_out::admit_first(std::list<handler_ptr>& of, replay how)
{
    std::optional<present_objects> objects;
    if (!stopped_ && how == replay::yes) objects.emplace(objects_of_log());
    auto const h = of.front();
    {
        auto const held = group_->hold();
        bool const begins = !stopped_ && !h->has_lost_context(held);
        if (begins)
            begin(held, *h, objects && objects->size() != 0 ? &*objects : nullptr);
        else
            stop(held, *h, stopped_ ? *stopped_ : without_context());
        of.pop_front();
        if (begins) proceed(held, *h);
    }
    settle();
    changed_.notify();
}

// From now on the handler is active. It is shown these objects first, unless they are null. Without memory
// for that, the handler is as it was.
void fan_out::begin(held_lock const& held, handler& h, present_objects const* objects)
{
    auto const now = group_->env.time->now();
    if (objects) slow_.begin();
    auto const resync_period = h.admit(held);
    try {
        resyncs_.add(h, resync_period);
        if (h.event_request() || objects) {
            auto& own = h.fall_behind(held);
            if (objects) {
                own.changes.begin(*objects, now);
                own.reached = 0;
                own.version.clear();
            }
        }
        if (h.event_request()) roster_.followers.push_back(&h);
    } catch (...) {
        resyncs_.remove(h);
        h.revoke_admission(held, resync_period);
        throw;
    }
    if (auto* const queue = h.queue(held)) queue->take_out(held, h);
    ++roster_.active;
    if (!h.event_request()) sync_.join();
    overflow_.admit(group_->log.end(), h.capacity());
}

} // namespace coinformer::detail
