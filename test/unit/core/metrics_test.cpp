#include <coinformer/core/metrics.hpp>

#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/io_context.hpp>

#include "catch.hpp"
#include "metrics_text.hpp"

#include <array>
#include <atomic>
#include <thread>

using namespace coinformer;
using namespace std::chrono_literals;

namespace {

constexpr metric_family sent{.name = "sent_total", .help = "What was sent."};
constexpr metric_family depth{.name = "depth", .help = "What waits.", .type = metric_type::gauge};
constexpr metric_family age{.name = "age_seconds",
                            .help = "How long it waits.",
                            .type = metric_type::gauge,
                            .together = gauges_together::largest};
constexpr std::array bounds{0.1, 1.0};
constexpr metric_family took{
    .name = "took_seconds", .help = "How long it took.", .type = metric_type::histogram, .bounds = bounds};

struct registry_world {
    std::string all() const { return metric_lines(registry); }

    metrics_registry registry;
    metrics make{&registry};
};

constexpr metric_label to_a[] = {{"to", "a"}};
constexpr metric_label to_b[] = {{"to", "b"}};

} // namespace

TEST_CASE("without a registry, instruments count nothing and say so")
{
    metrics const make{nullptr};
    CHECK_FALSE(make);
    auto const c = make.counter(sent);
    c.add();
    auto const g = make.gauge(depth);
    g.set(1);
    g.clear();
    auto const h = make.histogram(took);
    h.observe(1s);
    CHECK_FALSE(c);
    CHECK_FALSE(g);
    CHECK_FALSE(h);
    CHECK_FALSE(make.gauge_of([] { return std::optional(1.0); }, depth));
}

TEST_CASE_METHOD(registry_world, "counters with the same labels are one series, and others are another one")
{
    auto const a = make.counter(sent, to_a), again = make.counter(sent, to_a), b = make.counter(sent, to_b);
    a.add(2);
    again.add();
    b.add();
    CHECK(all() == "sent_total to=a: 3\nsent_total to=b: 1\n");
}

TEST_CASE_METHOD(registry_world, "a series goes away with the last object that counts in it")
{
    std::optional a(make.counter(sent, to_a));
    std::optional again(make.counter(sent, to_a));
    std::optional g(make.gauge(depth));
    std::optional h(make.histogram(took));
    a->add();
    g->set(1);
    h->observe(0.5);
    a.reset();
    CHECK(all() == "depth: 1\nsent_total to=a: 1\ntook_seconds: <=1:1 sum 0.5\n");
    again.reset();
    g.reset();
    h.reset();
    CHECK(all().empty());
    auto const new_one = make.counter(sent, to_a);
    CHECK(all() == "sent_total to=a: 0\n");
}

TEST_CASE_METHOD(registry_world, "gauges with the same labels are added up, and of ages the largest is shown")
{
    auto const a = make.gauge(depth), b = make.gauge(depth), x = make.gauge(age), y = make.gauge(age);
    a.set(2);
    b.set(3);
    x.set(5);
    y.set(4);
    CHECK(all() == "age_seconds: 5\ndepth: 5\n");
    b.clear();
    x.clear();
    CHECK(all() == "age_seconds: 4\ndepth: 2\n");
}

TEST_CASE_METHOD(registry_world, "a gauge shows the time that has passed, without being set again")
{
    boost::asio::io_context io;
    testing::virtual_clock clock{io};
    auto const g = make.gauge(age, {}, &clock);
    CHECK(all().empty());
    g.show_time_since(clock.now());
    CHECK(all() == "age_seconds: 0\n");
    clock.run_for(90s);
    CHECK(all() == "age_seconds: 90\n");
    g.set(7);
    CHECK(all() == "age_seconds: 7\n");
}

TEST_CASE_METHOD(registry_world, "a gauge can ask for its value")
{
    std::optional<double> present;
    auto const g = make.gauge_of([&] { return present; }, depth);
    CHECK(all().empty());
    present = 8;
    CHECK(all() == "depth: 8\n");
}

TEST_CASE_METHOD(registry_world, "the destructor of a gauge waits while somebody asks for its value")
{
    std::atomic<bool> is_asked = false, is_destroyed = false, was_destroyed = false;
    std::optional<gauge> g(make.gauge_of(
        [&] {
            is_asked = true;
            for (int i = 0; i < 10'000 && !is_destroyed; ++i) std::this_thread::yield();
            was_destroyed = is_destroyed.load();
            return 1.0;
        },
        depth));
    std::thread visitor([&] { all(); });
    while (!is_asked) std::this_thread::yield();
    g.reset();
    is_destroyed = true;
    visitor.join();
    CHECK_FALSE(was_destroyed);
    CHECK(all().empty());
}

TEST_CASE_METHOD(registry_world, "a gauge that is assigned to shows only its new value")
{
    auto g = make.gauge_of([] { return 1.0; }, depth);
    g = make.gauge_of([] { return 2.0; }, depth);
    CHECK(all() == "depth: 2\n");
    auto const moved = std::move(g);
    CHECK(all() == "depth: 2\n");
    g = gauge();
    CHECK(all() == "depth: 2\n");
}

TEST_CASE_METHOD(registry_world, "a histogram counts a value at its bound as not larger than the bound")
{
    auto const h = make.histogram(took);
    h.observe(0.1);
    h.observe(100ms, 2);
    h.observe(0.5);
    h.observe(1.5, 4);
    CHECK(all() == "took_seconds: <=0.1:3 <=1:1 >1:4 sum 6.8\n");
}

TEST_CASE_METHOD(registry_world, "histograms with the same labels are one series")
{
    auto const h = make.histogram(took, to_a), again = make.histogram(took, to_a);
    h.observe(0.5);
    again.observe(0.5);
    CHECK(all() == "took_seconds to=a: <=1:2 sum 1\n");
}

TEST_CASE_METHOD(registry_world, "gauges that have ended leave the series of one that goes on")
{
    std::optional first(make.gauge(age));
    auto const second = make.gauge(age);
    first->set(-1);
    second.set(-5);
    CHECK(all() == "age_seconds: -1\n");
    first->clear();
    CHECK(all() == "age_seconds: -5\n"); // one without a value does not count as 0
    first.reset();
    CHECK(all() == "age_seconds: -5\n");
}

TEST_CASE_METHOD(registry_world, "whoever counts can also look at everything that is counted")
{
    auto const c = make.counter(sent);
    c.add(3);
    metrics_text seen(""), nothing("");
    make.visit(seen);
    CHECK(seen.text() == all());
    metrics(nullptr).visit(nothing);
    CHECK(nothing.text().empty());
}

TEST_CASE_METHOD(registry_world, "a family has a limit of series, and says how many it has left out")
{
    std::vector<counter> held;
    for (std::size_t i = 0; i != metrics_registry::most_series + 3; ++i) {
        auto const text = std::to_string(i);
        metric_label const label[] = {{"to", text}};
        held.push_back(make.counter(sent, label));
    }
    CHECK(held.front());
    CHECK_FALSE(held.back());
    CHECK(all().starts_with("coinformer_metrics_dropped_series_total: 3\nsent_total to=0: 0\n"));
    held.resize(10); // those that have ended make room
    auto const late = make.counter(sent, to_a);
    CHECK(late);
}

TEST_CASE_METHOD(registry_world,
                 "the number of series that were left out has its place in the order of the names")
{
    auto const older = make.gauge(age);
    older.set(1);
    auto const deeper = make.gauge(depth);
    std::vector<counter> held;
    for (std::size_t i = 0; i != metrics_registry::most_series + 1; ++i) {
        auto const text = std::to_string(i);
        metric_label const label[] = {{"to", text}};
        held.push_back(make.counter(sent, label));
    }
    held.clear();
    std::string const before_it = "age_seconds: 1\n", it = "coinformer_metrics_dropped_series_total: 1\n";
    CHECK(all() == before_it + it); // no later family has a value
    deeper.set(2);
    CHECK(all() == before_it + it + "depth: 2\n");
}

TEST_CASE("instruments outlive their registry")
{
    counter c;
    gauge g;
    {
        metrics_registry registry;
        metrics const make(&registry);
        c = make.counter(sent);
        g = make.gauge(depth);
    }
    c.add();
    g.set(1);
    CHECK(c);
}

TEST_CASE_METHOD(registry_world,
                 "the value of a label that is not UTF-8 is shown as text that a scrape can hold")
{
    constexpr metric_label to_cafe[] = {{"to", "caf\xe9"}};
    auto const one = make.counter(sent, to_cafe);
    one.add();
    CHECK(all() == "sent_total to=caf?: 1\n");
}
