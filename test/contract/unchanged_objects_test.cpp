// Contract: handlers are told what differs. Where versions prove nothing, because a resource has none or because the
// server was restored from a backup, the contents decide.

#include "world.hpp"

namespace {

/// A list as metrics.k8s.io answers it: neither the list nor its objects have a resource version.
std::string without_versions(std::vector<std::pair<std::string, std::string>> const& values)
{
    std::string items;
    for (auto const& [name, value] : values)
        items += std::string(items.empty() ? "" : ",") + R"({"metadata":{"name":")" + name +
                 R"(","namespace":"shop"},"data":{"v":")" + value + R"("}})";
    return R"({"kind":"List","apiVersion":"v1","metadata":{},"items":[)" + items + "]}";
}

} // namespace

TEST_CASE("of a resource without versions handlers are told which objects have changed")
{
    world w;
    w.server.inject(faults::status(405).on("watch").times(fault::always));
    auto const answers = [&](std::vector<std::pair<std::string, std::string>> const& values, std::size_t times) {
        w.server.inject(faults::answer({.body = without_versions(values)}).on("list").times(times));
    };
    answers({{"a", "1"}, {"b", "1"}}, 2);
    answers({{"a", "1"}, {"b", "2"}}, 2);
    answers({{"b", "2"}}, fault::always);
    shared_informer<config_map> informer(w.api, listing());
    lines seen;
    informer.on_change(recording(seen));
    background running;
    running.start(w.io, informer.run());
    w.time.run_for(10min);

    CHECK(seen == lines{"+i shop/a=1", "+i shop/b=1", "~ shop/b=1>2", "-? shop/a"});
    CHECK(w.listed(informer) == lines{"b=2"});
    running.stop.emit(asio::cancellation_type::terminal);
    w.time.settle();
}

TEST_CASE("after a restore handlers are told of the objects that differ, and of no others")
{
    informed w;
    for (int i = 0; i != 100; ++i) w.put("o" + std::to_string(100 + i), "1");
    auto const then = w.server.backup();
    w.set("a", "2");
    w.remove("o150");
    w.put("c", "1");
    w.time.run_for(1s);
    w.seen.clear();

    w.server.restore(*then);
    w.time.run_for(2min);
    CHECK(w.seen == lines{"-? shop/c", "~ shop/a=2>1", "+ shop/o150=1"});
    CHECK(w.informer.snapshot().size() == 102);

    // the store goes on from the versions of the server as it is now
    w.set("o101", "2");
    w.time.run_for(1s);
    CHECK(w.seen.back() == "~ shop/o101=1>2");
}
