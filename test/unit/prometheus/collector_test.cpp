#include <coinformer/prometheus/collector.hpp>

#include "catch.hpp"

#include <array>
#include <atomic>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>

using namespace coinformer;

namespace {

constexpr metric_family sent{.name = "sent_total", .help = "What was sent."};
constexpr metric_family depth{.name = "depth", .help = "What waits.", .type = metric_type::gauge};
constexpr std::array bounds{0.25, 1.0};
constexpr metric_family took{
    .name = "took_seconds", .help = "How long it took.", .type = metric_type::histogram, .bounds = bounds};

struct collected_registry {
    metrics_registry registry;
    metrics make{&registry};
    prometheus_collector collector{registry};
};

} // namespace

TEST_CASE_METHOD(collected_registry, "an empty registry has no families and an empty text")
{
    CHECK(collector.Collect().empty());
    CHECK(prometheus_text(registry).empty());
}

TEST_CASE_METHOD(collected_registry, "a counter is a counter, with name, help and labels")
{
    metric_label const labels[] = {{"code", "200"}, {"host", "a:443"}};
    auto const c = make.counter(sent, labels);
    c.add(3);

    auto const families = collector.Collect();

    REQUIRE(families.size() == 1);
    CHECK(families[0].name == "sent_total");
    CHECK(families[0].help == "What was sent.");
    CHECK(families[0].type == prometheus::MetricType::Counter);
    REQUIRE(families[0].metric.size() == 1);
    auto const& metric = families[0].metric[0];
    CHECK(metric.counter.value == 3);
    REQUIRE(metric.label.size() == 2);
    CHECK((metric.label[0].name == "code" && metric.label[0].value == "200"));
    CHECK((metric.label[1].name == "host" && metric.label[1].value == "a:443"));
}

TEST_CASE_METHOD(collected_registry, "a gauge is a gauge, also with a value below zero")
{
    auto const g = make.gauge(depth);
    g.set(-2.5);

    auto const families = collector.Collect();

    REQUIRE(families.size() == 1);
    CHECK(families[0].type == prometheus::MetricType::Gauge);
    REQUIRE(families[0].metric.size() == 1);
    CHECK(families[0].metric[0].gauge.value == -2.5);
    CHECK(families[0].metric[0].label.empty());
}

TEST_CASE_METHOD(collected_registry,
                 "the buckets of a histogram are cumulative, and the last one has no bound")
{
    auto const h = make.histogram(took);
    h.observe(0.25, 3);
    h.observe(0.5);
    h.observe(8.0, 4);

    auto const families = collector.Collect();

    REQUIRE(families.size() == 1);
    CHECK(families[0].type == prometheus::MetricType::Histogram);
    REQUIRE(families[0].metric.size() == 1);
    auto const& histogram = families[0].metric[0].histogram;
    CHECK(histogram.sample_count == 8);
    CHECK(histogram.sample_sum == 33.25);
    REQUIRE(histogram.bucket.size() == 3);
    CHECK(histogram.bucket[0].upper_bound == 0.25);
    CHECK(histogram.bucket[0].cumulative_count == 3);
    CHECK(histogram.bucket[1].upper_bound == 1.0);
    CHECK(histogram.bucket[1].cumulative_count == 4);
    CHECK(histogram.bucket[2].upper_bound == std::numeric_limits<double>::infinity());
    CHECK(histogram.bucket[2].cumulative_count == 8);
}

TEST_CASE_METHOD(collected_registry, "the text has all families in the order of their names, and all series")
{
    metric_label const to_a[] = {{"to", "a"}}, to_b[] = {{"to", "b"}};
    auto const a = make.counter(sent, to_a), b = make.counter(sent, to_b);
    a.add(1);
    b.add(2);
    auto const h = make.histogram(took);
    h.observe(0.5);
    auto const g = make.gauge(depth);
    g.set(7);

    CHECK(prometheus_text(registry) == R"(# HELP depth What waits.
# TYPE depth gauge
depth 7
# HELP sent_total What was sent.
# TYPE sent_total counter
sent_total{to="a"} 1
sent_total{to="b"} 2
# HELP took_seconds How long it took.
# TYPE took_seconds histogram
took_seconds_count 1
took_seconds_sum 0.5
took_seconds_bucket{le="0.25"} 0
took_seconds_bucket{le="1"} 1
took_seconds_bucket{le="+Inf"} 1
)");
}

TEST_CASE_METHOD(collected_registry, "quotes, backslashes and newlines in the value of a label are escaped")
{
    metric_label const labels[] = {{"to", "\"C:\\new\"\nnext line"}};
    auto const c = make.counter(sent, labels);

    CHECK(prometheus_text(registry).ends_with(R"(sent_total{to="\"C:\\new\"\nnext line"} 0)"
                                              "\n"));
    CHECK(collector.Collect().at(0).metric.at(0).label.at(0).value == "\"C:\\new\"\nnext line");
}

TEST_CASE_METHOD(collected_registry, "a large number loses no digits")
{
    auto const c = make.counter(sent);
    c.add(9'007'199'254'740'991);

    CHECK(prometheus_text(registry).ends_with("sent_total 9007199254740991\n"));
}

TEST_CASE_METHOD(collected_registry, "a family whose gauges have no value is left out")
{
    metric_family const first{.name = "a", .help = "Comes before.", .type = metric_type::gauge};
    auto const cleared = make.gauge(first);
    auto const g = make.gauge(depth);
    auto const c = make.counter(sent);
    c.add(5);

    auto const families = collector.Collect();

    REQUIRE(families.size() == 1);
    CHECK(families[0].name == "sent_total");
    g.set(1);
    CHECK(collector.Collect().size() == 2);
    CHECK(prometheus_text(registry).starts_with("# HELP depth "));
}

TEST_CASE("a collector outlives the registry, and goes on to show what counts")
{
    auto registry = std::make_unique<metrics_registry>();
    std::optional c(metrics(registry.get()).counter(sent));
    auto const collector = std::make_unique<prometheus_collector>(*registry);
    registry.reset();

    c->add(4);

    auto const families = collector->Collect();
    REQUIRE(families.size() == 1);
    CHECK(families[0].metric[0].counter.value == 4);
    c.reset();
    CHECK(collector->Collect().empty());
}

TEST_CASE_METHOD(collected_registry,
                 "one thread collects while another one counts, and makes and ends series")
{
    auto const h = make.histogram(took);
    std::atomic<bool> stop = false;
    std::jthread const counting([&] {
        while (!stop) {
            auto const passing = make.counter(sent);
            passing.add();
            h.observe(0.5);
        }
    });

    std::uint64_t before = 0;
    bool in_order = true;
    for (int i = 0; i != 200; ++i) {
        auto const families = collector.Collect();
        auto const& histogram = families.back().metric.at(0).histogram;
        in_order &= histogram.sample_count >= before;
        in_order &= histogram.bucket.back().cumulative_count == histogram.sample_count;
        before = histogram.sample_count;
    }
    stop = true;
    CHECK(in_order);
}
