// Contract: the store is complete before anybody is told that it is synced; late handlers first get the
// present objects.

#include "world.hpp"

TEST_CASE_METHOD(world, "the first list comes as the initial list, then every change in its order")
{
    put("a", "1");
    put("b", "1");
    auto [informer, seen, running] = recorded_informer(io, api);
    background synced(io, informer.synced());
    time.run_for(1s);
    REQUIRE(synced.ended);
    CHECK(synced.what().empty());
    CHECK(seen == lines{"+i shop/a=1", "+i shop/b=1"});

    put("c", "1");
    set("a", "2");
    set("a", "3");
    remove("b");
    time.run_for(1s);
    CHECK(seen ==
          lines{"+i shop/a=1", "+i shop/b=1", "+ shop/c=1", "~ shop/a=1>2", "~ shop/a=2>3", "- shop/b"});
    CHECK(listed(informer) == lines{"a=3", "c=1"});
    CHECK(informer.snapshot().resource_version() == server.resource_version());

    running.cancel();
    CHECK(running.ended);
    CHECK(running.code() == condition::cancelled);
}

TEST_CASE_METHOD(world, "all pages are read, and shown as one list")
{
    for (int i = 0; i < 23; ++i) put("o" + std::to_string(100 + i), "1");
    informer_options options;
    options.page_size = 5;
    shared_informer<config_map> informer(api, listing(options));
    background running(io, informer.run());
    background synced(io, informer.synced());
    time.run_for(1s);

    CHECK(synced.ended);
    CHECK(informer.snapshot().size() == 23);
    CHECK(server.requests("list", config_maps) == 5);
}

TEST_CASE_METHOD(world,
                 "a handler that is added while the informer runs gets the present objects, then the changes")
{
    put("a", "1");
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    time.run_for(1s);
    set("a", "2");
    time.run_for(1s);

    lines late;
    auto const registered = informer.on_change(recording(late));
    background synced(io, registered.synced());
    time.run_for(1s);
    CHECK(synced.ended);
    set("a", "3");
    time.run_for(1s);
    CHECK(late == lines{"+i shop/a=2", "~ shop/a=2>3"});

    testing::run(io, time, registered.remove());
    set("a", "4");
    time.run_for(1s);
    CHECK(late.size() == 2);
}

TEST_CASE_METHOD(
    world,
    "an informer of one namespace and a selector sees only these objects, and a delete when one leaves")
{
    auto const labelled = [](std::string const& name, std::string const& ns, std::string const& app) {
        return R"({"metadata":{"name":")" + name + R"(","namespace":")" + ns + R"(","labels":{"app":")" +
               app + R"("}},"data":{"v":"1"}})";
    };
    server.create(config_maps, labelled("a", "shop", "web"));
    server.create(config_maps, labelled("b", "shop", "api"));
    server.create(config_maps, labelled("c", "other", "web"));
    informer_options options;
    options.namespaces = {"shop"};
    options.label_selector = "app=web";
    auto [informer, seen, running] = recorded_informer(io, api, listing(options));
    time.run_for(1s);
    CHECK(seen == lines{"+i shop/a=1"});

    server.patch(config_maps, {"shop", "a"}, R"({"metadata":{"labels":{"app":"api"}}})");
    server.patch(config_maps, {"shop", "b"}, R"({"metadata":{"labels":{"app":"web"}}})");
    time.run_for(1s);
    CHECK(seen == lines{"+i shop/a=1", "- shop/a", "+ shop/b=1"});
}

TEST_CASE_METHOD(
    informed, "a handler that has handled the first list is synced, also after its removal and after the end")
{
    auto const stays = informer.on_change({.added = [](object_ptr<config_map> const&) {}});
    auto const goes = informer.on_change({.added = [](object_ptr<config_map> const&) {}});
    testing::run(io, stays.synced());
    testing::run(io, goes.synced());
    testing::run(io, goes.remove());
    running.cancel();
    auto const late = informer.on_change({.added = [](object_ptr<config_map> const&) {}});

    for (auto const& [handler, said] : {std::pair(stays, error_code()), std::pair(goes, error_code()),
                                        std::pair(late, error_code(errc::stopped))}) {
        background wait(io, handler.synced());
        time.settle();
        REQUIRE(wait.ended);
        CHECK(wait.code() == said);
    }
}

TEST_CASE_METHOD(world, "a resync shows every object to the handlers again, unchanged")
{
    put("a", "1");
    informer_options options;
    options.resync = 60s;
    auto [informer, seen, running] = recorded_informer(io, api, listing(options));
    time.run_for(59s);
    CHECK(seen == lines{"+i shop/a=1"});

    time.run_for(2s);
    CHECK(seen == lines{"+i shop/a=1", "~ shop/a=1>1"});
    CHECK(server.requests("list", config_maps) == 1);
}

TEST_CASE_METHOD(world, "a lister answers from the store: all, by namespace, by label, by name, by index")
{
    put("a", "red");
    put("b", "blue");
    put("c", "red", "other");
    server.patch(config_maps, {"shop", "b"}, R"({"metadata":{"labels":{"tier":"db"}}})");
    shared_informer<config_map> informer(api, listing());
    informer.index("v", [](config_map const& m) { return m.data.at("v"); });
    background running(io, informer.run());
    time.run_for(1s);

    auto const lister = informer.lister();
    CHECK(lister.list().size() == 3);
    CHECK(lister.in_namespace("shop").size() == 2);
    CHECK(lister.by_index("v", "red").size() == 2);
    auto const db = lister.matching(label_selector("tier=db"));
    REQUIRE(db.size() == 1);
    CHECK(db.front()->metadata.name == "b");
    REQUIRE(lister.get("other", "c"));
    CHECK(lister.get("other", "c")->data.at("v") == "red");
    CHECK_FALSE(lister.get("shop", "c"));
    CHECK(server.requests("get", config_maps) == 0);
}

TEST_CASE_METHOD(world, "a list that is complete has nothing remaining, whatever its last page said")
{
    put("a", "1");
    auto const version = server.resource_version();
    server.inject(faults::answer({.body = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":)"
                                          R"({"resourceVersion":")" +
                                          version + R"(","remainingItemCount":7},"items":[]})"})
                      .on("list"));
    shared_informer<config_map> informer(api, listing());
    background running(io, informer.run());
    time.run_for(1s);
    REQUIRE(informer.has_synced());
    CHECK_FALSE(testing::run(io, time, informer.status()).reflector.remaining);
}
