#include "cache/handlers/run_queues.hpp"
#include "core/strand_of.hpp"

#include <boost/asio/execution/blocking.hpp>
#include <boost/asio/prefer.hpp>

#include <algorithm>

namespace coinformer::detail {

run_queue& run_queues::find_or_make(held_lock const& held, executor const& given, call_form form)
{
    auto const serves = [&](auto const& q) { return q->serves(held, given, form); };
    auto const found = std::ranges::find_if(queues_, serves);
    if (found != queues_.end()) return **found;
    auto where = default_;
    if (given) where = bound(boost::asio::prefer(given, boost::asio::execution::blocking.possibly));
    boost::intrusive_ptr<strand_hub> const hub(&hub_);
    return *queues_.emplace_back(new run_queue(hub, given, std::move(where), form));
}

boost::intrusive_ptr<run_queue> run_queues::leave(held_lock const& held, handler_strand& s)
{
    auto* const queue = s.queue(held);
    if (!queue) return nullptr;
    auto left = queue->leave(held, s);
    if (queue->is_unused(held)) std::erase(queues_, left);
    return left;
}

void run_queues::start_runners()
{
    for (std::size_t i = 0;; ++i) {
        // the post is made without the lock, because the executor is the user's
        boost::intrusive_ptr<run_queue> next;
        {
            auto const held = hub_.hold();
            while (i < queues_.size() && !queues_[i]->claim_runner(held)) ++i;
            if (i >= queues_.size()) return;
            next = queues_[i];
        }
        next->post_runner();
    }
}

std::vector<handler_strand*> run_queues::take_all(held_lock const& held)
{
    std::vector<handler_strand*> all;
    for (auto const& q : queues_) std::ranges::copy(q->take_all(held), std::back_inserter(all));
    return all;
}

} // namespace coinformer::detail
