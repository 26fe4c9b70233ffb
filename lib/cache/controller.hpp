#pragma once

#include "cache/delta_fifo.hpp"
#include "cache/processor.hpp"
#include "cache/store.hpp"

namespace coinformer::detail {

/// Takes deltas from the queue, applies them to the store, hands the changes to the processor. In this order: what a
/// handler is told is in the store already.
///
/// Threads    the informer's strand.
class controller {
public:
    controller(delta_fifo& queue, store& objects, processor& handlers) noexcept
        : queue_(queue), store_(objects), handlers_(handlers)
    {
    }

    /// Until cancelled, or the queue is closed and drained.
    [[nodiscard]] task<> run() &;

private:
    std::vector<change> apply(std::vector<delta> batch);
    std::vector<change> apply_objects(std::vector<delta> const& batch);
    std::vector<change> replace(delta::collection const& all);

    delta_fifo& queue_;
    store& store_;
    processor& handlers_;
    bool first_list_ = true;
};

} // namespace coinformer::detail
