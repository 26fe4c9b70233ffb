#include "controller/work_items.hpp"

#include <algorithm>
#include <limits>

namespace coinformer::detail {

work_items::work_items(rate_limiter limiter, duration ageing, std::size_t remembered)
    : limiter_(std::move(limiter)), ageing_(ageing), remembered_(remembered)
{
}

work_items::item& work_items::at(item_id id)
{
    if (id >= items_.size()) items_.resize(id + std::size_t(1));
    return items_[id];
}

void work_items::push(item_id id, priority p, time_point since, std::uint64_t serial)
{
    auto& i = items_[id];
    i.rank = p;
    i.since = since;
    i.serial = serial;
    i.queued = queue_of(p).emplace(place(since, serial), id).first;
}

// Whose first is next: that of the highest priority. But of four times that this goes before one that has waited for
// longer, and for `ageing` at least, one is that other's.
work_items::order* work_items::next(time_point now)
{
    order *highest = nullptr, *longest = nullptr;
    for (auto& queue : queues_) {
        if (queue.empty()) continue;
        highest = &queue;
        if (!longest || queue.begin()->first < longest->begin()->first) longest = &queue;
    }
    if (highest == longest || now - longest->begin()->first.first < ageing_) return highest;
    return ++overtaken_ % 4 == 0 ? longest : highest;
}

bool work_items::add(item_id id, priority p, time_point now)
{
    at(id);
    if (shut_down_) return settle(id), false;
    advance(now);
    return want(id, p, now);
}

bool work_items::want(item_id id, priority p, time_point now)
{
    auto& i = items_[id];
    if (i.queued) {
        if (p <= i.rank) return false;
        queue_of(i.rank).erase(*i.queued);
        push(id, p, i.since, i.serial);
        return false;
    }
    if (i.again) {
        i.again_rank = std::max(i.again_rank, p);
        return false;
    }
    ++adds_;
    if (i.working) {
        i.again = true;
        ++again_;
        i.again_rank = p;
        i.again_since = now;
        return true;
    }
    push(id, p, now, serial_++);
    settle(id);
    return true;
}

void work_items::add_after(item_id id, duration delay, priority p, time_point now)
{
    auto& i = at(id);
    if (shut_down_) return settle(id);
    advance(now); // what is due is not later any more
    if (delay <= duration::zero()) {
        want(id, p, now);
        return;
    }
    auto due = now < time_point::max() - delay ? now + delay : time_point::max();
    if (i.later) {
        p = std::max(p, i.later_rank);
        due = std::min(due, (*i.later)->first.first);
        later_.erase(*i.later);
    }
    i.later_rank = p;
    i.later = later_.emplace(place(due, serial_++), id).first;
    settle(id);
}

std::optional<duration> work_items::add_rate_limited(item_id id, priority p, time_point now)
{
    auto& i = at(id);
    if (shut_down_) return settle(id), std::nullopt;
    auto const delay = limiter_(i.failures, now);
    if (i.failures != std::numeric_limits<std::uint32_t>::max()) ++i.failures;
    ++retries_;
    add_after(id, delay, p, now);
    return delay;
}

void work_items::forget(item_id id)
{
    at(id).failures = 0;
    settle(id);
}

std::uint32_t work_items::failures(item_id id) const noexcept
{
    return id < items_.size() ? items_[id].failures : 0;
}

// What is due is queued as of when it was due, not as of when somebody looked.
void work_items::advance(time_point now)
{
    while (!later_.empty() && later_.begin()->first.first <= now) {
        auto const [when, id] = *later_.begin();
        later_.erase(later_.begin());
        items_[id].later.reset();
        want(id, items_[id].later_rank, when.first);
    }
}

bool work_items::ready(time_point now)
{
    advance(now);
    return depth() != 0;
}

std::optional<work_items::popped> work_items::pop(time_point now)
{
    advance(now);
    auto* const queue = next(now);
    if (!queue) return std::nullopt;
    auto const id = queue->begin()->second;
    auto& i = items_[id];
    queue->erase(queue->begin());
    i.queued.reset();
    i.working = i.on_the_way = true;
    ++on_the_way_;
    i.started = now;
    working_.emplace(now, id);
    return popped{id, now - i.since};
}

void work_items::arrived(item_id id)
{
    if (std::exchange(items_[id].on_the_way, false)) --on_the_way_;
}

void work_items::put_back(item_id id)
{
    auto& i = items_[id];
    if (dropping_) {
        done(id, i.started);
        return;
    }
    arrived(id);
    working_.erase({i.started, id});
    i.working = false;
    if (std::exchange(i.again, false)) {
        --again_;
        i.rank = std::max(i.rank, i.again_rank);
    }
    push(id, i.rank, i.since, i.serial);
}

duration work_items::done(item_id id, time_point now)
{
    auto& i = items_[id];
    arrived(id);
    working_.erase({i.started, id});
    i.working = false;
    if (std::exchange(i.again, false)) {
        --again_;
        push(id, i.again_rank, i.again_since, serial_++);
    }
    auto const worked = now - i.started;
    settle(id);
    return worked;
}

void work_items::shut_down(pending p, time_point now)
{
    advance(now);
    shut_down_ = true;
    dropping_ |= p == pending::drop;
    auto const drop = [this](order& what, std::optional<order::iterator> item::* where) {
        for (auto const& [when, id] : std::exchange(what, {})) {
            (items_[id].*where).reset();
            settle(id);
        }
    };
    drop(later_, &item::later);
    if (!dropping_) return;
    for (auto& queue : queues_) drop(queue, &item::queued);
    for (auto const& [started, id] : working_) items_[id].again = false;
    again_ = 0;
}

void work_items::reopen()
{
    while (!idle_.empty()) forget(idle_.front());
    shut_down_ = dropping_ = false;
}

std::optional<time_point> work_items::next_due() const noexcept
{
    if (later_.empty()) return std::nullopt;
    return later_.begin()->first.first;
}

work_queue_status work_items::status(time_point now)
{
    advance(now);
    work_queue_status s;
    s.depth = depth();
    s.delayed = later_.size();
    s.working = working_.size();
    s.failing = idle_.size();
    for (auto const& queue : queues_)
        if (!queue.empty()) s.oldest = std::max(s.oldest, now - queue.begin()->first.first);
    for (auto const& [started, id] : working_) s.unfinished += now - started;
    if (!working_.empty()) s.longest_running = now - working_.begin()->first;
    s.adds = adds_;
    s.retries = retries_;
    return s;
}

// Failures of what nobody asked for are remembered of so many: the one that has been idle longest goes first.
void work_items::settle(item_id id)
{
    auto& i = items_[id];
    bool const idle = !i.queued && !i.later && !i.working;
    if (i.idle && (!idle || i.failures == 0)) {
        idle_.erase(*i.idle);
        i.idle.reset();
    }
    if (!idle) return;
    if (i.failures == 0) {
        released_.push_back(id);
        return;
    }
    if (!i.idle) i.idle = idle_.insert(idle_.end(), id);
    if (idle_.size() > remembered_) forget(idle_.front());
}

} // namespace coinformer::detail
