// How programs wait for the handlers of an informer.
#include "cache/handlers/fan_out.hpp"

#include "api/client/watch_rules.hpp"
#include "core/scoped_count.hpp"

#include <coinformer/core/error.hpp>

#include <utility>

namespace coinformer::detail {

std::optional<api_error> fan_out::why_ended(handler const* h) const
{
    if (!h) return std::nullopt;
    auto const held = group_->hold();
    auto const* const why = h->why_ended(held);
    if (!why) return std::nullopt;
    return *why;
}

// Returns why the handler will not be called any more. That is so too if its informer has ended and had no
// memory to end the handler.
std::optional<api_error> fan_out::why_over(handler const& h) const
{
    auto why = why_ended(&h);
    return why ? std::move(why) : stopped_;
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

task<bool> fan_out::synced_or_ended()
{
    auto const self = shared_from_this();
    auto const reminder = reminder_.begin_wait();
    while (!sync_.update_synced() && !stopped_) co_await changed_.wait();
    co_return sync_.update_synced();
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
        auto const why = why_over(*only);
        if (why) throw api_error(*why);
        cause.throw_new_cause();
        co_await changed_.wait();
    }
}

// The batch that the last next_batch() returned counts as handled when the next one is asked for.
void fan_out::count_last_batch(handler& h)
{
    if (!h.event_request()->is_returned.exchange(false)) return;
    auto const held = group_->hold();
    auto* const own = h.queue_of_its_own(held);
    if (!own || !own->at_hand) return;
    h.count_handled(held, own->at_hand->changes.size());
    note_handled(held, h);
    proceed(held, h);
}

// Takes the next changes for next_batch(), or those that the last call could not return. Returns null if
// there are none.
std::shared_ptr<change_span const> fan_out::hand_out(handler& h)
{
    auto const held = group_->hold();
    auto* const own = h.queue_of_its_own(held);
    if (!own) return nullptr; // the handler has not been admitted
    if (own->at_hand) return own->at_hand;
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
        auto const why = why_over(*h);
        if (why) throw api_error(*why);
        if (auto const work = hand_out(*h)) {
            changed_.notify(); // there is room now
            co_return work->changes;
        }
        co_await request.arrived.wait();
    }
}

} // namespace coinformer::detail
