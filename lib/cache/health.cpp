#include <coinformer/cache/health.hpp>

#include "core/exceptions.hpp"

#include <coinformer/core/error.hpp>

namespace coinformer {

namespace {

std::string text_of(duration d)
{
    auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(d).count();
    if (seconds < 120) return std::to_string(seconds) + " s";
    return std::to_string(seconds / 60) + " min";
}

std::string because(std::string const& failure)
{
    return failure.empty() ? std::string() : ": " + failure;
}

// Says why an informer has not synced.
std::string why_not_ready(informer_status const& s)
{
    auto const& r = s.reflector;
    if (r.now == phase::unserved) return "the server does not have this resource" + because(r.last_failure);
    if (r.failing_since)
        return "it could not be read for " + text_of(s.taken_at - *r.failing_since) + because(r.last_failure);
    if (!s.resource_version.empty()) return "handlers are still handling the first list";
    if (r.now == phase::idle) return "it waits for its turn to be read, or nobody runs its informer";
    auto text = "the first list has brought " + std::to_string(r.listed) + " objects until now";
    if (r.remaining && *r.remaining != 0) text += ", and " + std::to_string(*r.remaining) + " are to come";
    return text;
}

void judge(informer_report const& informer, health_limits const& limits, health_report& all)
{
    auto const& s = informer.status;
    auto const complain = [&](std::string const& why) {
        all.reasons.push_back(to_string(informer.which) + ": " + why);
    };
    if (s.reflector.now == phase::stopped) {
        all.live = all.ready = false;
        return complain("its informer has ended");
    }
    if (!s.synced) {
        all.ready = false;
        return complain(why_not_ready(s));
    }
    if (s.handlers_removed != 0)
        complain(std::to_string(s.handlers_removed) +
                 (s.handlers_removed == 1 ? " handler was" : " handlers were") +
                 " removed, being too slow (overflow::fail): give it a greater capacity, or another policy");
    auto const age = s.taken_at - s.reflector.fresh_as_of.value_or(s.taken_at);
    if (age <= limits.stale_after) return;
    all.stale = true;
    complain("the copy was last proven to be up to date " + text_of(age) + " ago" +
             because(s.reflector.last_failure));
}

} // namespace

health_report judge_health(std::span<informer_report const> informers, health_limits const& limits)
{
    health_report all;
    for (auto const& i : informers) judge(i, limits, all);
    return all;
}

task<health_report> health(informer_factory& informers, health_limits limits)
{
    auto const states = co_await informers.status();
    auto all = judge_health(states, limits);
    for (auto const& f : informers.failures()) {
        all.live = all.ready = false;
        all.reasons.push_back(to_string(f.which) +
                              ": its informer has ended: " + detail::message_of(f.cause));
    }
    co_return all;
}

task<health_report> detail::health_of(std::vector<asked_informer> informers, health_limits limits)
{
    std::vector<informer_report> states;
    for (auto& asked : informers) {
        auto status = co_await std::move(asked.status);
        informer_report state{asked.which, std::move(status)};
        states.push_back(std::move(state));
    }
    co_return judge_health(states, limits);
}

std::string health_report::to_string() const
{
    std::string text = !live ? "not live" : !ready ? "not ready" : stale ? "ready, and stale" : "ready";
    text += '\n';
    for (auto const& r : reasons) text.append("- ").append(r).append(1, '\n');
    return text;
}

} // namespace coinformer
