#include "controller/reconcile_metrics.hpp"

#include <array>
#include <utility>

namespace coinformer::detail {

namespace {

// The bounds of controller-runtime.
constexpr std::array bounds_of_reconciles{0.005, 0.01, 0.025, 0.05, 0.1,  0.15, 0.2,  0.25, 0.3,  0.35,
                                          0.4,   0.45, 0.5,   0.6,  0.7,  0.8,  0.9,  1.0,  1.25, 1.5,
                                          1.75,  2.0,  2.5,   3.0,  3.5,  4.0,  4.5,  5.0,  6.0,  7.0,
                                          8.0,   9.0,  10.0,  15.0, 20.0, 25.0, 30.0, 40.0, 50.0, 60.0};

constexpr metric_family reconciles{.name = "controller_runtime_reconcile_total",
                                   .help = "Reconciles that have ended, by controller and result."};
constexpr metric_family reconcile_errors{.name = "controller_runtime_reconcile_errors_total",
                                         .help = "Reconciles that have failed, by controller."};
constexpr metric_family reconcile_timeouts{.name = "controller_runtime_reconcile_timeouts_total",
                                           .help = "Reconciles that reached their deadline, by controller."};
constexpr metric_family reconcile_times{.name = "controller_runtime_reconcile_time_seconds",
                                        .help = "How long reconciles took, by controller.",
                                        .type = metric_type::histogram,
                                        .bounds = bounds_of_reconciles};
constexpr metric_family most_reconciles{.name = "controller_runtime_max_concurrent_reconciles",
                                        .help =
                                            "How many reconciles may run at the same time, by controller.",
                                        .type = metric_type::gauge};
constexpr metric_family active_reconciles{.name = "controller_runtime_active_workers",
                                          .help = "Reconciles that run now, by controller.",
                                          .type = metric_type::gauge};

constexpr metric_family owned_part{.name = "coinformer_controller_owned_ratio",
                                   .help =
                                       "The part of all keys that this process owns, 0 to 1, by controller.",
                                   .type = metric_type::gauge};
constexpr metric_family parked_keys{
    .name = "coinformer_controller_parked_keys",
    .help = "Keys that wait until this process owns them, or another one does, by controller.",
    .type = metric_type::gauge};

} // namespace

reconcile_metrics make_reconcile_metrics(metrics const& make, std::string_view controller,
                                         std::size_t concurrency,
                                         std::function<std::optional<double>()> read_active)
{
    if (!make) return {};
    metric_label const name[] = {{"controller", controller}};
    auto const with_result = [&](std::string_view result) {
        metric_label const labels[] = {{"controller", controller}, {"result", result}};
        return make.counter(reconciles, labels);
    };
    reconcile_metrics made{.succeeded = with_result("success"),
                           .failed = with_result("error"),
                           .again_at_once = with_result("requeue"),
                           .again_after = with_result("requeue_after"),
                           .errors = make.counter(reconcile_errors, name),
                           .timeouts = make.counter(reconcile_timeouts, name),
                           .time = make.histogram(reconcile_times, name),
                           .max_concurrent = make.gauge(most_reconciles, name),
                           .active = make.gauge_of(std::move(read_active), active_reconciles, name)};
    made.max_concurrent.set(static_cast<double>(concurrency));
    return made;
}

void add_shard_metrics(reconcile_metrics& to, metrics const& make, std::string_view controller,
                       std::function<std::optional<controller_status>()> const& read)
{
    metric_label const name[] = {{"controller", controller}};
    auto owned = make.gauge_of(
        [read]() -> std::optional<double> {
            auto const now = read();
            return now ? std::optional(now->owned) : std::nullopt;
        },
        owned_part, name);
    auto parked = make.gauge_of(
        [read]() -> std::optional<double> {
            auto const now = read();
            return now ? std::optional(static_cast<double>(now->parked)) : std::nullopt;
        },
        parked_keys, name);
    to.owned = std::move(owned);
    to.parked = std::move(parked);
}

} // namespace coinformer::detail
