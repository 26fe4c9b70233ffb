#include <coinformer/prometheus/collector.hpp>

#include <prometheus/text_serializer.h>

#include <limits>
#include <utility>

namespace coinformer {

namespace {

::prometheus::MetricType type_of(metric_type type)
{
    switch (type) {
    case metric_type::counter: return ::prometheus::MetricType::Counter;
    case metric_type::gauge: return ::prometheus::MetricType::Gauge;
    case metric_type::histogram: return ::prometheus::MetricType::Histogram;
    }
    return ::prometheus::MetricType::Untyped;
}

/// Translates what a registry shows into the structs of prometheus-cpp. A registry calls it under its lock,
/// so it only copies; the text is made later.
class family_builder final : public metrics_visitor {
public:
    void family(metric_family const& of) override
    {
        drop_empty_family();
        bounds_ = of.bounds;
        ::prometheus::MetricFamily next;
        next.name = of.name;
        next.help = of.help;
        next.type = type_of(of.type);
        families_.push_back(std::move(next));
    }

    void value(std::span<metric_label const> labels, double value) override
    {
        auto& metric = add_metric(labels);
        if (families_.back().type == ::prometheus::MetricType::Counter)
            metric.counter.value = value;
        else
            metric.gauge.value = value;
    }

    void values(std::span<metric_label const> labels, std::span<std::uint64_t const> counts,
                double sum) override
    {
        auto& shown = add_metric(labels).histogram;
        shown.sample_sum = sum;
        for (std::size_t i = 0; i != counts.size(); ++i) {
            shown.sample_count += counts[i]; // Prometheus counts all values up to the bound
            bool const is_last = i == bounds_.size();
            shown.bucket.push_back(
                {shown.sample_count, is_last ? std::numeric_limits<double>::infinity() : bounds_[i]});
        }
    }

    std::vector<::prometheus::MetricFamily> families() &&
    {
        drop_empty_family();
        return std::move(families_);
    }

private:
    // A family has no values while all its gauges are cleared.
    void drop_empty_family()
    {
        if (!families_.empty() && families_.back().metric.empty()) families_.pop_back();
    }

    ::prometheus::ClientMetric& add_metric(std::span<metric_label const> labels)
    {
        auto& metric = families_.back().metric.emplace_back();
        for (auto const& label : labels)
            metric.label.push_back({std::string(label.name), std::string(label.value)});
        return metric;
    }

    std::vector<::prometheus::MetricFamily> families_;
    std::span<double const> bounds_; // those of the last family
};

} // namespace

std::vector<::prometheus::MetricFamily> prometheus_collector::Collect() const
{
    family_builder builder;
    numbers_.visit(builder);
    return std::move(builder).families();
}

std::string prometheus_text(metrics_registry const& registry)
{
    family_builder builder;
    registry.visit(builder);
    return ::prometheus::TextSerializer().Serialize(std::move(builder).families());
}

} // namespace coinformer
