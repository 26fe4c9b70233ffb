// Contract: handlers are told only what differs. If versions prove nothing, because a resource has none or
// because the server was restored from a backup, the contents decide.

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

TEST_CASE("for a resource without versions handlers are told which objects have changed")
{
    world w;
    w.server.inject(faults::status(405).on("watch").times(fault::always));
    auto const answers = [&](std::vector<std::pair<std::string, std::string>> const& values,
                             std::size_t times) {
        w.server.inject(faults::answer({.body = without_versions(values)}).on("list").times(times));
    };
    answers({{"a", "1"}, {"b", "1"}}, 2);
    answers({{"a", "1"}, {"b", "2"}}, 2);
    answers({{"b", "2"}}, fault::always);
    auto [informer, seen, running] = recorded_informer(w.io, w.api);
    w.time.run_for(10min);

    CHECK(seen == lines{"+i shop/a=1", "+i shop/b=1", "~ shop/b=1>2", "-? shop/a"});
    CHECK(w.listed(informer) == lines{"b=2"});
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

    // the store goes on from the present versions of the server
    w.set("o101", "2");
    w.time.run_for(1s);
    CHECK(w.seen.back() == "~ shop/o101=1>2");
}

// An object that the store has in the version that a list shows is not decoded again. Here the store is of a
// history that has ended, because the list that shows the new one is still in the queue.
TEST_CASE(
    "while a list of a restored server waits for a slow handler, the next list takes nothing from the store")
{
    informed w;
    auto const then = w.server.backup();
    auto const slow = [&](object_ptr<config_map> const&, object_ptr<config_map> const&) {
        return w.time.sleep_for(1h);
    };
    w.informer.on_change({.updated = slow}, {.policy = overflow::block, .capacity = 0});
    w.set("a", "2");
    w.time.run_for(1s);
    // the store has it, and the handler gets it when it has time: until then the queue stands still
    w.set("b", "2");
    w.time.run_for(1s);

    w.server.restore(*then);
    for (int n = 0; w.lists() < 2 && n != 300; ++n) w.time.run_for(1s);
    REQUIRE(w.lists() == 2);
    w.set("a", "other"); // the version that a=2 had in the old history
    w.server.inject(faults::gone().on("watch"));
    w.server.disconnect();
    w.time.run_for(10min);
    REQUIRE(w.lists() == 3);
    CHECK(w.listed(w.informer) == lines{"a=2", "b=2"}); // the store has neither list yet

    w.time.run_for(12h);
    CHECK(w.listed(w.informer) == lines{"a=other", "b=1"});
}
