#pragma once

#include "cache/audit/informer_audits.hpp"
#include "cache/handlers/fan_out.hpp"
#include "cache/informer_life.hpp"
#include "cache/informer_store.hpp"
#include "cache/metrics/informer_metrics.hpp"
#include "cache/readable_source.hpp"
#include "cache/reflector/delta_fifo.hpp"
#include "cache/reflector/reflector.hpp"
#include "cache/store_updater.hpp"
#include "cache/warm/warm_parts.hpp"

#include <coinformer/cache/shared_informer.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace coinformer::detail {

/// Returns the options with the namespaces in order, each once, and with none if the resource is
/// cluster-scoped. Errors: errc::bad_request if a namespace is the empty string, which could stand for all
/// namespaces by mistake (an environment variable that is not set): an empty list is how to ask for all.
informer_options normalized(resource const& of, informer_options options);

/// Returns a text that is equal for equal scopes: it holds every option that limits the collection, and has
/// to hold each such option that is added. Call it with what normalized() has returned.
std::string scope_of(informer_options const& options);
/// Returns the same without the ranges of the share: the next process may have another one, and takes up what
/// it holds of the objects.
std::string selection_of(informer_options const& options);
/// Returns the text that a snapshot carries, and that the next process has to have, too.
std::string snapshot_scope(informer_options const& options);

/// An informer without the type of its objects. It owns the parts of an informer, and runs them:
///
///     reflector (one for each namespace) ──▶ delta_fifo ──▶ store_updater ──▶ store, fan_out ──▶ handlers
///
/// run() has one nursery, whose children are the reflectors, their questions about silent watches, the
/// store_updater, the saver of snapshots, and the audits. Waits (synced(), at_least(), until()) are
/// coroutines of the callers; `life_` wakes them.
///
/// States     Not run; running; ended, by the end of run() or by abandon(): see informer_life. A core that
///            has ended stays readable.
/// Threads    index(), on_change(), has_synced(), snapshot(), of(), options() and strand() may be called on
///            any thread.
///            The public coroutines run on the client's strand: other code reaches them through on_strand().
///            Private members are called on the strand.
/// Lifetime   shared by the handles of the informer, its run(), and each wait. It keeps its source alive.
class informer_core : public std::enable_shared_from_this<informer_core> {
public:
    /// The source reads the collection of `of`.
    informer_core(readable_source source, resource of, informer_options options);

    void index(std::string name, index_function values);
    handler_registration on_change(untyped_handler handler, handler_options options);
    [[nodiscard]] task<> run();
    [[nodiscard]] task<> synced() { return handlers_->synced(nullptr); }
    /// As synced(), without causes: see fan_out. Returns false if the informer has ended before it was
    /// synced.
    [[nodiscard]] task<bool> synced_or_ended() { return handlers_->synced_or_ended(); }
    bool has_synced() const noexcept { return handlers_->update_synced(); }
    [[nodiscard]] task<> at_least(std::string version);
    [[nodiscard]] task<> until(std::function<bool(snapshot_ref)> holds);
    [[nodiscard]] task<> stopped();
    /// Ends an informer that was never run: waits end with errc::stopped, and its handlers end.
    /// Does nothing if run() was called.
    [[nodiscard]] task<> abandon();
    /// Sets the warning that is logged if somebody waits for this informer and nobody runs it. Called before
    /// any other code knows the informer.
    void warn_with(std::shared_ptr<run_warning> if_not_run);
    snapshot_ref snapshot() const { return store_.objects().snapshot(); }
    [[nodiscard]] task<informer_status> status();
    resource const& of() const noexcept { return of_; }
    informer_options const& options() const noexcept { return options_; }
    executor const& strand() const noexcept { return source_.context->env().ex; }

private:
    environment const& env() const noexcept { return source_.context->env(); }
    store& objects() noexcept { return store_.objects(); }
    store const& objects() const noexcept { return store_.objects(); }
    [[nodiscard]] task<> end(std::exception_ptr why) &;
    void add_index(std::string const& name, index_function const& values);
    void note_progress();
    std::optional<savable_state> savable() const;
    void record_base() const;
    std::optional<audited_state> audited(std::size_t reflector) const;
    void prepare_audits();
    /// A reflector reports the cause why the store is not up to date, or null when that is over. Returns true
    /// if a waiter receives the cause.
    bool on_reflector_cause(std::size_t reflector, std::exception_ptr cause);

    // Declared first, because the members below use it until their end. It keeps the client alive, if there
    // is one.
    readable_source const source_;
    resource of_;
    informer_options const options_;
    std::unique_ptr<informer_metrics> const counts_; // null if nobody listens
    informer_store store_;
    delta_fifo queue_;
    std::unique_ptr<warm_parts> const warm_; // null if no snapshots are saved
    std::shared_ptr<fan_out> handlers_;
    std::vector<std::unique_ptr<reflector>> reflectors_; // one for each namespace, or one for all of them
    store_updater updater_;
    std::unique_ptr<informer_audits> audits_; // null if there are none
    informer_life life_;
};

} // namespace coinformer::detail
