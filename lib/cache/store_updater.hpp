#pragma once

#include "cache/handlers/fan_out.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/reflector/version_frontier.hpp"
#include "cache/store/store.hpp"

#include <functional>
#include <set>

namespace coinformer::detail {

/// Takes deltas from the queue, applies them to the store, hands the changes to the handlers. In this order: what a
/// handler is told is in the store already.
///
/// Threads    the informer's strand.
class store_updater {
public:
    /// Lists and bookmarks come for each of `namespaces`, or for all as one. `applied` is called after each step of the
    /// store.
    store_updater(delta_fifo& queue, store& objects, fan_out& handlers, std::vector<std::string> const& namespaces,
                  std::function<void()> applied)
        : queue_(queue), store_(objects), handlers_(handlers), frontier_(namespaces), applied_(std::move(applied)),
          unlisted_(namespaces.begin(), namespaces.end())
    {
        if (unlisted_.empty()) unlisted_.emplace();
    }

    /// Until cancelled, or the queue is closed and drained.
    [[nodiscard]] task<> run() &;

private:
    change_batch apply(std::vector<delta> batch);
    std::vector<change> apply_objects(std::vector<delta> const& batch);
    std::vector<change> apply_lost(delta::collection const& gone);
    change_batch replace(delta::collection all);

    delta_fifo& queue_;
    store& store_;
    fan_out& handlers_;
    version_frontier frontier_;
    std::function<void()> applied_;
    std::set<std::string> unlisted_; // namespaces whose first list has not come yet
};

} // namespace coinformer::detail
