#pragma once

#include "cache/handlers/fan_out.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/reflector/version_frontier.hpp"
#include "cache/store/store.hpp"

#include <functional>
#include <set>

namespace coinformer::detail {

/// Takes deltas from the queue, applies them to the store, and then distributes the changes to the handlers.
/// The order matters: when a handler is called for a change, the store shows the change already.
///
/// It decides what a delta means for the store: which objects of a list are unchanged, which objects a list
/// lacks and therefore count as deleted, and up to which version the store is complete.
///
/// States     Waiting for a delta; waiting in fan_out::distribute(), while a handler with overflow::block
///            holds the informer up. `unlisted_` holds the namespaces whose first list has not come.
/// Threads    the client's strand. run() is called once, by informer_core.
/// Lifetime   queue, store and handlers outlive it.
class store_updater {
public:
    /// If there are no namespaces, the informer watches all of them as one. `applied` is called after each
    /// change of the store.
    store_updater(delta_fifo& queue, store& objects, fan_out& handlers, std::vector<std::string> const& namespaces,
                  std::function<void()> applied)
        : queue_(queue), store_(objects), handlers_(handlers), frontier_(namespaces), applied_(std::move(applied)),
          unlisted_(namespaces.begin(), namespaces.end())
    {
        if (unlisted_.empty()) unlisted_.emplace();
    }

    /// Runs until it is cancelled, or until the queue is closed and empty.
    ///
    /// Errors     std::bad_alloc, which ends the informer.
    [[nodiscard]] task<> run() &;

private:
    change_batch apply(std::vector<delta> batch);
    std::vector<change> apply_objects(std::vector<delta> const& batch);
    std::vector<change> apply_lost(object_lost const& gone);
    change_batch replace(complete_list all);

    delta_fifo& queue_;
    store& store_;
    fan_out& handlers_;
    version_frontier frontier_;
    std::function<void()> applied_;
    std::set<std::string> unlisted_; // namespaces whose first list has not come yet
};

} // namespace coinformer::detail
