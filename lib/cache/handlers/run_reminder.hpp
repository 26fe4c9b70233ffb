#pragma once

#include <coinformer/core/environment.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace coinformer::detail {

/// A warning that is logged at most once. All informers of a factory share one, because one forgotten
/// `factory.run()` is one mistake.
struct run_warning {
    std::string text;                    ///< the whole line
    std::atomic<bool> is_logged = false; ///< informers with strands of their own may share the warning
};

/// Logs a warning if somebody has waited for `patience` for an informer, or for a factory, that nobody runs.
/// Such a wait never ends, and without this line nothing would say why.
///
/// Threads    the client's strand.
class run_reminder {
public:
    static constexpr duration patience = std::chrono::seconds(5);

    /// The warning for the informer of this resource; a null pointer if the resource has no name.
    static std::shared_ptr<run_warning> warning_for_informer_of(std::string const& resource)
    {
        if (resource.empty()) return nullptr;
        return std::make_shared<run_warning>(
            "nobody runs the informer of " + resource +
            " yet, and somebody waits for it: start informer.run() in a nursery or "
            "with co_spawn");
    }
    static std::shared_ptr<run_warning> warning_for_factory()
    {
        return std::make_shared<run_warning>("nobody runs the informer factory yet, and somebody waits for "
                                             "its informers: start factory.run() in a "
                                             "nursery or with co_spawn");
    }

    /// `env` outlives this object. A null pointer as `warning` is never logged.
    run_reminder(environment const& env, std::shared_ptr<run_warning> warning)
        : env_(env), warning_(std::move(warning))
    {
    }
    run_reminder(run_reminder const&) = delete;

    /// Replaces the warning. Called before anybody waits.
    void warn_with(std::shared_ptr<run_warning> warning) noexcept { warning_ = std::move(warning); }

    /// The informer is being run, or has ended: there is nothing to warn of any more.
    void settle() noexcept { is_settled_ = true; }

    /// Called by a waiter, which keeps the result until its wait has ended. The waiter keeps this object
    /// alive meanwhile. Returns a null pointer if there is nothing to warn of.
    std::unique_ptr<timer> begin_wait()
    {
        if (is_settled_ || !warning_ || warning_->is_logged) return nullptr;
        auto alarm = env_.time->make_timer(env_.ex);
        alarm->start(env_.time->now() + patience, [this] {
            if (is_settled_ || warning_->is_logged.exchange(true)) return;
            env_.log->log(log_level::warning, warning_->text);
        });
        return alarm;
    }

private:
    environment const& env_;
    std::shared_ptr<run_warning> warning_;
    bool is_settled_ = false;
};

} // namespace coinformer::detail
