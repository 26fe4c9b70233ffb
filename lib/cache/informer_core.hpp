#pragma once

#include "cache/handlers/fan_out.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/reflector/reflector.hpp"
#include "cache/store/store.hpp"
#include "cache/store_updater.hpp"

#include <coinformer/cache/shared_informer.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <set>

namespace coinformer::detail {

/// Returns the options with the namespaces in order, each once, and with none if the resource is cluster-scoped.
/// Errors: errc::bad_request if a namespace is the empty string, which could stand for all namespaces by mistake (an
/// environment variable that is not set): an empty list is how to ask for all.
informer_options normalized(resource const& of, informer_options options);

/// An informer of any projection: reflector → queue → store_updater → store and handlers, each a coroutine in one
/// scope.
///
/// Threads    the public doors (index, on_change, run, synced, snapshot, status) from any; the rest on the strand.
class informer_core : public std::enable_shared_from_this<informer_core> {
public:
    informer_core(client& api, resource of, object_type const& type, informer_options options);

    void index(std::string name, index_function values);
    handler_registration on_change(untyped_handler handler, handler_options options);
    [[nodiscard]] task<> run();
    [[nodiscard]] task<> synced();
    [[nodiscard]] task<> at_least(std::string version);
    [[nodiscard]] task<> until(std::function<bool(snapshot_ref)> holds);
    [[nodiscard]] task<> stopped();
    /// Ends one that never ran: who waits is told, its handlers are let go. Does nothing for one that runs, or did.
    [[nodiscard]] task<> abandon();
    snapshot_ref snapshot() const { return store_.snapshot(); }
    [[nodiscard]] task<informer_status> status();
    resource const& of() const noexcept { return of_; }

private:
    [[nodiscard]] task<> run_here();
    template <class T>
    [[nodiscard]] task<T> on_strand(task<T> body);
    [[nodiscard]] task<informer_status> status_here() const;
    [[nodiscard]] task<> until_here(std::function<bool()> holds);
    [[nodiscard]] task<> stopped_here();
    [[nodiscard]] task<> end(std::exception_ptr why) &;
    /// A reflector has a cause why the store does not catch up; null: there is none any more. Returns true if a waiter
    /// receives it.
    bool on_reflector_cause(std::size_t reflector, std::exception_ptr cause);

    std::shared_ptr<client::impl> const api_; // declared first: what follows uses it until its end
    resource of_;
    informer_options options_;
    index_failure_log index_failures_;
    store store_;
    delta_fifo queue_;
    std::shared_ptr<fan_out> handlers_;
    std::vector<std::unique_ptr<reflector>> reflectors_; // one a namespace, or one for all
    store_updater updater_;
    wakeup progressed_;         // the store has changed, or the causes on the board of `handlers_`
    std::exception_ptr ending_; // what ended run()
    bool stopped_ = false;
    std::mutex names_lock_;
    std::set<std::string> index_names_{std::string(namespace_index)};
    std::atomic<bool> started_{false};
};

} // namespace coinformer::detail
