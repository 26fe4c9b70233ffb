// A user's program that answers Prometheus itself.
#include <coinformer/prometheus/collector.hpp>

int main()
{
    coinformer::metrics_registry registry;
    coinformer::prometheus_collector const collector(registry);
    constexpr coinformer::metric_family sent{.name = "sent_total", .help = "What was sent."};
    auto const counter = coinformer::metrics(&registry).counter(sent);
    counter.add();
    bool const in_text = coinformer::prometheus_text(registry).ends_with("sent_total 1\n");
    return in_text && collector.Collect().size() == 1 ? 0 : 1;
}
