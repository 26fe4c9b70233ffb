#include "wire_world.hpp"

#include "testing/formats/time_text.hpp"
#include "testing/http/table_columns.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

constexpr std::string_view one =
    "Accept: application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,"
    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1\r\n";
constexpr std::string_view many =
    "Accept: application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1\r\n";
constexpr std::string_view table =
    "Accept: application/json;as=Table;v=v1;g=meta.k8s.io,application/json\r\n";
constexpr std::string_view a_map = R"({"metadata":{"name":"a","labels":{"x":"y"}},"data":{"k":"v","l":"w"}})";

std::string watch_as(std::string const& version, std::string_view more, std::string_view accept)
{
    return get("/api/v1/configmaps?watch=1&allowWatchBookmarks=true&resourceVersion=" + version +
                   std::string(more),
               accept);
}

} // namespace

TEST_CASE("one object can be answered with metadata alone, for each request")
{
    wire_world world;
    raw_client client(world);
    auto const shop = std::string("/api/v1/namespaces/default/configmaps");
    auto const with_accept = [](std::string text) { return text.insert(text.find("\r\n") + 2, one); };

    auto const made = client.ask(with_accept(request("POST", shop, "application/json", a_map)));
    auto const read = body_json(client.ask(get(shop + "/a", one)));
    auto const whole = body_json(client.ask(get(shop + "/a")));
    auto const patched = body_json(client.ask(with_accept(request(
        "PATCH", shop + "/a", "application/merge-patch+json", R"({"metadata":{"labels":{"x":"z"}}})"))));
    auto const gone = body_json(client.ask(with_accept(request("DELETE", shop + "/a", "", ""))));
    auto const missing = body_json(client.ask(get(shop + "/a", one)));

    CHECK(status_of(made) == 201);
    CHECK(body_json(made) == read);
    CHECK(read.as_object().size() == 3);
    CHECK(read.at("kind") == "PartialObjectMetadata");
    CHECK(read.at("apiVersion") == "meta.k8s.io/v1");
    CHECK(read.at("metadata") == whole.at("metadata"));
    CHECK(patched.at("metadata").at("labels").at("x") == "z");
    CHECK_FALSE(patched.as_object().contains("data"));
    CHECK(gone.at("kind") == "Status");
    CHECK(missing.at("reason") == "NotFound");
}

TEST_CASE("a list can be answered with metadata alone, page by page")
{
    wire_world world;
    raw_client client(world);
    world.server.serve(widgets);
    for (auto const& r : {configmaps, widgets})
        for (std::string const name : {"a", "b", "c"})
            world.server.create(r, R"({"metadata":{"name":")" + name + "\"}}");

    for (std::string const path : {"/api/v1/configmaps", "/apis/example.io/v1/widgets"}) {
        auto const list = body_json(client.ask(get(path + "?limit=2", many)));
        CHECK(list.at("kind") == "PartialObjectMetadataList");
        CHECK(list.at("apiVersion") == "meta.k8s.io/v1");
        CHECK(list.at("metadata").at("remainingItemCount") == 1);
        REQUIRE(list.at("items").as_array().size() == 2);
        CHECK(list.at("items").at(1).at("kind") == "PartialObjectMetadata");
        CHECK(list.at("items").at(1).at("metadata").at("name") == "b");
        CHECK(list.at("items").at(1).as_object().size() == 3);
    }
}

TEST_CASE("a watch can show metadata alone, in bookmarks, too, and shows errors unchanged")
{
    wire_world world;
    raw_client client(world);
    raw_client late(world);
    world.server.create(configmaps, a_map);
    auto const version = world.server.resource_version();

    auto const first =
        client.ask(watch_as("", "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan", one));
    world.server.patch(configmaps, {"default", "a"}, R"({"data":{"k":"u"}})");
    world.server.remove(configmaps, {"default", "a"});
    world.time.run_for(61s);
    auto lines = chunks_of(first);
    for (auto& line : chunks_of(client.take())) lines.push_back(std::move(line));
    world.server.compact();
    auto const old = late.ask(watch_as(version, "", one));

    REQUIRE(lines.size() == 5);
    std::string types;
    for (auto const& line : lines) {
        auto const event = json::parse(line);
        types += std::string(event.at("type").as_string()) + " ";
        CHECK(event.at("object").at("kind") == "PartialObjectMetadata");
        CHECK(event.at("object").at("apiVersion") == "meta.k8s.io/v1");
        CHECK_FALSE(event.at("object").as_object().contains("data"));
    }
    CHECK(types == "ADDED BOOKMARK MODIFIED DELETED BOOKMARK ");
    CHECK(
        json::parse(lines[1]).at("object").at("metadata").at("annotations").at("k8s.io/initial-events-end") ==
        "true");
    CHECK(json::parse(chunks_of(old).at(0)).at("object").at("kind") == "Status");
}

TEST_CASE("an answer that is not available in the wanted form is 406")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, a_map);
    auto const a = std::string("/api/v1/namespaces/default/configmaps/a");

    CHECK(status_of(client.ask(get("/api/v1/configmaps", one))) == 406);
    CHECK(status_of(client.ask(get(a, many))) == 406);
    CHECK(status_of(client.ask(get(a, "Accept: application/json;as=Table;g=meta.k8s.io;v=v2\r\n"))) == 406);
    CHECK(status_of(client.ask(get(a, "Accept: application/json;as=Other;g=x;v=v1,application/json\r\n"))) ==
          200);
}

TEST_CASE("a client gets the form that it prefers most, and the first of equal ones")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, a_map);
    auto const kind = [&](std::string const& accept) {
        auto const answer =
            client.ask(get("/api/v1/namespaces/default/configmaps/a", "Accept: " + accept + "\r\n"));
        return std::string(body_json(answer).at("kind").as_string());
    };
    std::string const rows = "application/json;as=Table;g=meta.k8s.io;v=v1";

    CHECK(kind(rows + ",application/json") == "Table");
    CHECK(kind("application/json," + rows) == "ConfigMap");
    CHECK(kind(rows + ";q=0.5,application/json;q=0.9") == "ConfigMap");
    CHECK(kind("application/json;q=0.1," + rows) == "Table");
}

TEST_CASE("a table has a kind's columns, and a row for each object")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, a_map);
    world.server.create(deployments, R"({"metadata":{"name":"web"},"spec":{"replicas":3},
        "status":{"readyReplicas":2,"updatedReplicas":3,"availableReplicas":1}})");
    world.server.create(
        pods,
        R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"c"},{"name":"d"}],"nodeName":"n"},
        "status":{"phase":"Running","containerStatuses":[{"ready":true,"restartCount":4},{"ready":false,"restartCount":1,
        "state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}})");
    world.time.run_for(330s);
    auto const cells = [&](std::string_view path) {
        auto const answer = body_json(client.ask(get(path, table)));
        CHECK(answer.at("kind") == "Table");
        CHECK(answer.at("columnDefinitions").as_array().size() ==
              answer.at("rows").at(0).at("cells").as_array().size());
        return json::serialize(answer.at("rows").at(0).at("cells"));
    };

    CHECK(cells("/api/v1/configmaps") == R"(["a","2","5m30s"])");
    CHECK(cells("/apis/apps/v1/deployments") == R"(["web","2/3",3,1,"5m30s","","","<none>"])");
    CHECK(cells("/api/v1/namespaces/default/pods/p") ==
          R"(["p","1/2","CrashLoopBackOff","5","5m30s","<none>","n"])");
    CHECK(cells("/api/v1/namespaces") == R"(["default","Active","5m30s"])");
    world.server.serve(widgets);
    world.server.create(widgets, R"({"metadata":{"name":"w"}})");
    CHECK(cells("/apis/example.io/v1/widgets") == R"(["w","0s"])");
}

TEST_CASE("a row carries the object's metadata, the object, or nothing, as asked")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, a_map);
    auto const object = [&](std::string const& query) {
        return body_json(client.ask(get("/api/v1/configmaps" + query, table))).at("rows").at(0).at("object");
    };

    CHECK(object("").at("kind") == "PartialObjectMetadata");
    CHECK(object("?includeObject=Metadata") == object(""));
    CHECK(object("?includeObject=Object").at("data").at("k") == "v");
    CHECK(object("?includeObject=Object").at("kind") == "ConfigMap");
    CHECK(object("?includeObject=None").is_null());
    CHECK(status_of(client.ask(get("/api/v1/configmaps?includeObject=All", table))) == 400);
}

TEST_CASE("a watch in tables has the columns once, and marks the end of the list even without objects")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, a_map);

    auto const lines = chunks_of(client.ask(
        watch_as("", "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&includeObject=None", table)));

    REQUIRE(lines.size() == 2);
    auto const added = json::parse(lines[0]).at("object");
    auto const end = json::parse(lines[1]).at("object");
    CHECK(added.at("columnDefinitions").as_array().size() == 3);
    CHECK(added.at("rows").at(0).at("object").is_null());
    CHECK(end.at("columnDefinitions").is_null());
    auto const& bookmark = end.at("rows").at(0).at("object").at("metadata");
    CHECK(bookmark.at("annotations").as_object().contains("k8s.io/initial-events-end"));
    CHECK(bookmark.at("resourceVersion").as_string() == json::string_view(world.server.resource_version()));
}

TEST_CASE("an age is printed in its short form")
{
    CHECK(short_duration(-5s) == "<invalid>");
    CHECK(short_duration(-1500ms) == "<invalid>");
    CHECK(short_duration(-500ms) == "0s");
    CHECK(short_duration(119s) == "119s");
    CHECK(short_duration(2min) == "2m");
    CHECK(short_duration(9min + 59s) == "9m59s");
    CHECK(short_duration(10min + 59s) == "10m");
    CHECK(short_duration(3h) == "3h");
    CHECK(short_duration(7h + 30min) == "7h30m");
    CHECK(short_duration(47h + 30min) == "47h");
    CHECK(short_duration(48h) == "2d");
    CHECK(short_duration(7 * 24h + 5h) == "7d5h");
    CHECK(short_duration(400 * 24h) == "400d");
    CHECK(short_duration(731 * 24h) == "2y1d");
    CHECK(short_duration(3000 * 24h) == "8y");
}
