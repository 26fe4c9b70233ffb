// Contract: a test begins with the objects that it wants, sees which requests were made, and can make any
// request fail.

#include "world.hpp"

#include <boost/json.hpp>

namespace {

constexpr resource deployment_resource{
    .group = "apps", .version = "v1", .plural = "deployments", .kind = "Deployment"};
constexpr resource pods{.version = "v1", .plural = "pods", .kind = "Pod"};
constexpr resource widget_resource{"example.io", "v1", "widgets", "Widget"};

lines words(std::vector<testing::action> const& actions)
{
    lines all;
    for (auto const& a : actions) all.push_back(to_string(a));
    return all;
}

/// Returns how the cluster refuses to load this text.
std::string refused(testing::api_server& server, std::string_view manifest)
{
    try {
        server.load(manifest);
    } catch (api_error const& e) {
        return e.what();
    }
    return {};
}

task<> make_pods(client& api, int n)
{
    for (int i = 0; i < n; ++i)
        co_await api.create(pods, "shop", R"({"metadata":{"name":"p-)" + std::to_string(i) + "\"}}");
}

} // namespace

TEST_CASE("a fake cluster begins with objects, records requests, and fails those that it is told to")
{
    // [fake]
    testing::fake_cluster test;
    test.server.load(R"(
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {replicas: 3}
status: {readyReplicas: 3}
)");
    test.server.inject(faults::status(403).on("create").of("pods").after(2)); // the third create fails
    CHECK_THROWS_AS(test.run(make_pods(test.api, 5)), api_error);
    test.run(test.api.patch(deployment_resource, "shop", "web", merge_patch(R"({"spec":{"replicas":4}})")));

    auto const asked = test.server.actions();
    CHECK(words(asked) == lines{"create pods shop", "create pods shop", "create pods shop",
                                "patch deployments.apps shop/web"});
    CHECK(asked.back().body == R"({"spec":{"replicas":4}})");
    // [fake]
    CHECK(boost::json::parse(test.server.get(deployment_resource, {"shop", "web"}))
              .at_pointer("/status/readyReplicas") == 3);
}

TEST_CASE("a manifest may hold documents, lists, and custom resources behind their definitions")
{
    testing::fake_cluster test;
    CHECK(test.server.load(R"(
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.io}
spec:
  group: example.io
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions: [{name: v1, served: true, storage: true}]
---
apiVersion: example.io/v1
kind: Widget
metadata: {name: w, namespace: shop}
spec: {size: 3, serial: "007"}
---
# nothing
---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
- {apiVersion: v1, kind: Node, metadata: {name: n}}
)") == 4);
    CHECK(test.server.load(
              R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b","namespace":"shop"}})") == 1);

    auto const widget = boost::json::parse(test.server.get(widget_resource, {"shop", "w"}));
    CHECK(boost::json::serialize(widget.at("spec")) == R"({"size":3,"serial":"007"})");
    CHECK_NOTHROW(test.server.get(config_maps, {"default", "a"}));
    CHECK_NOTHROW(test.server.get(config_maps, {"shop", "b"}));
    CHECK_NOTHROW(test.server.get({.version = "v1", .plural = "nodes"}, {"", "n"}));
    CHECK(test.server.load("") == 0);
}

TEST_CASE("a document that cannot be loaded is named, and the documents before it are loaded")
{
    testing::fake_cluster test;
    auto const map = [](std::string const& name) {
        return "{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + "}}\n---\n";
    };
    CHECK(refused(test.server, map("a") + "{apiVersion: example.io/v1, kind: Widget, metadata: {name: w}}")
              .find(R"(no matches for kind "Widget" in version "example.io/v1" of object "w": serve() it)") !=
          std::string::npos);
    CHECK_NOTHROW(test.server.get(config_maps, {"default", "a"}));
    CHECK(refused(test.server, map("b") + map("b"))
              .starts_with(R"(load /api/v1/namespaces/default/configmaps/b: already exists)"));
    CHECK(refused(test.server, "{metadata: {name: x}}").find(R"(object "x" has no kind or no apiVersion)") !=
          std::string::npos);
    CHECK(refused(test.server, "a: [").find("manifest: yaml: line 1") != std::string::npos);
    CHECK(refused(test.server, "text").find("expected an object") != std::string::npos);
}

TEST_CASE("an action has verb, resource, object and body; direct calls are no actions, and the oldest are "
          "forgotten")
{
    testing::fake_cluster test({.actions = 4});
    test.server.load(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"shop"}})");
    auto& api = test.api;
    test.run(api.request("get", http_request("GET", "/version")));
    test.run(api.list(config_maps, "", list_options().labels("app=web")));
    auto const status = write_options().subresource("status");
    test.server.serve(deployment_resource);
    test.server.create(deployment_resource, R"({"metadata":{"name":"web","namespace":"shop"}})");
    test.run(api.patch(deployment_resource, "shop", "web", merge_patch(R"({"status":{}})"), status));
    test.run(api.remove(config_maps, "shop", "a", remove_options().grace_period(0s)));
    CHECK(words(test.server.actions()) == lines{"get /version", "list configmaps",
                                                "patch deployments.apps/status shop/web",
                                                "delete configmaps shop/a"});

    test.run(api.remove_collection(config_maps, "shop", list_options()));
    auto const last = test.server.actions();
    REQUIRE(last.size() == 4);
    CHECK_FALSE(last[0].writes());
    CHECK(last[0].target == "/api/v1/configmaps?labelSelector=app%3Dweb");
    CHECK(last[1].content_type == "application/merge-patch+json");
    CHECK(last[1].user_agent == "coinformer");
    CHECK(last[2].body.find(R"("gracePeriodSeconds":0)") != std::string::npos);
    CHECK(last[3].verb == "deletecollection");
    CHECK(last[3].writes());
    test.server.forget_actions();
    CHECK(test.server.actions().empty());
}

TEST_CASE("objects that kubectl get -o yaml printed are loaded as they were, except for their version")
{
    testing::fake_cluster test;
    test.server.load(R"(
apiVersion: apps/v1
kind: Deployment
metadata:
  creationTimestamp: "2024-05-01T10:00:00Z"
  deletionTimestamp: "2024-05-02T10:00:00Z"
  deletionGracePeriodSeconds: 0
  finalizers: [example.io/hold]
  generation: 7
  name: web
  namespace: shop
  resourceVersion: "4711"
  uid: 6f2c2b9e-0000-4000-8000-000000000001
spec: {replicas: 3}
status: {observedGeneration: 6}
)");
    auto const loaded = boost::json::parse(test.server.get(deployment_resource, {"shop", "web"}));
    CHECK(loaded.at_pointer("/metadata/uid") == "6f2c2b9e-0000-4000-8000-000000000001");
    CHECK(loaded.at_pointer("/metadata/creationTimestamp") == "2024-05-01T10:00:00Z");
    CHECK(loaded.at_pointer("/metadata/deletionTimestamp") == "2024-05-02T10:00:00Z");
    CHECK(loaded.at_pointer("/metadata/generation") == 7);
    CHECK(loaded.at_pointer("/metadata/resourceVersion").as_string() == test.server.resource_version());

    test.run(test.api.patch(deployment_resource, "shop", "web",
                            merge_patch(R"({"metadata":{"finalizers":null}})")));
    // the last finalizer was removed
    CHECK_THROWS_AS(test.server.get(deployment_resource, {"shop", "web"}), api_error);
}

TEST_CASE("an injected refusal names the requested object, as a refusal of the server does")
{
    testing::fake_cluster test;
    auto const refused = [&](testing::fault const& f, task<std::string> body) {
        test.server.inject(f);
        try {
            test.run(std::move(body));
        } catch (api_error const& e) {
            return e;
        }
        return api_error({}, "not refused");
    };
    using testing::faults::status;
    std::string const named = R"({"metadata":{"name":"a"}})";
    CHECK(refused(status(404), test.api.get(config_maps, "default", "a")).code() == errc::not_found);
    CHECK(refused(status(404), test.api.list(config_maps)).code() == errc::not_served);
    CHECK(refused(status(409), test.api.create(config_maps, "default", named)).code() ==
          errc::already_exists);
    CHECK(refused(status(409), test.api.patch(config_maps, "default", "a", merge_patch("{}"))).code() ==
          errc::conflict);
    auto const invalid = refused(status(422, {{"data[x]", "FieldValueInvalid", "too long"}}),
                                 test.api.create(config_maps, "default", named));
    CHECK(invalid.code() == errc::invalid);
    REQUIRE(invalid.status().causes.size() == 1);
    CHECK(invalid.status().causes[0].reason == "FieldValueInvalid");
    CHECK(std::string(invalid.what()).ends_with("injected fault: Invalid; data[x]: too long"));
    auto const late = refused(testing::faults::throttled(std::chrono::seconds(20)),
                              test.api.without_retries().get(config_maps, "a", "a"));
    CHECK(late.retry_after() == std::chrono::seconds(20));
}

TEST_CASE("a reaction that throws is a 500 with its reason, one that removes itself is gone, and the server "
          "goes on")
{
    testing::fake_cluster test;
    int asked = 0;
    test.server.intercept([&](testing::action const& a) -> std::optional<testing::canned_answer> {
        ++asked;
        if (a.verb == "get") test.server.patch(config_maps, {a.ns, "none"}, "{}"); // throws
        if (a.verb == "list") throw asked;
        test.server.intercept(nullptr);
        ++asked;
        return testing::canned_answer{.status = 418, .body = "no"};
    });
    auto const what_of = [&](task<std::string> body) {
        try {
            test.run(std::move(body));
        } catch (api_error const& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    auto const lost = what_of(test.api.get(config_maps, "shop", "a"));
    CHECK(lost.find("Internal error occurred: patch /api/v1/namespaces/shop/configmaps/none: not found") !=
          lost.npos);
    CHECK(what_of(test.api.list(config_maps)).find("an exception of another kind") != std::string::npos);
    CHECK(what_of(test.api.remove(config_maps, "shop", "a")).find("HTTP 418") != lost.npos);
    CHECK(asked == 4);
    CHECK(what_of(test.api.remove(config_maps, "shop", "a")).find("not found") != std::string::npos);
    CHECK(asked == 4);
}

TEST_CASE("a reaction sees the request, and may act as another controller does")
{
    testing::fake_cluster test;
    test.server.load(
        R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"shop"},"data":{"v":"1"}})");
    test.server.intercept([&](testing::action const& asked) -> std::optional<testing::canned_answer> {
        if (asked.verb == "patch" &&
            asked.body.find("theirs") == asked.body.npos) // another client is quicker
            test.server.patch(config_maps, {asked.ns, asked.name}, R"({"data":{"theirs":"1"}})");
        if (asked.verb == "delete") return testing::canned_answer{.status = 418, .body = "no"};
        return std::nullopt;
    });
    auto const before = test.run(test.api.get<config_map>("shop", "a"));
    auto change = merge_patch(R"({"data":{"v":"2"}})").at_version(before.resource_version());
    CHECK_THROWS_AS(test.run(test.api.patch(config_maps, "shop", "a", change)), api_error);
    CHECK_THROWS_AS(test.run(test.api.remove(config_maps, "shop", "a")), api_error);
    CHECK(test.run(test.api.get<config_map>("shop", "a"))->data.at("theirs") == "1");
}
