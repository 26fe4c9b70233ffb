#include "controller/ready_queues.hpp"

namespace coinformer::detail {

work_schedule* ready_queues::choose(time_point now)
{
    work_schedule *highest = nullptr, *longest = nullptr;
    for (auto& queue : queues_) {
        if (queue.empty()) continue;
        highest = &queue;
        if (!longest || queue.begin()->first < longest->begin()->first) longest = &queue;
    }
    if (highest == longest || now - longest->begin()->first.first < ageing_) return highest;
    return ++overtaking_pops_ % 4 == 0 ? longest : highest;
}

} // namespace coinformer::detail
