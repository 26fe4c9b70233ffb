// Makes one series of each type, with fixed values, and shows them to read_metrics.py: it prints
// prometheus_text(), and serves the same with the Exposer of prometheus-cpp if --serve is given. It then
// prints the port in place of the text, and ends when its standard input does.
#include <coinformer/prometheus/collector.hpp>

#include <prometheus/exposer.h>

#include <array>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string_view>

namespace {

using namespace coinformer;

constexpr std::array bounds{0.005, 0.25, 60.0};
constexpr metric_family requests{.name = "demo_requests_total", .help = "Requests, by code and host."};
constexpr metric_family age{.name = "demo_age_seconds", .help = "How old it is.", .type = metric_type::gauge};
constexpr metric_family unset{.name = "demo_unset", .help = "Has no value.", .type = metric_type::gauge};
constexpr metric_family duration_of{.name = "demo_duration_seconds",
                                    .help = "How long it took.",
                                    .type = metric_type::histogram,
                                    .bounds = bounds};

} // namespace

int main(int argc, char** argv)
{
    bool const serves = argc == 2 && argv[1] == std::string_view("--serve");
    metrics_registry registry;
    metrics const make(&registry);

    metric_label const good[] = {{"code", "200"}, {"host", "10.0.0.1:6443"}};
    metric_label const failed[] = {{"code", "<error>"}, {"host", "a \"quoted\" \\ host,\nin {two} lines"}};
    auto const c = make.counter(requests, good), d = make.counter(requests, failed);
    c.add(9'007'199'254'740'991);
    d.add(2);
    auto const g = make.gauge(age);
    g.set(-0.125);
    auto const u = make.gauge(unset);
    metric_label const verb[] = {{"verb", "list"}};
    auto const h = make.histogram(duration_of, verb);
    h.observe(0.001, 2);
    h.observe(0.25);
    h.observe(59.5, 3);
    h.observe(61.0);

    if (!serves) {
        std::cout << prometheus_text(registry);
        return 0;
    }
    prometheus::Exposer exposer("127.0.0.1:0");
    auto const collector = std::make_shared<prometheus_collector>(registry);
    exposer.RegisterCollectable(collector);
    std::cout << exposer.GetListeningPorts().at(0) << std::endl;
    std::cin.get();
}
