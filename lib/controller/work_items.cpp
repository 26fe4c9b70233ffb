#include "controller/work_items.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <ranges>

namespace coinformer::detail {

work_items::work_items(rate_limiter limiter, duration ageing, std::size_t remembered, work_groups groups)
    : limiter_(std::move(limiter)), queues_(ageing), groups_(std::move(groups)), most_idle_(remembered)
{
}

work_items::item& work_items::item_of(item_id id)
{
    if (id >= items_.size()) items_.resize(id + std::size_t(1));
    return items_[id];
}

void work_items::insert_into_queue(item_id id, priority p, time_point since, std::uint64_t serial)
{
    auto& i = items_[id];
    auto const group = groups_.group_of(id);
    i.queued = file(id, queues_.of(p), place(since, serial)); // before the rest: it may fail
    i.current_priority = p;
    i.since = since;
    i.serial = serial;
    i.group = group;
}

// Files an item in a schedule. One that is worked on has its former entry, so that a report about it cannot
// fail for want of memory: its key would be lost.
work_items::schedule::iterator work_items::file(item_id id, schedule& to, place at)
{
    if (items_[id].working) {
        auto& entry = working_.find({items_[id].started, id})->second;
        if (entry) {
            entry.key() = at;
            return to.insert(std::move(entry)).position;
        }
    }
    return to.emplace(at, id).first;
}

work_items::schedule& work_items::schedule_of(item const& i)
{
    return i.held_back ? groups_.held_back(i.group, i.current_priority) : queues_.of(i.current_priority);
}

work_items::schedule::node_type work_items::take_out_of_queue(item_id id)
{
    auto& i = items_[id];
    auto entry = schedule_of(i).extract(*i.queued);
    i.queued.reset();
    i.held_back = false;
    return entry;
}

// The item gets a higher priority, and keeps its time. It is moved, because an insertion could fail for want
// of memory, and the key would be lost.
void work_items::raise(item_id id, priority p)
{
    auto& i = items_[id];
    i.queued = queues_.of(p).insert(schedule_of(i).extract(*i.queued)).position;
    i.current_priority = p;
    i.held_back = false;
}

// The item keeps its place, for the time when its group has room.
void work_items::hold_back(item_id id)
{
    auto& i = items_[id];
    auto& to = groups_.held_back(i.group, i.current_priority);
    i.queued = to.insert(queues_.of(i.current_priority).extract(*i.queued)).position;
    i.held_back = true;
}

// The group of an item that was worked on has room for another one. The first held back item of each priority
// goes back to its queue, where ready_queues::choose() decides which of them is next; the others are held
// back again when they are popped.
void work_items::leave_group(item_id id)
{
    auto const group = items_[id].group;
    groups_.end(group);
    for (auto const p : {priority::low, priority::normal, priority::high}) {
        auto* const waiting = groups_.find_held_back(group, p);
        if (!waiting || waiting->empty()) continue;
        auto& next = items_[waiting->begin()->second];
        next.queued = queues_.of(p).insert(waiting->extract(waiting->begin())).position;
        next.held_back = false;
    }
    groups_.forget_if_empty(group);
}

bool work_items::add(item_id id, priority p, time_point now)
{
    item_of(id);
    if (shut_down_) return release_if_idle(id), false;
    enqueue_due(now);
    return try_enqueue(id, p, now);
}

// Returns true if the item was not waiting yet. If it was, its priority may have been raised.
bool work_items::try_enqueue(item_id id, priority p, time_point now)
{
    auto& i = items_[id];
    if (i.queued) {
        if (p <= i.current_priority) return false;
        raise(id, p);
        return false;
    }
    if (i.requested_again) {
        i.again_priority = std::max(i.again_priority, p);
        return false;
    }
    ++counts_.adds;
    if (i.working) {
        i.requested_again = true;
        ++counts_.again;
        i.again_priority = p;
        i.again_since = now;
        return true;
    }
    insert_into_queue(id, p, now, next_serial_++);
    release_if_idle(id);
    return true;
}

void work_items::add_after(item_id id, duration delay, priority p, time_point now)
{
    auto& i = item_of(id);
    if (shut_down_) return release_if_idle(id);
    enqueue_due(now); // an item that is due counts as queued, and is not merged with this delay
    if (delay <= duration::zero()) {
        try_enqueue(id, p, now);
        return;
    }
    auto due = now < time_point::max() - delay ? now + delay : time_point::max(); // without overflow
    if (i.delayed) {
        i.delayed_priority = std::max(p, i.delayed_priority);
        due = std::min(due, (*i.delayed)->first.first);
        auto moved = delayed_.extract(*i.delayed); // an insertion could fail for want of memory
        moved.key() = place(due, next_serial_++);
        i.delayed = delayed_.insert(std::move(moved)).position;
    } else {
        i.delayed = file(id, delayed_, place(due, next_serial_++));
        i.delayed_priority = p;
    }
    release_if_idle(id);
}

// The limiter is called with the number of failures before this one, and so with 0 for the first.
std::optional<duration> work_items::add_rate_limited(item_id id, priority p, time_point now,
                                                     duration at_least)
{
    item_of(id);
    if (shut_down_) return release_if_idle(id), std::nullopt;
    auto const delay = std::max(limiter_(items_[id].failures, now), at_least);
    add_after(id, delay, p, now); // before the rest: it may fail, and is then tried again
    auto& i = items_[id];
    if (i.failures != std::numeric_limits<std::uint32_t>::max()) ++i.failures;
    ++counts_.retries;
    i.has_failed = i.working;
    return delay;
}

void work_items::forget(item_id id)
{
    auto& i = item_of(id);
    i.failures = 0;
    i.has_failed = false;
    release_if_idle(id);
}

void work_items::note_success(item_id id)
{
    if (!items_[id].has_failed) forget(id);
}

std::optional<duration> work_items::note_failure(item_id id, time_point now, duration at_least)
{
    auto const& i = items_[id];
    if (!i.has_failed) return add_rate_limited(id, i.current_priority, now, at_least);
    if (shut_down_) return std::nullopt;
    return i.delayed ? std::max((*i.delayed)->first.first - now, duration::zero()) : duration::zero();
}

std::uint32_t work_items::failures(item_id id) const noexcept
{
    return id < items_.size() ? items_[id].failures : 0;
}

// Moves delayed items whose time has come into the queue. Their place is that of the time when they were due,
// not of the time of this call, so that the order does not depend on how often somebody calls. An item that
// is worked on keeps its entry, with which it is queued when the work ends: see file().
void work_items::enqueue_due(time_point now)
{
    while (!delayed_.empty() && delayed_.begin()->first.first <= now) {
        auto const [when, id] = *delayed_.begin();
        try_enqueue(id, items_[id].delayed_priority, when.first); // first, because there may be no memory
        auto entry = delayed_.extract(delayed_.begin());
        items_[id].delayed.reset();
        if (!items_[id].working) continue;
        auto& kept = working_.find({items_[id].started, id})->second;
        if (!kept) kept = std::move(entry);
    }
}

bool work_items::has_ready(time_point now)
{
    enqueue_due(now);
    return queues_.size() != 0;
}

std::optional<item_id> work_items::pop(time_point now)
{
    enqueue_due(now);
    auto* queue = queues_.choose(now);
    for (; queue && !groups_.has_room(items_[queue->begin()->second].group); queue = queues_.choose(now))
        hold_back(queue->begin()->second);
    if (!queue) return std::nullopt;
    auto const id = queue->begin()->second;
    auto& i = items_[id];
    auto& entry = begin_work(id, now);
    entry = take_out_of_queue(id);
    i.working = i.in_transit = true;
    ++counts_.in_transit;
    i.started = now;
    return id;
}

// If there is no memory, the item stays queued.
work_items::schedule::node_type& work_items::begin_work(item_id id, time_point now)
{
    auto const at = working_.try_emplace({now, id}).first;
    try {
        groups_.begin(items_[id].group);
    } catch (...) {
        working_.erase(at);
        throw;
    }
    return at->second;
}

std::optional<duration> work_items::mark_arrived(item_id id)
{
    auto& i = items_[id];
    if (!std::exchange(i.in_transit, false)) return std::nullopt;
    --counts_.in_transit;
    return i.started - i.since;
}

// The item keeps its time and serial number, and so its place. An add() in the meantime cannot wait for the
// end of the work any more, so its priority is merged into the item.
void work_items::put_back(item_id id)
{
    auto& i = items_[id];
    if (drops_queued()) { // the item would be dropped at once: treat it as finished, after no time
        mark_done(id, i.started);
        return;
    }
    auto const p = i.requested_again ? std::max(i.current_priority, i.again_priority) : i.current_priority;
    insert_into_queue(id, p, i.since, i.serial);
    end_work(id);
}

// Called when the item is queued, if it is to be queued: an insertion may fail for want of memory, and
// changes nothing then.
void work_items::end_work(item_id id)
{
    auto& i = items_[id];
    mark_arrived(id);
    working_.erase({i.started, id});
    i.working = i.has_failed = false;
    leave_group(id);
    if (std::exchange(i.requested_again, false)) --counts_.again;
}

duration work_items::mark_done(item_id id, time_point now)
{
    auto& i = items_[id];
    if (i.requested_again) insert_into_queue(id, i.again_priority, i.again_since, next_serial_++);
    end_work(id);
    auto const worked = now - i.started;
    release_if_idle(id);
    return worked;
}

void work_items::give_up(item_id id) noexcept
{
    auto& i = items_[id];
    auto& entry = working_.find({i.started, id})->second;
    bool const comes_later = i.delayed.has_value();
    if (entry && !comes_later && !shut_down_)
        i.queued = queues_.of(i.current_priority).insert(std::move(entry)).position;
    end_work(id);
    release_if_idle(id);
}

// May be called again to drop the queued items after all. Items that are worked on stay, but with
// pending::drop they are not queued again.
void work_items::shut_down(pending p, time_point now)
{
    enqueue_due(now);
    if (!drops_queued()) shut_down_ = p;
    auto const drop = [this](schedule& what, std::optional<schedule::iterator> item::* where) {
        for (auto const& [when, id] : std::exchange(what, {})) {
            (items_[id].*where).reset();
            release_if_idle(id);
        }
    };
    drop(delayed_, &item::delayed);
    if (!drops_queued()) return;
    for (auto& queue : queues_) drop(queue, &item::queued);
    groups_.for_each_held_back([&](schedule& queue) {
        for (auto const& [when, id] : queue) items_[id].held_back = false;
        drop(queue, &item::queued);
    });
    for (auto const& [started, id] : working_ | std::views::keys) items_[id].requested_again = false;
    counts_.again = 0;
}

void work_items::reopen()
{
    while (!idle_.empty()) forget(idle_.front());
    shut_down_.reset();
}

std::optional<time_point> work_items::next_due() const noexcept
{
    if (delayed_.empty()) return std::nullopt;
    return delayed_.begin()->first.first;
}

work_queue_status work_items::status(time_point now)
{
    enqueue_due(now);
    work_queue_status s;
    s.depth = depth();
    s.delayed = delayed_.size();
    s.working = working_.size();
    s.failing = idle_.size();
    auto const look_at = [&](schedule const& queue) {
        if (!queue.empty()) s.oldest = std::max(s.oldest, now - queue.begin()->first.first);
    };
    for (auto const& queue : queues_) look_at(queue);
    groups_.for_each_held_back(look_at);
    for (auto const& [started, id] : working_ | std::views::keys) s.unfinished += now - started;
    if (!working_.empty()) s.longest_running = now - working_.begin()->first.first;
    s.adds = counts_.adds;
    s.retries = counts_.retries;
    return s;
}

std::vector<std::pair<item_id, key_age>> work_items::oldest(time_point now, std::size_t most) const
{
    std::vector<std::pair<item_id, key_age>> queued, all;
    auto const look_at = [&](schedule const& queue) {
        for (auto const& [place, id] : queue | std::views::take(most))
            queued.push_back({id, {.lasted = now - place.first}});
    };
    for (auto const& queue : queues_) look_at(queue);
    groups_.for_each_held_back(look_at);
    auto const is_older = [](auto const& a, auto const& b) { return a.second.lasted > b.second.lasted; };
    std::ranges::sort(queued, is_older);
    if (queued.size() > most) queued.resize(most);
    for (auto const& [started, id] : working_ | std::views::keys | std::views::take(most))
        all.push_back({id, {.lasted = now - started, .is_working = true}});
    std::ranges::merge(std::exchange(all, {}), queued, std::back_inserter(all), is_older);
    return all;
}

// Called after each change that may have made an item idle, or may have ended that. An idle item without
// failures is released. An idle item with failures is remembered; if there are more than `most_idle_` of
// these, the one that has been idle longest is forgotten, and so released.
// Without memory an idle item stays known, until it is idle again.
void work_items::release_if_idle(item_id id) noexcept
{
    auto& i = items_[id];
    bool const idle = !i.queued && !i.delayed && !i.working;
    if (i.idle && (!idle || i.failures == 0)) {
        idle_.erase(*i.idle);
        i.idle.reset();
    }
    if (!idle) return;
    try {
        if (i.failures == 0)
            released_.push_back(id);
        else if (!i.idle)
            i.idle = idle_.insert(idle_.end(), id);
    } catch (std::bad_alloc const&) {
    }
    if (idle_.size() > most_idle_) forget(idle_.front());
}

} // namespace coinformer::detail
