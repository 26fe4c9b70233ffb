// The smaller parts of the status page: JSON, frequent objects, series of a registry, loopback names.

#include "status_page/changed_objects.hpp"
#include "status_page/json_writer.hpp"
#include "status_page/loopback_host.hpp"
#include "status_page/metric_rows.hpp"
#include "status_page/series_reader.hpp"
#include "status_page/verdict.hpp"

#include <limits>
#include <optional>

#include "catch.hpp"

namespace {

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

constexpr metric_family hits{.name = "hits_total", .help = "Hits."};
constexpr metric_family other{.name = "other_total", .help = "Others."};
constexpr double bounds[] = {1};
constexpr metric_family took{
    .name = "took_seconds", .help = "Times.", .type = metric_type::histogram, .bounds = bounds};

/// A registry, and a reader that notes the growth of each series.
struct read_registry {
    read_registry()
    {
        reader.follow("hits_total", [this](series_reader::labels with) -> series_reader::use {
            bound.emplace_back(label_of(with, "of"));
            return [this, of = bound.back()](series_values const& v) {
                seen += of + "=" + std::to_string(static_cast<int>(v.value)) + "+" +
                        std::to_string(static_cast<int>(v.growth)) + " ";
            };
        });
    }
    counter hit(std::string_view of)
    {
        metric_label const labels[] = {{"of", of}};
        return metrics(&registry).counter(hits, labels);
    }
    std::string read()
    {
        seen.clear();
        reader.read(&registry);
        return seen;
    }

    metrics_registry registry;
    series_reader reader;
    std::vector<std::string> bound;
    std::string seen;
};

} // namespace

TEST_CASE("JSON texts are escaped, and harmful bytes do not leave the process")
{
    json_writer to;
    to.begin_object().member("a", "say \"no\" \\ \x1b[31m\n\xff").member("b", true).key("c").begin_array();
    to.value(1.5).value(std::uint64_t(7)).value(std::numeric_limits<double>::quiet_NaN()).null().seconds(2.5);
    to.value(std::optional<double>()).end_array().end_object();
    CHECK(std::move(to).text() == R"({"a":"say \"no\" \\ ?[31m ?","b":true,"c":[1.5,7,null,null,2.5,null]})");
}

TEST_CASE("times in JSON have three digits behind the point")
{
    json_writer to;
    to.begin_array().seconds(1764098579.1254).seconds(1764098579).end_array();
    CHECK(std::move(to).text() == "[1764098579.125,1764098579]");
}

TEST_CASE("the object that changes most often is found among many others")
{
    changed_objects changes;
    for (int i = 0; i != 5000; ++i) {
        changes.count({"shop", "cart-" + std::to_string(i)});
        if (i % 10 == 0) changes.count({"shop", "hot"});
    }
    auto const all = changes.counts();
    CHECK(all.size() == frequent_objects::most_objects);
    CHECK(all.front().object == "shop/hot");
    CHECK(all.front().changes >= 500);
    CHECK(all.front().changes <= 500 + 5500 / frequent_objects::most_objects);
}

TEST_CASE("counts of changes are forgotten after two periods")
{
    changed_objects changes;
    changes.count({"", "node-1"});
    changes.begin_period();
    changes.count({"", "node-1"});
    REQUIRE(changes.counts().size() == 1);
    CHECK(changes.counts()[0].changes == 2);
    CHECK(changes.counts()[0].object == "node-1");
    changes.begin_period();
    CHECK(changes.counts()[0].changes == 1);
    changes.begin_period();
    CHECK(changes.counts().empty());
}

TEST_CASE_METHOD(read_registry, "what was counted before the first sample is no growth")
{
    auto const a = hit("a");
    a.add(5);
    CHECK(read() == "a=5+0 ");
    a.add(2);
    CHECK(read() == "a=7+2 ");
    auto const b = hit("b");
    b.add(3);
    CHECK(read() == "a=7+0 b=3+3 ");
}

TEST_CASE_METHOD(read_registry, "series may appear and end in any order, and are bound once")
{
    std::optional<counter> a(hit("a")), b(hit("b")), d(hit("d"));
    metric_label const labels[] = {{"of", "x"}};
    auto const not_followed = metrics(&registry).counter(other, labels);
    CHECK(read() == "a=0+0 b=0+0 d=0+0 ");
    b.reset();
    auto const c = hit("c");
    d->add();
    CHECK(read() == "a=0+0 c=0+0 d=1+1 ");
    a.reset();
    d.reset();
    CHECK(read() == "c=0+0 ");
    CHECK(bound == std::vector<std::string>{"a", "b", "d", "c"});
    auto const again = hit("d");
    again.add();
    CHECK(read() == "c=0+0 d=1+1 ");
}

TEST_CASE("a histogram shows how many values it has, and their growth")
{
    metrics_registry registry;
    auto const times = metrics(&registry).histogram(took);
    times.observe(0.5, 4);
    series_values last;
    series_reader reader;
    reader.follow("took_seconds", [&](series_reader::labels) { return [&](auto const& v) { last = v; }; });
    reader.read(&registry);
    CHECK(last.count == 4);
    CHECK(last.count_growth == 0);
    times.observe(2.0, 2);
    reader.read(&registry);
    CHECK(last.count_growth == 2);
    CHECK(last.sum_growth == 4);
    CHECK(last.sum == 6);
}

TEST_CASE("a recent mean forgets what is older than ten minutes")
{
    recent_mean mean;
    CHECK_FALSE(mean.mean());
    mean.add(time_point(5s), 10, 10);
    mean.add(time_point(65s), 30, 10);
    CHECK(mean.mean() == 2);
    mean.add(time_point(605s), 0, 0);
    CHECK(mean.mean() == 3);
    mean.add(time_point(700s), 0, 0);
    CHECK_FALSE(mean.mean());
}

TEST_CASE("only loopback names are accepted as the host of a request")
{
    auto const host = GENERATE(as<std::string>(), "localhost", "LocalHost:9465", "localhost:", "127.0.0.1",
                               "127.0.0.1:80", "[::1]", "[::1]:9465");
    CHECK(is_loopback_host(host));
}

TEST_CASE("other names are not accepted as the host of a request")
{
    auto const host =
        GENERATE(as<std::string>(), "", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                 "localhost:1234567", "localhost:80x", "127.0.0.2", "::1", "0.0.0.0");
    CHECK_FALSE(is_loopback_host(host));
}

TEST_CASE("the verdict says in a sentence what is the matter")
{
    informer_report pods{{.version = "v1", .plural = "pods"}, {}};
    pods.status.taken_at = time_point(1h);
    pods.status.synced = true;
    pods.status.reflector.now = phase::watching;
    pods.status.reflector.fresh_as_of = time_point(1h - 12s);
    auto const text = [&] { return judge_for_page({pods, pods}, {}, {}).text; };
    CHECK(judge_for_page({}, {}, {}).text == "There is no informer yet.");
    CHECK(text() == "All 2 collections are fresh; the oldest proof is 12 s old.");
    pods.status.reflector.failing_since = time_point(50min);
    CHECK(text() == "2 of 2 collections are watched again after a failure, and nothing has come yet.");
    pods.status.reflector.now = phase::waiting;
    CHECK(text() == "2 of 2 collections are failing. The program goes on with what it has read.");
    pods.status.reflector.fresh_as_of = time_point(40min);
    CHECK(text() == "2 of 2 collections are stale: nothing proves any more that the copy is up to date.");
    pods.status.synced = false;
    CHECK(text() == "2 of 2 collections are not complete yet, and 2 of 2 collections are failing.");
    pods.status.reflector.now = phase::stopped;
    CHECK(text() == "2 of 2 collections are not followed any more, because the informer has ended.");
    auto const ended = judge_for_page({pods}, {"pods: its informer has ended: out of memory"}, {});
    CHECK_FALSE(ended.health.live);
    CHECK(ended.health.reasons.back() == "pods: its informer has ended: out of memory");
}
