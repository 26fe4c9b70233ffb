// Sends to OpenTelemetry what the library counts about itself. Any exporter of OpenTelemetry will do; this
// one prints, and needs no collector. The sample is built where CMake finds opentelemetry-cpp.
//
//     opentelemetry     ten minutes beside an API server in this process, an export each minute

#include <coinformer/core/metrics.hpp>

#include <opentelemetry/exporters/ostream/metric_exporter.h>
#include <opentelemetry/sdk/instrumentationscope/instrumentation_scope.h>
#include <opentelemetry/sdk/metrics/data/metric_data.h>
#include <opentelemetry/sdk/metrics/export/metric_producer.h>
#include <opentelemetry/sdk/resource/resource.h>

#include <chrono>
#include <numeric>
#include <string>
#include <utility>

namespace otel = opentelemetry::sdk::metrics;

// [adapter]
// Collects the values of a registry in the form that an exporter takes. The values are sums since `began`.
class otel_values final : public coinformer::metrics_visitor {
public:
    explicit otel_values(std::chrono::system_clock::time_point began) : began_(began) {}

    void family(coinformer::metric_family const& of) override
    {
        family_ = of;
        otel::MetricData next;
        next.instrument_descriptor = {.name_ = std::string(of.name),
                                      .description_ = std::string(of.help),
                                      .unit_ = of.name.ends_with("_seconds") ? "s" : "1",
                                      .type_ = type_of(of.type),
                                      .value_type_ = otel::InstrumentValueType::kDouble};
        next.aggregation_temporality = otel::AggregationTemporality::kCumulative;
        next.start_ts = began_;
        next.end_ts = std::chrono::system_clock::now();
        all_.push_back(std::move(next));
    }
    void value(std::span<coinformer::metric_label const> labels, double value) override
    {
        if (family_.type == coinformer::metric_type::counter) {
            otel::SumPointData sum;
            sum.value_ = value;
            return add(labels, std::move(sum));
        }
        otel::LastValuePointData last;
        last.value_ = value;
        last.is_lastvalue_valid_ = true;
        last.sample_ts_ = std::chrono::system_clock::now();
        add(labels, std::move(last));
    }
    void values(std::span<coinformer::metric_label const> labels, std::span<std::uint64_t const> counts,
                double sum) override
    {
        otel::HistogramPointData histogram;
        histogram.boundaries_.assign(family_.bounds.begin(), family_.bounds.end());
        histogram.counts_.assign(counts.begin(), counts.end());
        histogram.count_ = std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
        histogram.sum_ = sum;
        histogram.record_min_max_ = false; // the library does not know them
        add(labels, std::move(histogram));
    }

    std::vector<otel::MetricData> take() { return std::exchange(all_, {}); }

private:
    static otel::InstrumentType type_of(coinformer::metric_type t)
    {
        switch (t) {
        case coinformer::metric_type::counter: return otel::InstrumentType::kObservableCounter;
        case coinformer::metric_type::gauge: return otel::InstrumentType::kObservableGauge;
        case coinformer::metric_type::histogram: break;
        }
        return otel::InstrumentType::kHistogram;
    }
    void add(std::span<coinformer::metric_label const> labels, otel::PointType value)
    {
        otel::PointAttributes attributes;
        for (auto const& l : labels) attributes.SetAttribute(std::string(l.name), std::string(l.value));
        all_.back().point_data_attr_.push_back({std::move(attributes), std::move(value)});
    }

    std::chrono::system_clock::time_point began_;
    coinformer::metric_family family_;
    std::vector<otel::MetricData> all_;
};

// Sends the present values of a registry. Call it once a minute, for example.
void export_to(otel::PushMetricExporter& exporter, coinformer::metrics_registry const& registry,
               opentelemetry::sdk::resource::Resource const& service,
               std::chrono::system_clock::time_point began)
{
    static auto const scope =
        opentelemetry::sdk::instrumentationscope::InstrumentationScope::Create("coinformer");
    otel_values values(began);
    registry.visit(values);
    exporter.Export({&service, std::vector{otel::ScopeMetrics(scope.get(), values.take())}});
}
// [adapter]

#include <coinformer/cache/informer_factory.hpp>
#include <coinformer/testing/fake_cluster.hpp>
#include <coinformer/types/core.hpp>

int main()
{
    coinformer::metrics_registry registry;
    coinformer::testing::fake_cluster test({}, {.seed = 1, .metrics = &registry});
    test.server.load("{apiVersion: v1, kind: Pod, metadata: {name: web-0, namespace: shop}}");
    coinformer::informer_factory factory(test.api);
    auto const pods = factory.core().v1().pods().informer();
    auto const running = test.start(factory.run());

    auto const began = std::chrono::system_clock::now();
    auto const service = opentelemetry::sdk::resource::Resource::Create({{"service.name", "pod-watcher"}});
    opentelemetry::exporter::metrics::OStreamMetricExporter exporter;
    for (int minute = 0; minute != 10; ++minute) {
        test.time.run_for(std::chrono::minutes(1));
        export_to(exporter, registry, service, began);
    }
}
