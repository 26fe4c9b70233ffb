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
    controller_core(environment env, controller_options options, work_queue_door queue,
                    controller_door::reconcile reconcile, controller_door::describe describe);

    void add_source(controller_source s);
    [[nodiscard]] task<> run();
    controller_status status() const;

private:
    struct followed {
        controller_source source;
        handler_registration handler = {};
        bool synced = false;    // locked
        std::string cause = {}; // locked, and written on the strand: why not
        error_code logged = {}; // the cause that the log has
    };

    [[nodiscard]] task<> run_here(std::shared_ptr<controller_core> self);
    [[nodiscard]] task<> follow(followed& s, nursery& workers);
    [[nodiscard]] task<bool> synced(followed& s);
    [[nodiscard]] task<> work();
    [[nodiscard]] task<> reconcile_one(work_lease item);
    void start_work(nursery& workers);
    void forget_this_run();
    void succeeded(work_lease item, reconcile_result const& result);
    void failed(work_lease item, std::string const& why);
    std::string overdue(void const* key);
    void note(std::string const& key, std::string const& why);

    executor outer_;
    environment env_; ///< its executor is the strand
    controller_options options_;
    work_queue_door queue_;
    controller_door::reconcile reconcile_;
    controller_door::describe describe_;
    std::vector<followed> sources_;
    std::size_t unsynced_ = 0;
    std::atomic<bool> running_{false};
    mutable std::mutex lock_;
    controller_status counts_; // locked
};

} // namespace coinformer::detail
