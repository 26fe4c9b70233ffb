#pragma once

#include <coinformer/core/metrics.hpp>

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include <string>
#include <string_view>
#include <vector>

namespace coinformer {

/// Gives the numbers of a metrics_registry to prometheus-cpp, whose Exposer serves them to Prometheus over
/// HTTP:
///
///     prometheus::Exposer exposer("127.0.0.1:9464");
///     auto const collector = std::make_shared<prometheus_collector>(registry);
///     exposer.RegisterCollectable(collector); // the exposer does not own it
///
/// An Exposer has only a weak pointer to what it serves, so the program keeps the collector. If nobody keeps
/// it, Prometheus receives an empty answer. This class is in the library coinformer::prometheus.
///
/// Threads    any, also several at the same time. An Exposer calls Collect() on threads of its own.
/// Lifetime   The collector shares the numbers of the registry. It may be destroyed before or after the
///            registry, the objects that count, and the exposer.
class prometheus_collector final : public ::prometheus::Collectable {
public:
    explicit prometheus_collector(metrics_registry& registry) : numbers_(&registry) {}

    /// Returns all present values, in the order of the families' names. A family without a value is left out.
    std::vector<::prometheus::MetricFamily> Collect() const override;

private:
    metrics numbers_;
};

/// The Content-Type of an answer that consists of prometheus_text().
inline constexpr std::string_view prometheus_content_type = "text/plain; version=0.0.4; charset=utf-8";

/// Returns all present values in the text format that Prometheus reads, for programs that answer
/// `GET /metrics` with an HTTP server of their own. The text is empty if the registry has no values. This
/// function is in the library coinformer::prometheus.
///
/// Threads    any.
std::string prometheus_text(metrics_registry const& registry);

} // namespace coinformer
