#pragma once

#include "cache/handlers/handler_metrics.hpp"
#include "core/repeated_failure.hpp"

#include <coinformer/core/environment.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace coinformer::detail {

/// Logs a line when a change has waited for a handler for longer than `patience`, and another line when the
/// handler has caught up: nothing has waited for longer than half of that. A handler that stays slow has a
/// line each ten minutes (repeated_failure). Handlers with the same name are judged together, because the
/// name is all that a line can say about them.
///
/// States     At rest: no timer. Looking: a timer asks each `interval` what waits, until nothing does.
/// Threads    the client's strand. fan_out calls it.
class slow_handlers {
public:
    static constexpr duration patience = std::chrono::minutes(1);
    static constexpr duration interval = std::chrono::seconds(15);

    /// The changes that wait, by the name of their handlers.
    using waiting_by_name = std::map<std::string, waiting_changes>;

    /// `env` outlives this object. `of` names the collection in the log. If it is empty, nothing is logged:
    /// a line could not say whose handlers are slow.
    slow_handlers(environment const& env, std::string of, std::function<waiting_by_name()> ask)
        : env_(env), of_(std::move(of)), ask_(std::move(ask))
    {
    }
    slow_handlers(slow_handlers const&) = delete;

    /// There may be changes that wait: begins to look, if it does not yet.
    void begin()
    {
        if (timer_ || of_.empty()) return;
        auto made = env_.time->make_timer(env_.ex);
        look_later(*made);
        timer_ = std::move(made); // not before: the start may throw for want of memory
    }

    /// A handler of this name has ended. If it was slow, it has not caught up, and there is no line about
    /// its end; others of this name that are slow have a new line.
    void forget(std::string_view name) noexcept;

    /// No handler is called any more.
    void end() noexcept { timer_.reset(); }

private:
    void look_later(timer& by)
    {
        by.start(env_.time->now() + interval, [this] { look(); });
    }
    void look() noexcept;
    void judge(std::string const& name, waiting_changes const& now);

    struct slow {
        repeated_failure lines;
        std::optional<time_point> since = {}; // when the change came for which it began to count as slow
    };

    environment const& env_;
    std::string of_;
    std::function<waiting_by_name()> ask_;
    std::map<std::string, slow, std::less<>> known_; // by name: those that have been slow
    std::unique_ptr<timer> timer_;                   // set while it looks
};

} // namespace coinformer::detail
