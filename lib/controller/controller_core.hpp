#pragma once

#include "controller/reconcile_counts.hpp"
#include "controller/shard_gate.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/controller/controller.hpp>
#include <coinformer/core/nursery.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace coinformer::detail {

/// The part of a controller that is the same for all types of keys. It owns the work queue and the sources.
///
/// run() has two nurseries. In the nursery `sources`, one coroutine for each source registers a handler,
/// waits until the source is synced, and then waits for the informer's end. In the nursery `workers`,
/// `concurrency` coroutines pop keys and reconcile them; they start when every source is synced. When run()
/// is cancelled, the queue is shut down, the sources are stopped at once, and the workers after
/// controller_options::grace. When an informer ends, everything is stopped at once.
///
/// If processes share the keys, `gate_` says before each reconcile if the key may be reconciled, and follows
/// the moves of the parts in the nursery `sources`.
///
/// States     Idle; waiting for sources (`unsynced_count_` is not zero); reconciling; ending. After run() has
///            ended it is idle again, and keys that are added then wait for the next run().
/// Threads    add_source(), divide(), strand() and status() may be called on any thread. Each worker, and so
///            each reconcile, runs on a strand of its own. Everything else runs on the controller's strand.
///            Members marked "locked" are used under `lock_`, because status() reads them on any thread.
class controller_core : public std::enable_shared_from_this<controller_core> {
public:
    controller_core(environment env, controller_options options, work_queue_handle queue,
                    controller_handle::reconcile reconcile, controller_handle::describe describe);

    void add_source(controller_source s);
    std::shared_ptr<shard_gate> divide(std::shared_ptr<shard_owner> owner, primary_objects primary);
    [[nodiscard]] task<> run();
    executor const& strand() const noexcept { return env_.ex; }
    controller_status status() const;

private:
    struct source_state {
        controller_source source;
        handler_registration handler = {};
        bool synced = false;       // locked
        std::string cause = {};    // locked, written on the strand only; why the source is not synced
        repeated_failure failures; // waits for the source that failed; used on the strand only
    };

    void begin_run();
    void prepare_run();
    [[nodiscard]] task<> run_source(source_state& s, nursery& workers);
    [[nodiscard]] task<bool> became_synced(source_state& s);
    bool note_synced(source_state& s);
    [[nodiscard]] task<> reconcile_keys();
    [[nodiscard]] task<> reconcile_if_owned(work_lease item);
    [[nodiscard]] task<> reconcile_one(work_lease item, shard_fence fence,
                                       shard_gate::pass const* with = nullptr);
    [[nodiscard]] task<> attempt(void const* key, shard_fence const& fence,
                                 std::optional<reconcile_result>& result);
    void park(work_lease item, shard_fence const& fence);
    void start_workers(nursery& workers);
    void reset_after_run();
    void set_name(std::string name);
    void count_shards();
    void report_success(work_lease item, reconcile_result const& result);
    void report_failure(work_lease item, std::string const& why, std::exception_ptr const& failure);
    std::string report_timeout(void const* key);

    executor user_executor_;
    environment env_;            ///< its executor is the controller's strand
    controller_options options_; ///< its name is empty until there is a source, or a run
    work_queue_handle queue_;
    struct {
        controller_handle::reconcile reconcile;
        controller_handle::describe describe;
    } users_; ///< what the user's code does with a key
    std::vector<source_state> sources_;
    std::shared_ptr<shard_gate> gate_; ///< null if this process has all keys
    std::atomic<bool> is_running_{false};
    std::mutex setup_lock_; // held by those that change the controller before a run; taken before `lock_`
    mutable std::mutex lock_;
    std::optional<std::size_t> unsynced_count_; // locked; of this run; null between two runs
    reconcile_counts counts_;
};

} // namespace coinformer::detail
