// How changes get to the handlers of an informer, and what becomes of handlers that are too slow for them.
#include "cache/handlers/fan_out.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace coinformer::detail {

namespace {

constexpr std::size_t portion_size = 256; // number of changes that are appended to the log at a time

} // namespace

// Appends one portion to the log, and applies the overflow policy of each handler whose queue is too long
// now.
void fan_out::append(std::vector<change> changes, std::string version)
{
    // set before handlers are called, because their status shows it
    if (!version.empty()) batch_.version = version;
    std::vector<handler_ptr> full;
    bool const lacks_admission = [&] {
        auto const held = group_->hold();
        auto const brought = group_->log.end() - batch_.begin + changes.size(); // by this batch, so far
        auto const list_size = batch_.rest.is_of_list() ? std::max(batch_.list_objects, brought) : 0;
        group_->log.append(std::move(changes), std::move(version), group_->env.time->now(), roster_.active,
                           list_size);
        queues_.wake_idle(held);
        update_followers(held, full);
        if (overflow_.must_check(group_->log.end())) find_full(held, full);
        return !roster_.submitted.empty() && !roster_.is_admission_posted;
    }();
    for (auto const& h : full) apply_policy(*h);
    slow_.begin();
    settle();
    if (lacks_admission) admit_submitted(); // there was no memory to post it: see was_withdrawn()
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

// Returns how many of the changes that wait for a handler do not count for overflow::fail: events of the
// newest batch, and changes of lists, up to twice the size of the largest list. So a handler may be two lists
// behind that follow each other, such as one which adds all objects and one which removes them, and what
// waits has a bound all the same.
std::size_t fan_out::excused(held_lock const& held, handler const& h) const noexcept
{
    auto const& log = group_->log;
    auto const passed = log.events_before(h.handed_out(held)), all = log.events_before(log.end());
    std::uint64_t const of_newest_batch = all - std::max(batch_.events_before, passed);
    std::uint64_t const of_lists = h.log_size(held) - (all - passed);
    return static_cast<std::size_t>(of_newest_batch + std::min(of_lists, 2 * log.largest_list()));
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
                                .excused = excused(held, h),
                                .being_asked = h.event_request() && h.event_request()->is_waiting};
        auto const action = action_for(h.policy(), level);
        if (action == overflow_action::hold_up) roster_.blocking.emplace_back(&h);
        if (action == overflow_action::merge) merge(held, h);
        if (action != overflow_action::remove) return;
        auto const why = "more than " + std::to_string(h.capacity()) + " changes waited, so it was removed";
        stop(held, h, api_error(errc::queue_overflow, group_->handler_name(), why));
        ++roster_.removed;
        h.series()->removed.add();
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

// If this is cancelled, the handlers that are there miss the rest. A handler that comes later is shown the
// store, and so must not be told that the rest is still to come.
task<> fan_out::distribute(change_batch changes) &
{
    struct end_of_batch {
        fan_out& of;
        ~end_of_batch() { of.forget_rest(); }
    } const at_end{*this};
    bool const ends_first_list = changes.ends_first_list(), is_restored = changes.is_restored();
    batch_.rest = std::move(changes);
    batch_.begin = group_->log.end();
    batch_.events_before = group_->log.events_before(batch_.begin);
    bool const is_list = !batch_.rest.empty() || ends_first_list; // a bookmark is neither
    if (!is_restored && is_list) admit_held_back(replay::yes);
    auto const version = present_().version();
    batch_.list_objects = batch_.rest.is_of_list() ? present_().size() + batch_.rest.gone() : 0;
    auto left_behind = batch_.rest.left_behind_bytes(portion_size);
    while (!batch_.rest.empty()) {
        auto part = batch_.rest.take(portion_size);
        bool const last = batch_.rest.empty();
        if (left_behind != 0) left_behind -= std::min(left_behind, left_behind_bytes(part));
        count_rest(left_behind + batch_.rest.table_bytes());
        batch_.without_turn += part.size();
        append(std::move(part), last ? version : std::string());
        while (is_held_up()) co_await changed_.wait();
        if (!last) {
            // This post lets handlers be called between two portions.
            batch_.without_turn = 0;
            co_await boost::asio::post(group_->env.ex, boost::asio::use_awaitable);
        }
    }
    forget_rest();
    batch_.version = version;
    {
        auto const held = group_->hold();
        group_->log.advance(version);
    }
    if (is_restored) admit_held_back(replay::no);
    changed_.notify(); // waiters may wait for this version
    if (ends_first_list) end_first_list();
    if (batch_.without_turn < portion_size) co_return;
    // Handlers are called between many small batches as well, which may come without a pause.
    batch_.without_turn = 0;
    co_await boost::asio::post(group_->env.ex, boost::asio::use_awaitable);
}

// Gives back the memory of a list.
void fan_out::forget_rest() noexcept
{
    batch_.rest = {};
    count_rest(0);
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

} // namespace coinformer::detail
