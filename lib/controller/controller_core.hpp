#pragma once

#include <coinformer/controller/controller.hpp>
#include <coinformer/core/nursery.hpp>

#include <atomic>
#include <mutex>

namespace coinformer::detail {

/// A controller of any keys: a coroutine for each source, and one for each reconcile that may run at the same time.
///
/// Threads    add_source(), run() and status() from any; work() on a strand of its own; the rest on the controller's.
class controller_core : public std::enable_shared_from_this<controller_core> {
public:
    controller_core(environment env, controller_options options, work_queue_handle queue,
                    controller_handle::reconcile reconcile, controller_handle::describe describe);

    void add_source(controller_source s);
    [[nodiscard]] task<> run();
    controller_status status() const;

private:
    struct source_state {
        controller_source source;
        handler_registration handler = {};
        bool synced = false;    // locked
        std::string cause = {}; // locked, and written on the strand: why not
    };

    [[nodiscard]] task<> run_here(std::shared_ptr<controller_core> self);
    [[nodiscard]] task<> run_source(source_state& s, nursery& workers);
    [[nodiscard]] task<bool> became_synced(source_state& s);
    [[nodiscard]] task<> reconcile_keys();
    [[nodiscard]] task<> reconcile_one(work_lease item);
    void start_workers(nursery& workers);
    void reset_after_run();
    void report_success(work_lease item, reconcile_result const& result);
    void report_failure(work_lease item, std::string const& why);
    std::string report_timeout(void const* key);
    void record_error(std::string const& key, std::string const& why);

    executor user_executor_;
    environment env_; ///< its executor is the strand
    controller_options options_;
    work_queue_handle queue_;
    controller_handle::reconcile reconcile_;
    controller_handle::describe describe_;
    std::vector<source_state> sources_;
    std::size_t unsynced_count_ = 0;
    std::atomic<bool> is_running_{false};
    mutable std::mutex lock_;
    controller_status counters_; // locked
};

} // namespace coinformer::detail
