#include "cache/delta_fifo.hpp"

#include <unordered_set>

namespace coinformer::detail {

void delta_fifo::push(delta d)
{
    queue_.push_back(std::move(d));
    pushed_.notify();
}

task<std::vector<delta>> delta_fifo::pop(std::size_t most) &
{
    while (queue_.empty() && !closed_) co_await pushed_.wait();
    std::vector<delta> popped;
    std::unordered_set<object_key, key_hash> keys; // views into the objects that are popped
    while (!queue_.empty() && popped.size() < most) {
        auto& next = queue_.front();
        bool const of_all = !next.about_one_object();
        if (!popped.empty() && (of_all || keys.contains(next.object->key()))) break;
        if (!of_all && queue_.size() > 1) keys.insert(next.object->key());
        popped.push_back(std::move(next));
        queue_.pop_front();
        if (of_all) break;
    }
    popped_.notify();
    co_return popped;
}

task<> delta_fifo::room() &
{
    while (queue_.size() >= capacity_ && !closed_) co_await popped_.wait();
}

void delta_fifo::close()
{
    closed_ = true;
    pushed_.notify();
    popped_.notify();
}

} // namespace coinformer::detail
