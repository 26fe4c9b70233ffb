#pragma once

#include <coinformer/core/environment.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace coinformer::detail {

/// Logs one warning if somebody has waited for `patience` for an informer, or for a factory, that nobody
/// runs. Such a wait goes on for ever, and without this line it would say nothing.
///
/// Threads    the client's strand.
class run_reminder {
public:
    static constexpr duration patience = std::chrono::seconds(5);

    /// The warning for the informer of this resource; empty if its name is.
    static std::string warning_for_informer_of(std::string const& resource)
    {
        if (resource.empty()) return {};
        return "nobody runs the informer of " + resource +
               ", and somebody waits for it: start informer.run(), or factory.run() if a factory made it, in a nursery "
               "or with co_spawn";
    }

    /// `env` outlives this object. `warning` is the whole line; an empty one is never logged.
    run_reminder(environment const& env, std::string warning) : env_(env), warning_(std::move(warning)) {}
    run_reminder(run_reminder const&) = delete;

    /// The informer is being run, or has ended: there is nothing to warn of any more.
    void settle() noexcept { is_settled_ = true; }

    /// Called by a waiter, which keeps the result until its wait has ended, and this object alive as well.
    /// Returns a null pointer if there is nothing to warn of.
    std::unique_ptr<timer> begin_wait()
    {
        if (is_settled_ || warning_.empty()) return nullptr;
        auto alarm = env_.time->make_timer(env_.ex);
        alarm->start(env_.time->now() + patience, [this] {
            if (std::exchange(is_settled_, true)) return;
            env_.log->log(log_level::warning, warning_);
        });
        return alarm;
    }

private:
    environment const& env_;
    std::string const warning_;
    bool is_settled_ = false;
};

} // namespace coinformer::detail
