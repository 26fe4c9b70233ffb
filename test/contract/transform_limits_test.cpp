// Contract: what a transform leaves out costs no endless work and no merging, and its functions and results
// may be of any type that can do what is needed.

#include <coinformer/testing/manual_source.hpp>

#include <stdexcept>

#include "world.hpp"

namespace {

bool has_short_value(config_map const& m)
{
    return m.data.at("v").size() <= 2;
}

struct incomparable {
    int value = 0;
};

/// A type whose objects are comparable only for the compiler.
struct throwing_when_compared {
    std::string value;
    bool operator==(throwing_when_compared const&) const { throw std::runtime_error("not today"); }
};

} // namespace

TEST_CASE("a list that brings a left-out object for ever is refused")
{
    world w;
    std::size_t pages = 0;
    w.server.intercept([&pages](testing::action const& a) -> std::optional<testing::canned_answer> {
        if (a.verb != "list") return std::nullopt;
        std::string items;
        for (int i = 0; i != 1000; ++i)
            items += std::string(i == 0 ? "" : ",") + R"({"metadata":{"name":"x"},"data":{"v":"12345"}})";
        return testing::canned_answer{
            .body = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"9",)"
                    R"("continue":"page)" +
                    std::to_string(++pages) + R"("},"items":[)" + items + "]}"};
    });
    shared_informer<config_map> informer(w.api, transform<config_map>().keep(has_short_value), listing());
    background running(w.io, informer.run());
    background synced(w.io, informer.synced());
    w.time.run_for(500ms);
    CHECK(synced.code() == errc::unexpected_content);
    CHECK(pages < 20);
}

TEST_CASE("left-out objects that come in no order are no sign of a list that makes no progress")
{
    asio::io_context io;
    testing::virtual_clock time{io};
    environment const env{.ex = io.get_executor(), .time = &time, .log = &no_log(), .seed = 1};
    auto const source = std::make_shared<testing::manual_source<config_map>>();
    for (int i = 0; i != 15'000; ++i)
        source->put(R"({"metadata":{"name":"x)" + std::to_string(i * 7919 % 15'013) +
                    R"("},"data":{"v":"12345"}})");
    shared_informer<config_map> informer(env, source, transform<config_map>().keep(has_short_value));
    background running(io, informer.run());
    testing::run(io, time, informer.synced());
    CHECK(informer.snapshot().size() == 0);
}

// The changes of `a` wait behind a handler that blocks; in between, an object changes that nobody keeps.
TEST_CASE("a queue that goes by key merges the changes of an object although others are left out in between")
{
    world w;
    w.put("a", "0");
    w.put("other", "12345");
    shared_informer<config_map> informer(w.api, transform<config_map>().keep(has_short_value),
                                         {.order = queue_order::by_key});
    lines seen;
    auto const slowly = [&](object_ptr<config_map> const&, object_ptr<config_map> const& m) -> task<> {
        seen.push_back(m->data.at("v"));
        co_await w.time.sleep_for(1min);
    };
    informer.on_change({.updated = slowly}, {.policy = overflow::block, .capacity = 0});
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    for (int i = 1; i != 60; ++i) {
        w.set("a", std::to_string(i));
        w.set("other", "other" + std::to_string(i));
        w.time.run_for(10ms);
    }
    w.time.run_for(1h);
    CHECK(seen.back() == "59");
    CHECK(seen.size() < 10);
}

TEST_CASE("functions of a transform may be members and generic lambdas, and what is computed need not be "
          "comparable")
{
    world w;
    w.put("a", "1");
    auto const values = transform<config_map>()
                            .keep([](auto const& m) { return m.data.contains("v"); })
                            .template derive<std::map<std::string, std::string>>(&config_map::data)
                            .derive<std::map<std::string, std::vector<incomparable>>>([](auto const& data) {
                                std::map<std::string, std::vector<incomparable>> made;
                                for (auto const& [key, value] : data) made[key].push_back({std::stoi(value)});
                                return made;
                            });
    shared_informer informer(w.api, values);
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    CHECK(informer.snapshot().get("shop", "a")->at("v").front().value == 1);
}

TEST_CASE("a comparison of computed objects that throws counts as a difference, and the informer goes on")
{
    world w;
    w.put("a", "1");
    auto const values = transform<config_map>().derive<throwing_when_compared>(
        [](config_map const& m) { return throwing_when_compared{m.data.at("v")}; });
    shared_informer<throwing_when_compared> informer(w.api, values, listing());
    lines updated;
    informer.on_change(
        {.updated = [&](object_ptr<throwing_when_compared> const&,
                        object_ptr<throwing_when_compared> const& now) { updated.push_back(now->value); }});
    background running(w.io, informer.run());
    testing::run(w.io, w.time, informer.synced());
    auto const then = w.server.backup();
    w.set("a", "2");
    w.put("b", "1");
    w.time.run_for(1s);
    CHECK(updated == lines{"2"});
    w.server.restore(*then); // versions prove nothing then, so that contents are compared
    w.time.run_for(10min);
    REQUIRE_FALSE(running.ended);
    CHECK(updated.back() == "1");
    w.set("a", "3");
    w.time.run_for(1min);
    CHECK(updated.back() == "3");
}
