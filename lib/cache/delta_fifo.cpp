#include "cache/delta_fifo.hpp"

namespace coinformer::detail {

void delta_fifo::push(delta d)
{
    auto const number = first_ + entries_.size();
    auto& e = entries_.emplace_back(entry{.what = std::move(d), .next = std::nullopt});
    ++queued_;
    if (e.what.about_one_object()) {
        // the map's key is a view into the object of the newest entry, which is in the queue as long as the mapping
        auto const key = e.what.object->key();
        if (auto const older = last_.find(key); older != last_.end()) {
            e.follows = true;
            e.before = older->second;
            at(older->second).next = number;
            last_.erase(older);
        }
        last_.emplace(key, number);
    } else {
        last_.clear();
    }
    pushed_.notify();
}

void delta_fifo::requeue(delta d)
{
    bool barrier = false;
    for (auto const& e : entries_) {
        if (e.taken) continue;
        barrier |= !e.what.about_one_object();
        bool const same_key =
            d.about_one_object() && e.what.about_one_object() && e.what.object->key() == d.object->key();
        if (same_key || (d.about_one_object() && e.what.what == delta::kind::replaced)) return;
    }
    --first_;
    auto& e = entries_.emplace_front(entry{.what = std::move(d), .next = std::nullopt});
    ++queued_;
    if (e.what.about_one_object() && !barrier) last_.emplace(e.what.object->key(), first_);
    pushed_.notify();
}

delta delta_fifo::take_front()
{
    auto& e = entries_.front();
    if (e.what.about_one_object()) {
        auto const newest = last_.find(e.what.object->key());
        if (newest != last_.end() && newest->second == first_) last_.erase(newest);
    }
    auto d = std::move(e.what);
    entries_.pop_front();
    ++first_;
    --queued_;
    drop_taken();
    return d;
}

void delta_fifo::drop_taken()
{
    while (!entries_.empty() && entries_.front().taken) {
        entries_.pop_front();
        ++first_;
    }
}

void delta_fifo::take_chain(std::uint64_t number, std::vector<delta>& into)
{
    for (std::optional<std::uint64_t> n = number; n;) {
        auto const here = *n;
        auto& e = at(here);
        n = e.next;
        if (auto const newest = last_.find(e.what.object->key()); newest != last_.end() && newest->second == here)
            last_.erase(newest);
        e.taken = true;
        --queued_;
        bool const again =
            !into.empty() && into.back().what == delta::kind::deleted && e.what.what == delta::kind::deleted;
        if (!again) into.push_back(std::move(e.what));
    }
    drop_taken();
}

task<> delta_fifo::something() &
{
    while (queued_ == 0 && !closed_) co_await pushed_.wait();
}

task<std::vector<delta>> delta_fifo::pop() &
{
    co_await something();
    std::vector<delta> popped;
    if (queued_ != 0) {
        auto const& head = entries_.front().what;
        if (order_ == order::by_key && head.about_one_object())
            take_chain(first_, popped);
        else
            popped.push_back(take_front());
        popped_.notify();
    }
    co_return popped;
}

task<std::vector<delta>> delta_fifo::pop_batch(std::size_t most) &
{
    co_await something();
    std::vector<delta> popped;
    auto const begin = first_;
    while (queued_ != 0 && popped.size() < most) {
        auto const& head = entries_.front();
        bool const key_again = head.follows && head.before >= begin;
        bool const barrier = !head.what.about_one_object();
        if (!popped.empty() && (key_again || barrier)) break;
        popped.push_back(take_front());
        if (barrier) break;
    }
    popped_.notify();
    co_return popped;
}

task<> delta_fifo::room() &
{
    while (queued_ >= capacity_ && !closed_) co_await popped_.wait();
}

void delta_fifo::close()
{
    closed_ = true;
    pushed_.notify();
    popped_.notify();
}

} // namespace coinformer::detail
