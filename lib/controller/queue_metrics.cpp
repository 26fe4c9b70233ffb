#include "controller/queue_metrics.hpp"

#include <array>
#include <chrono>

namespace coinformer::detail {

namespace {

// 10 ns to 1000 s, the bounds of controller-runtime. client-go has some of the same bounds. Multiplying gives
// exactly their numbers, so that queries can add up the buckets of programs in both languages.
constexpr auto bounds_of_queues = [] {
    std::array<double, 12> bounds{};
    double bound = 1e-8;
    for (auto& b : bounds) {
        b = bound;
        bound *= 10;
    }
    return bounds;
}();

constexpr metric_family depths{
    .name = "workqueue_depth", .help = "Keys that wait in the queue.", .type = metric_type::gauge};
constexpr metric_family adds{.name = "workqueue_adds_total", .help = "Keys that were queued."};
constexpr metric_family retries{.name = "workqueue_retries_total",
                                .help = "Keys that were added again because they had failed."};
constexpr metric_family queue_durations{.name = "workqueue_queue_duration_seconds",
                                        .help = "How long a key was queued before a worker got it.",
                                        .type = metric_type::histogram,
                                        .bounds = bounds_of_queues};
constexpr metric_family work_durations{.name = "workqueue_work_duration_seconds",
                                       .help = "How long a worker had a key.",
                                       .type = metric_type::histogram,
                                       .bounds = bounds_of_queues};
constexpr metric_family unfinished_work{.name = "workqueue_unfinished_work_seconds",
                                        .help =
                                            "The sum of the times that workers have had their present keys.",
                                        .type = metric_type::gauge};
constexpr metric_family longest_work{.name = "workqueue_longest_running_processor_seconds",
                                     .help =
                                         "The longest of the times that workers have had their present keys.",
                                     .type = metric_type::gauge,
                                     .together = gauges_together::largest};

constexpr metric_family oldest_keys{.name = "coinformer_workqueue_oldest_waiting_seconds",
                                    .help = "How long the oldest key has waited in the queue.",
                                    .type = metric_type::gauge,
                                    .together = gauges_together::largest};

double in_seconds(duration d)
{
    return std::chrono::duration<double>(d).count();
}

} // namespace

queue_metrics make_queue_metrics(metrics const& make, std::string_view name,
                                 std::function<work_queue_status()> const& read)
{
    if (!make) return {};
    metric_label const labels[] = {{"controller", name}, {"name", name}};
    auto const gauge_of = [&](metric_family const& of, double (*number)(work_queue_status const&)) {
        return make.gauge_of([read, number] { return number(read()); }, of, labels);
    };
    return {.adds = make.counter(adds, labels),
            .retries = make.counter(retries, labels),
            .queue_duration = make.histogram(queue_durations, labels),
            .work_duration = make.histogram(work_durations, labels),
            .depth = gauge_of(depths, [](auto const& s) { return static_cast<double>(s.depth); }),
            .unfinished = gauge_of(unfinished_work, [](auto const& s) { return in_seconds(s.unfinished); }),
            .longest_running =
                gauge_of(longest_work, [](auto const& s) { return in_seconds(s.longest_running); }),
            .oldest = gauge_of(oldest_keys, [](auto const& s) { return in_seconds(s.oldest); })};
}

} // namespace coinformer::detail
