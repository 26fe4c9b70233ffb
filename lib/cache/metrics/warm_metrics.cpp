#include "cache/metrics/warm_metrics.hpp"

namespace coinformer::detail {

namespace {

constexpr metric_family restores{.name = "coinformer_snapshot_restores_total",
                                 .help = "Starts of informers with a saved snapshot, by what became of it."};
constexpr metric_family saves{.name = "coinformer_snapshot_saves_total",
                              .help = "Snapshots that were saved, or could not be."};
constexpr metric_family snapshot_size{.name = "coinformer_snapshot_bytes",
                                      .help = "Size of the last snapshot that was saved.",
                                      .type = metric_type::gauge};

} // namespace

warm_metrics::warm_metrics(metrics to, informer_labels labels)
    : to_(std::move(to)), labels_(std::move(labels))
{
    for (auto const* const result : {"saved", "failed"}) count(saves, result, 0);
}

void warm_metrics::was_read(std::string_view result)
{
    count(restores, result);
}

void warm_metrics::was_saved(std::uint64_t bytes)
{
    if (!to_) return;
    count(saves, "saved");
    if (!has_gauge_) bytes_ = to_.gauge(snapshot_size, labels_.with());
    has_gauge_ = true;
    bytes_.set(static_cast<double>(bytes));
}

void warm_metrics::could_not_be_saved()
{
    count(saves, "failed");
}

void warm_metrics::count(metric_family const& family, std::string_view result, std::uint64_t n)
{
    if (!to_) return;
    auto const [place, is_new] = results_.try_emplace(std::string(family.name) + std::string(result));
    if (is_new) place->second = to_.counter(family, labels_.with({{"result", result}}));
    place->second.add(n);
}

} // namespace coinformer::detail
