#include "cache/handlers/handler_metrics.hpp"

#include "cache/handlers/handler_group.hpp"
#include "core/metric_bounds.hpp"

namespace coinformer::detail {

namespace {

constexpr metric_family changes_handled{.name = "coinformer_handler_changes_total",
                                        .help = "Changes that handlers have handled."};
constexpr metric_family calls_failed{.name = "coinformer_handler_failures_total",
                                     .help = "Calls of handlers that threw."};
constexpr metric_family handlers_removed{
    .name = "coinformer_handler_removals_total",
    .help = "Handlers that were removed because they were too slow (overflow::fail)."};
constexpr metric_family call_durations{.name = "coinformer_handler_duration_seconds",
                                       .help = "Time that handling a change took.",
                                       .type = metric_type::histogram,
                                       .bounds = bounds_from_microseconds};
constexpr metric_family change_delays{
    .name = "coinformer_handler_delay_seconds",
    .help = "Time from the moment at which a change was in the store until it was handled.",
    .type = metric_type::histogram,
    .bounds = bounds_from_microseconds};
constexpr metric_family changes_waiting{.name = "coinformer_handler_waiting_changes",
                                        .help = "Changes that wait for handlers, or are being handled.",
                                        .type = metric_type::gauge};
constexpr metric_family oldest_waiting{.name = "coinformer_handler_oldest_waiting_seconds",
                                       .help = "How long the oldest change has waited for its handler.",
                                       .type = metric_type::gauge,
                                       .together = gauges_together::largest};

} // namespace

void intrusive_ptr_add_ref(handler_series const* s) noexcept
{
    intrusive_ptr_add_ref(&s->group);
}

void intrusive_ptr_release(handler_series const* s) noexcept
{
    intrusive_ptr_release(&s->group);
}

handler_series const* handler_metrics::series_of(std::string const& name)
{
    std::lock_guard const held(lock_);
    auto const [place, is_new] =
        series_.try_emplace(name, handler_series{.group = group_, .counts = labels_.has_value()});
    auto* const made = &place->second;
    if (!is_new) return made; // other threads may be reading it
    made->name = place->first;
    if (!labels_) return made;
    auto const labels = labels_->with({{"handler", name}});
    auto const& make = group_.env.metrics;
    auto const number = [this, made] { return static_cast<double>(waiting_(made).number); };
    auto const age = [this, made] { return std::chrono::duration<double>(waiting_(made).oldest).count(); };
    made->handled = make.counter(changes_handled, labels);
    made->failed = make.counter(calls_failed, labels);
    made->removed = make.counter(handlers_removed, labels);
    made->durations = make.histogram(call_durations, labels);
    made->delays = make.histogram(change_delays, labels);
    made->waiting = make.gauge_of(number, changes_waiting, labels);
    made->oldest = make.gauge_of(age, oldest_waiting, labels);
    return made;
}

std::map<std::string, waiting_changes> handler_metrics::waiting_by_name()
{
    std::lock_guard const held(lock_);
    std::map<std::string, waiting_changes> all;
    for (auto const& [name, series] : series_) all.emplace(name, waiting_(&series));
    return all;
}

void handler_metrics::forget_informer() noexcept
{
    std::lock_guard const held(lock_);
    for (auto& [name, series] : series_) series.waiting = gauge(), series.oldest = gauge();
}

} // namespace coinformer::detail
