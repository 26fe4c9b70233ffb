// Contract: the store's version always says exactly what is in the store.

#include "world.hpp"

namespace {

long number_of_version(std::string_view version)
{
    return std::stol(std::string(version));
}

} // namespace

TEST_CASE_METHOD(
    informed,
    "when a handler is called, the store shows the change, and its version covers the store exactly")
{
    // every state that there was
    std::vector<std::map<std::string, std::string>> history{{{"a", "1"}, {"b", "1"}}};
    std::map<long, std::size_t> at{{number_of_version(server.resource_version()), 0}};
    auto const wrote = [&](std::string const& name, std::string const& value) {
        history.push_back(history.back());
        if (value.empty())
            history.back().erase(name);
        else
            history.back()[name] = value;
        at[number_of_version(server.resource_version())] = history.size() - 1;
    };
    std::size_t looks = 0;
    auto const look = [&] {
        auto const now = informer.snapshot();
        std::map<std::string, std::string> found;
        for (auto const& o : now.list()) found[std::string(o.key().name)] = o->data.at("v");
        REQUIRE(at.contains(number_of_version(now.resource_version())));
        CHECK(found == history[at[number_of_version(now.resource_version())]]);
        ++looks;
    };
    informer.on_change({.added = [&](config_map const&) { look(); },
                        .updated = [&](config_map const&) { look(); },
                        .deleted = [&](config_map const&) { look(); }});
    time.settle();
    for (int i = 0; i < 20; ++i) {
        auto const n = std::to_string(i);
        set("a", n), wrote("a", n);
        put("c", n), wrote("c", n);
        set("c", n + "'"), wrote("c", n + "'");
        if (i % 3 == 0) time.settle(); // without pauses they would arrive together
        remove("c"), wrote("c", "");
    }
    time.run_for(1s);
    CHECK(looks > 60);
    CHECK(informer.snapshot().resource_version() == server.resource_version());
}

TEST_CASE_METHOD(informed,
                 "a bookmark moves the store's version, although no object of the collection has changed")
{
    server.create(resource{.group = "",
                           .version = "v1",
                           .plural = "namespaces",
                           .kind = "Namespace",
                           .where = scope::cluster},
                  R"({"metadata":{"name":"elsewhere"}})");
    auto const newest = server.resource_version();
    CHECK(number_of_version(informer.snapshot().resource_version()) < number_of_version(newest));
    time.run_for(2min);
    CHECK(informer.snapshot().resource_version() == newest);
    CHECK(seen.empty());
}
