#include "wire_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

constexpr std::string_view apply_type = "application/apply-patch+yaml";
constexpr std::string_view definitions_path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

std::string path_with(std::string_view path, std::string_view more)
{
    return std::string(path).append(more);
}

} // namespace

TEST_CASE("each patch is applied according to its content type")
{
    wire_world world;
    raw_client client(world);
    world.server.create(pods,
                        R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"a"},{"name":"b"}]}})");
    std::string const p = "/api/v1/namespaces/default/pods/p";
    auto const containers = [&](std::string_view type, std::string_view patch) {
        auto const answer = client.ask(request("PATCH", p, type, patch));
        return std::to_string(status_of(answer)) +
               json::serialize(body_object(answer).at("spec").at("containers"));
    };

    CHECK(containers("application/json-patch+json", R"([{"op":"remove","path":"/spec/containers/0"}])") ==
          R"(200[{"name":"b"}])");
    CHECK(containers("application/strategic-merge-patch+json", R"({"spec":{"containers":[{"name":"c"}]}})") ==
          R"(200[{"name":"b"},{"name":"c"}])");
    CHECK(containers("application/merge-patch+json", R"({"spec":{"containers":[{"name":"d"}]}})") ==
          R"(200[{"name":"d"}])");
    CHECK(status_of(client.ask(request("PATCH", p, "text/plain", "{}"))) == 415);
    CHECK(status_of(client.ask(request("PATCH", p, "application/json-patch+json",
                                       R"([{"op":"remove","path":"/x"}])"))) == 422);
}

TEST_CASE(
    "an apply over the wire is YAML, names its manager, and is answered with 201 if it creates the object")
{
    wire_world world;
    raw_client client(world);
    std::string_view const yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: s}\ndata: {a: \"1\"}\n";

    auto const nameless = client.ask(request("PATCH", path_with(config_maps_path, "/s"), apply_type, yaml));
    auto const tried = client.ask(
        request("PATCH", path_with(config_maps_path, "/s?fieldManager=one&dryRun=All"), apply_type, yaml));
    auto const made =
        client.ask(request("PATCH", path_with(config_maps_path, "/s?fieldManager=one"), apply_type, yaml));
    auto const again =
        client.ask(request("PATCH", path_with(config_maps_path, "/s?fieldManager=two"), apply_type, yaml));
    auto const other = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"s"},"data":{"a":"2"}})";
    auto const conflict =
        client.ask(request("PATCH", path_with(config_maps_path, "/s?fieldManager=two"), apply_type, other));
    auto const forced = client.ask(
        request("PATCH", path_with(config_maps_path, "/s?fieldManager=two&force=true"), apply_type, other));
    auto const forced_merge = client.ask(
        request("PATCH", path_with(config_maps_path, "/s?force=true"), "application/merge-patch+json", "{}"));

    CHECK(status_of(nameless) == 422);
    CHECK(body_object(nameless).at("message") == "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: "
                                                 "Required value: is required for apply patch");
    CHECK(status_of(tried) == 201);
    CHECK(status_of(made) == 201);
    CHECK(status_of(again) == 200);
    CHECK(status_of(conflict) == 409);
    CHECK(body_object(conflict).at("details").at("causes").at(0).at("message") == "conflict with \"one\"");
    CHECK(status_of(forced) == 200);
    CHECK(body_object(forced).at("data").at("a") == "2");
    CHECK(status_of(forced_merge) == 422);
}

TEST_CASE("without a field manager the user agent is the manager")
{
    wire_world world({.managed_fields = managed_fields_policy::always});
    raw_client client(world);
    std::string const body = R"({"metadata":{"name":"a"},"data":{"k":"v"}})";

    auto const made = client.ask("POST " + std::string(config_maps_path) +
                                 " HTTP/1.1\r\nUser-Agent: kubectl/v1.37.1 (linux)\r\n" +
                                 "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);

    auto const entry = body_object(made).at("metadata").at("managedFields").at(0);
    CHECK(entry.at("manager") == "kubectl");
    CHECK(entry.at("operation") == "Update");
    CHECK(entry.at("apiVersion") == "v1");
    CHECK(entry.at("fieldsType") == "FieldsV1");
    CHECK(json::serialize(entry.at("fieldsV1")) == R"({"f:data":{"f:k":{}}})");
}

TEST_CASE("a collection is deleted over the wire, and the answer has its objects")
{
    wire_world world;
    raw_client client(world);
    for (std::string const name : {"a", "b"})
        world.server.create(configmaps,
                            R"({"metadata":{"name":")" + name + R"(","labels":{"x":")" + name + "\"}}}");

    auto const tried = client.ask(request("DELETE", path_with(config_maps_path, "?dryRun=All"), "", ""));
    auto const one =
        client.ask(request("DELETE", path_with(config_maps_path, "?labelSelector=x%3Da"), "", ""));
    auto const everywhere = client.ask(request("DELETE", "/api/v1/configmaps", "", ""));
    auto const spaces = client.ask(request("DELETE", "/api/v1/namespaces", "", ""));

    CHECK(body_object(tried).at("items").as_array().size() == 2);
    CHECK(status_of(one) == 200);
    CHECK(body_object(one).at("kind") == "ConfigMapList");
    CHECK(body_object(one).at("items").at(0).at("metadata").at("name") == "a");
    CHECK(json::parse(world.server.list(configmaps)).at("items").as_array().size() == 1);
    CHECK(status_of(everywhere) == 405);
    CHECK(status_of(spaces) == 405);
    CHECK(world.server.requests("deletecollection", configmaps) == 3);
    world.server.remove_collection(configmaps);
    CHECK(json::parse(world.server.list(configmaps)).at("items").as_array().empty());
}

TEST_CASE("dryRun must be All, in the query or in the options of a delete")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, R"({"metadata":{"name":"a"}})");

    auto const made = client.ask(request("POST", path_with(config_maps_path, "?dryRun=All"), json_type,
                                         R"({"metadata":{"name":"b"}})"));
    auto const some = client.ask(request("POST", path_with(config_maps_path, "?dryRun=Some"), json_type,
                                         R"({"metadata":{"name":"b"}})"));
    auto const gone =
        client.ask(request("DELETE", path_with(config_maps_path, "/a"), json_type, R"({"dryRun":["All"]})"));

    CHECK(status_of(made) == 201);
    CHECK(status_of(some) == 422);
    CHECK(body_object(some).at("message") ==
          "CreateOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: "
          "[\"Some\"]: supported values: \"All\"");
    CHECK(body_object(gone).at("status") == "Success");
    CHECK(json::parse(world.server.list(configmaps)).at("items").as_array().size() == 1);
}

TEST_CASE("a deleted pod is answered with the pod, a deleted configmap with a Status")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, R"({"metadata":{"name":"a"}})");
    world.server.create(pods, R"({"metadata":{"name":"a"}})");

    CHECK(body_object(client.ask(request("DELETE", path_with(config_maps_path, "/a"), "", ""))).at("kind") ==
          "Status");
    CHECK(
        body_object(client.ask(request("DELETE", "/api/v1/namespaces/default/pods/a", "", ""))).at("kind") ==
        "Pod");
}

TEST_CASE("a definition made over the wire is served at once, and a watch of its resource ends with it")
{
    wire_world world;
    raw_client client(world), watcher(world);
    auto const crd =
        R"({"metadata":{"name":"gadgets.example.io"},"spec":{"group":"example.io","scope":"Namespaced",
        "names":{"plural":"gadgets","kind":"Gadget"},"versions":[{"name":"v1","served":true,"storage":true}]}})";
    auto const gadget = R"({"apiVersion":"example.io/v1","kind":"Gadget","metadata":{"name":"g"}})";
    std::string const gadgets = "/apis/example.io/v1/namespaces/default/gadgets";

    CHECK(status_of(client.ask(get(gadgets))) == 404);
    CHECK(status_of(client.ask(request("POST", definitions_path, json_type, crd))) == 201);
    CHECK(status_of(client.ask(request("POST", gadgets, json_type, gadget))) == 201);
    CHECK(status_of(client.ask(
              request("PATCH", gadgets + "/g", "application/strategic-merge-patch+json", "{}"))) == 415);
    watcher.ask(get(gadgets + "?watch=1"));
    auto const gone =
        client.ask(request("DELETE", path_with(definitions_path, "/gadgets.example.io"), "", ""));
    auto const seen = watcher.take();

    CHECK(body_object(gone).at("kind") == "CustomResourceDefinition");
    CHECK(seen.find(R"("type":"DELETED")") != seen.npos);
    CHECK(seen.ends_with("0\r\n\r\n"));
    CHECK(body_of(client.ask(get(gadgets))) == "404 page not found\n");
    CHECK(world.server.open_watches() == 0);
}

TEST_CASE("a list of a version that is yet to come waits for it, for at most three seconds")
{
    wire_world world;
    raw_client client(world);
    auto const soon = std::to_string(std::stoi(world.server.resource_version()) + 1);
    auto const path = GENERATE(as<std::string>{}, "/api/v1/configmaps?resourceVersion=",
                               "/api/v1/configmaps?resourceVersionMatch=NotOlderThan&resourceVersion=",
                               "/api/v1/configmaps?resourceVersionMatch=Exact&resourceVersion=",
                               "/api/v1/namespaces/default/configmaps/a?resourceVersion=");
    INFO(path);

    CHECK(client.ask(get(path + soon)) == "");
    world.time.run_for(2s);
    CHECK(client.take() == "");
    world.server.create(configmaps, R"({"metadata":{"name":"a"}})");
    world.time.settle();
    CHECK(status_of(client.take()) == 200);

    CHECK(client.ask(get(path + "99999")) == "");
    world.time.run_for(3s);
    auto const late = client.take();
    CHECK(status_of(late) == 504);
    CHECK(late.find("Retry-After: 1\r\n") != late.npos);
    auto const status = body_object(late);
    CHECK(status.at("reason") == "Timeout");
    CHECK(json::serialize(status.at("details")) ==
          R"({"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],)"
          R"("retryAfterSeconds":1})");
    CHECK(world.server.requests(path.find("/a?") == path.npos ? "list" : "get", configmaps) == 2);
}

TEST_CASE(
    "a watch for initial events of a version that is yet to come gets the error in the stream after the wait")
{
    wire_world world;
    raw_client client(world);

    client.ask(get("/api/v1/configmaps?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&"
                   "allowWatchBookmarks=true&resourceVersion=99999"));
    world.time.run_for(3s);
    auto const answer = client.take();

    CHECK(status_of(answer) == 200);
    CHECK(body_of(answer).starts_with(R"({"type":"ERROR","object":{"kind":"Status")"));
    CHECK(body_of(answer).find("Too large resource version") != std::string::npos);
}

TEST_CASE("a client that waits for a version and leaves leaves nothing behind")
{
    wire_world world;
    raw_client client(world);
    client.ask(get("/api/v1/configmaps?resourceVersion=99999"));

    client.close();
    world.time.settle();

    CHECK(world.server.open_connections() == 0);
    CHECK(world.time.armed() == 0);
}
