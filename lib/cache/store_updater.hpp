#pragma once

#include "cache/delta_applier.hpp"
#include "cache/handlers/fan_out.hpp"
#include "cache/metrics/informer_metrics.hpp"
#include "cache/reflector/delta_fifo.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace coinformer::detail {

/// Takes deltas from the queue, applies them to the store, and then distributes the changes to the handlers.
/// The order matters: when a handler is called for a change, the store shows the change already.
///
/// States     Waiting for a delta; waiting in fan_out::distribute(), while a handler with overflow::block
///            holds the informer up.
/// Threads    the client's strand. run() is called once, by informer_core.
/// Lifetime   queue, store and handlers outlive it.
class store_updater {
public:
    /// If there are no namespaces, the informer watches all of them as one. `applied` is called after each
    /// change of the store. `counts` may be null.
    store_updater(delta_fifo& queue, store& objects, fan_out& handlers,
                  std::vector<std::string> const& namespaces, std::function<void()> applied,
                  informer_metrics* counts = nullptr)
        : queue_(queue), handlers_(handlers), applier_(objects, namespaces), applied_(std::move(applied)),
          counts_(counts)
    {
    }

    /// Runs until it is cancelled, or until the queue is closed and empty.
    ///
    /// Errors     std::bad_alloc, which ends the informer.
    [[nodiscard]] task<> run() &;
    /// See delta_applier::audit_lists().
    void audit_lists(list_audit& by) noexcept { applier_.audit_lists(by); }
    /// See delta_applier::has_first_list().
    bool has_first_list() const noexcept { return applier_.has_first_list(); }
    /// See delta_applier::versions().
    std::vector<std::string> versions() const { return applier_.versions(); }
    /// See version_frontier::is_ahead().
    bool is_ahead(std::string const& ns) const { return applier_.is_ahead(ns); }
    /// See delta_applier::share_of().
    std::optional<shard_ranges> share_of(std::string const& ns) const { return applier_.share_of(ns); }

private:
    delta_fifo& queue_;
    fan_out& handlers_;
    delta_applier applier_;
    std::function<void()> applied_;
    informer_metrics* const counts_;
};

} // namespace coinformer::detail
