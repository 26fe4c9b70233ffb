// Contract: informers of kinds that were not known at compile time.

#include "world.hpp"

#include <coinformer/api/dynamic_object.hpp>

namespace {

// What a program reads at run time: strings that are destroyed early.
struct names_read {
    std::string group = "a-group-that-is-known-at-run-time.example.io", version = "v1", plural = "widgets",
                kind = "Widget";
    operator resource() const { return {.group = group, .version = version, .plural = plural, .kind = kind}; }
};
names_read widget_names()
{
    return {};
}

struct dynamic_world : world {
    dynamic_world()
    {
        server.serve(widget_names());
        put("a", "1");
        make("w1", 3, "web");
        make("w2", 5, "db");
    }
    void make(std::string const& name, int size, std::string const& app)
    {
        server.create(widget_names(), R"({"metadata":{"name":")" + name +
                                          R"(","namespace":"shop","labels":{"app":")" + app +
                                          R"("}},"spec":{"size":)" + std::to_string(size) +
                                          R"(,"where":"rack-)" + std::to_string(size % 2) + "\"}}");
    }
};

lines keys_of(std::vector<object_ptr<dynamic_object>> const& objects)
{
    lines all;
    for (auto const& o : objects) all.push_back(to_string(o.key()));
    return all;
}

} // namespace

TEST_CASE_METHOD(dynamic_world,
                 "an informer of a kind known only at run time keeps each object's whole JSON up to date")
{
    shared_informer<dynamic_object> informer(api, {}, widget_names());
    informer.index("where", [](dynamic_object const& o) { return o.json.text_at("/spec/where"); });
    lines seen;
    informer.on_change({
        .added =
            [&](dynamic_object const& o) { seen.push_back("+ " + std::string(o.json.at("/spec/size"))); },
        .updated =
            [&](dynamic_object const& was, dynamic_object const& is) {
                seen.push_back("~ " + std::string(was.json.at("/spec/size")) + '>' +
                               std::string(is.json.at("/spec/size")));
            },
        .deleted =
            [&](object_ptr<dynamic_object> const& last) { seen.push_back("- " + to_string(last.key())); },
    });
    background running(io, informer.run());
    time.run_for(1s);
    server.patch(widget_names(), {"shop", "w1"}, R"({"spec":{"size":4}})");
    server.remove(widget_names(), {"shop", "w2"});
    time.run_for(1s);

    CHECK(seen == lines{"+ 3", "+ 5", "~ 3>4", "- shop/w2"});
    auto const now = informer.snapshot();
    auto const w1 = now.get("shop", "w1");
    REQUIRE(w1);
    CHECK(w1->json.view() == server.get(widget_names(), {"shop", "w1"}));
    CHECK(w1->json.text_at("/metadata/resourceVersion") == w1.resource_version());
    CHECK(keys_of(now.matching(label_selector("app=web"))) == lines{"shop/w1"});
    CHECK(now.by_index("where", "rack-1").size() == 1);
}

TEST_CASE_METHOD(dynamic_world, "a factory has one informer of raw JSON for each resource")
{
    informer_factory factory(api);
    auto const some = factory.of<dynamic_object>(widget_names());
    auto const others = factory.of<dynamic_object>(config_maps);
    auto const again = factory.of<dynamic_object>(widget_names());
    background running(io, factory.run());
    time.run_for(1s);

    CHECK(server.requests("watch", widget_names()) == 1); // the informer is shared
    CHECK(again.snapshot().size() == 2);
    CHECK(some.snapshot().size() == 2);
    REQUIRE(others.snapshot().size() == 1);
    CHECK(others.snapshot().get("shop", "a")->json.text_at("/data/v") == "1");
}

TEST_CASE_METHOD(dynamic_world, "an informer of raw JSON without a resource is refused, with advice")
{
    auto const refused = [&] { shared_informer<dynamic_object> informer(api, {}, resource{}); };
    CHECK_THROWS_WITH(refused(), Catch::Contains("pass a resource"));
}
