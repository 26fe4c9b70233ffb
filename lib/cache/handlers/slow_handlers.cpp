#include "cache/handlers/slow_handlers.hpp"

#include <chrono>
#include <utility>

namespace coinformer::detail {

namespace {

std::string in_seconds(duration d)
{
    return std::to_string(std::chrono::floor<std::chrono::seconds>(d).count()) + " s";
}

} // namespace

void slow_handlers::look() noexcept
try {
    bool is_any_waiting = false;
    for (auto const& [name, now] : ask_()) {
        is_any_waiting |= now.number != 0;
        judge(name, now);
    }
    if (is_any_waiting)
        look_later(*timer_);
    else
        timer_.reset();
} catch (...) { // there is no memory for a line: the next change begins anew
    timer_.reset();
}

void slow_handlers::forget(std::string_view name) noexcept
{
    if (auto const found = known_.find(name); found != known_.end()) known_.erase(found);
}

void slow_handlers::judge(std::string const& name, waiting_changes const& now)
{
    auto found = known_.find(name);
    if (now.oldest < patience) {
        // With each call another change becomes the oldest one, so a little less than `patience` is no end.
        if (found == known_.end() || now.oldest > patience / 2) return;
        auto const since = std::exchange(found->second.since, std::nullopt);
        if (!found->second.lines.succeeded() || !since) return;
        auto const lasted = env_.time->now() - *since;
        env_.log->log(log_level::warning, "a slow handler has caught up",
                      {{"collection", of_}, {"handler", name}, {"after", in_seconds(lasted)}});
        return;
    }
    if (found == known_.end()) found = known_.try_emplace(name, repeated_failure(*env_.time)).first;
    auto& [lines, since] = found->second;
    if (!since) since = env_.time->now() - now.oldest;
    if (!lines.failed({})) return;
    env_.log->log(
        log_level::warning,
        "a handler is slow: " + std::to_string(now.number) + " changes wait for it, the oldest for " +
            in_seconds(now.oldest),
        {{"collection", of_}, {"handler", name}, {"next", "the handler goes on with the changes that wait"}});
}

} // namespace coinformer::detail
