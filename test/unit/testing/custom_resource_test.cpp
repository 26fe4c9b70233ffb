#include "store_fixture.hpp"

#include "testing/formats/time_text.hpp"
#include "testing/http/table_columns.hpp"
#include "testing/http/watch_cursor.hpp"

#include <boost/json/serialize.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;
namespace json = boost::json;

namespace {

struct definitions_fixture : store_fixture {
    collection& crds = store.serve({"apiextensions.k8s.io", "v1", "customresourcedefinitions",
                                    "CustomResourceDefinition", scope::cluster});

    static std::string gadgets(std::string_view versions = R"({"name":"v1","served":true,"storage":true,
        "subresources":{"status":{},"scale":{"specReplicasPath":".spec.size","statusReplicasPath":".status.size"}}},
        {"name":"v2","served":true,"storage":false})",
                               std::string_view name = "gadgets.example.io")
    {
        return R"({"metadata":{"name":")" + std::string(name) +
               R"("},"spec":{"group":"example.io","scope":"Namespaced",
            "names":{"plural":"gadgets","kind":"Gadget","shortNames":["gd"],"categories":["all"]},"versions":[)" +
               std::string(versions) + "]}}";
    }

    stored_ref define(std::string const& crd) { return store.create(crds, "", object(crd), origin::client); }
    collection* find(std::string_view version) { return store.find("example.io", version, "gadgets"); }
};

std::string events_from(watch_cursor& from)
{
    std::string all;
    while (auto const e = from.next())
        all.append(e->type).append(" ").append(e->object ? e->object->name() : "").append(";");
    return all;
}

} // namespace

TEST_CASE("a definition's resource is served, and its status says so")
{
    definitions_fixture f;

    auto const crd = f.define(f.gadgets());

    auto const text = json::serialize(crd->body().at("status"));
    CHECK(text.find(R"("type":"NamesAccepted","status":"True")") != text.npos);
    CHECK(text.find(R"("type":"Established","status":"True")") != text.npos);
    CHECK(
        text.find(
            R"("acceptedNames":{"plural":"gadgets","kind":"Gadget","shortNames":["gd"],"categories":["all"],)"
            R"("singular":"gadget","listKind":"GadgetList"})") != text.npos);
    CHECK(crd->body().at("status").at("storedVersions") == json::array{"v1"});
    REQUIRE(f.find("v1"));
    auto const& of = f.find("v1")->resource();
    CHECK(of.kind == "Gadget");
    CHECK(of.list_kind == "GadgetList");
    CHECK(of.singular == "gadget");
    CHECK(of.short_names == std::vector<std::string>{"gd"});
    CHECK(of.categories == std::vector<std::string>{"all"});
    CHECK(of.where == scope::namespaced);
    CHECK(of.has_status());
    CHECK(of.has_scale());
    CHECK_FALSE(f.find("v2")->resource().has_status());
    CHECK(f.store.has_group("example.io"));
}

TEST_CASE("a definition that cannot be served is refused")
{
    definitions_fixture f;
    auto const why = [&](std::string const& crd) { return refused([&] { f.define(crd); }); };

    CHECK(why(f.gadgets("", "other.example.io")) ==
          "422 Invalid: CustomResourceDefinition.apiextensions.k8s.io \"other.example.io\" is invalid: "
          "metadata.name: "
          "Invalid value: \"other.example.io\": must be spec.names.plural+\".\"+spec.group");
    CHECK(why(f.gadgets(R"({"name":"v1","served":true})"))
              .starts_with(
                  "422 Invalid: CustomResourceDefinition.apiextensions.k8s.io \"gadgets.example.io\" is "
                  "invalid: "
                  "spec.versions: Invalid value: must have exactly one version marked as storage version"));
    CHECK(f.find("v1") == nullptr);
}

TEST_CASE("all versions of a resource are one storage")
{
    definitions_fixture f;
    f.define(f.gadgets());
    watch_cursor watch(*f.find("v2"), f.store.now(), {});

    f.create(*f.find("v1"),
             R"({"apiVersion":"example.io/v1","kind":"Gadget","metadata":{"name":"a"},"spec":{"size":2}})");
    f.create(*f.find("v2"), R"({"apiVersion":"example.io/v2","kind":"Gadget","metadata":{"name":"b"}})");

    auto const as_v1 = f.store.get(*f.find("v1"), "shop", "b");
    auto const as_v2 = f.store.get(*f.find("v2"), "shop", "a");
    CHECK(as_v1->body().at("apiVersion") == "example.io/v1");
    CHECK(as_v2->body().at("apiVersion") == "example.io/v2");
    CHECK(as_v2->at() == f.store.get(*f.find("v1"), "shop", "a")->at());
    auto const first = watch.next();
    REQUIRE(first);
    CHECK(first->object->text().starts_with(R"({"kind":"Gadget","apiVersion":"example.io/v2",)"));
    CHECK(events_from(watch) == "ADDED b;");
    CHECK(f.store.list(*f.find("v2"), {}).page.items.size() == 2);
}

TEST_CASE("the scale of a custom resource uses the paths of its definition")
{
    definitions_fixture f;
    f.define(f.gadgets());
    auto& gadgets = *f.find("v1");
    f.create(gadgets, R"({"metadata":{"name":"a"},"spec":{"size":2}})");

    auto const o = f.patch(gadgets, "a", R"({"spec":{"replicas":5}})", subresource::scale);

    CHECK(o->body().at("spec").at("size") == 5);
    CHECK(scale_of(gadgets.resource(), *o).at("spec").at("replicas") == 5);
}

TEST_CASE("a removed definition takes its objects with it: watches show that, and then end")
{
    definitions_fixture f;
    f.define(f.gadgets());
    f.create(*f.find("v1"), R"({"metadata":{"name":"a"}})");
    f.create(*f.find("v1"), R"({"metadata":{"name":"b"}})");
    watch_cursor watch(*f.find("v1"), f.store.now(), {});
    CHECK(events_from(watch) == "ADDED a;ADDED b;");

    auto const held = f.store.remove(f.crds, "", "gadgets.example.io", {});

    CHECK(json::serialize(held->body()).find("Terminating") != std::string::npos);
    CHECK_FALSE(watch.ended());
    CHECK(events_from(watch) == "DELETED a;DELETED b;");
    CHECK(watch.ended());
    CHECK(f.find("v1") == nullptr);
    CHECK(f.find("v2") == nullptr);
    CHECK(f.crds.find("", "gadgets.example.io") == nullptr);
    f.define(f.gadgets());
    CHECK(f.store.list(*f.find("v1"), {}).page.items.empty());
}

TEST_CASE("an object's finalizer keeps its definition, too")
{
    definitions_fixture f;
    f.define(f.gadgets());
    f.create(*f.find("v1"), R"({"metadata":{"name":"a","finalizers":["example.io/hold"]}})");
    // this object is removed at once, but the definition is not
    f.create(*f.find("v1"), R"({"metadata":{"name":"b"}})");

    f.store.remove(f.crds, "", "gadgets.example.io", {});
    auto const waits = f.crds.find("", "gadgets.example.io");
    auto const fresh = refused([&] { f.create(*f.find("v1"), R"({"metadata":{"name":"c"}})"); });
    f.patch(*f.find("v1"), "a", R"({"metadata":{"finalizers":null}})");

    REQUIRE(waits);
    CHECK(waits->metadata().contains("deletionTimestamp"));
    CHECK(fresh.starts_with("405 MethodNotAllowed"));
    CHECK(f.find("v1") == nullptr);
    CHECK(f.crds.find("", "gadgets.example.io") == nullptr);
}

TEST_CASE("the propagation policy of a definition's deletion holds neither the definition nor its objects")
{
    definitions_fixture f;
    f.define(f.gadgets());
    f.create(*f.find("v1"), R"({"metadata":{"name":"a"}})");
    f.create(*f.find("v1"), R"({"metadata":{"name":"b","finalizers":["example.io/hold"]}})");
    write_options how;
    how.dependents = GENERATE(dependents_policy::foreground, dependents_policy::orphan);

    auto const held = f.store.remove(f.crds, "", "gadgets.example.io", {}, how);

    CHECK(held->metadata().at("finalizers") == json::array{"customresourcecleanup.apiextensions.k8s.io"});
    CHECK(f.find("v1")->find("shop", "a") == nullptr);
    CHECK(f.store.get(*f.find("v1"), "shop", "b")->metadata().at("finalizers") ==
          json::array{"example.io/hold"});
    f.patch(*f.find("v1"), "b", R"({"metadata":{"finalizers":null}})");
    CHECK(f.find("v1") == nullptr);
    CHECK(f.crds.find("", "gadgets.example.io") == nullptr);
}

TEST_CASE("versions of a definition come and go, and its objects stay")
{
    definitions_fixture f;
    f.define(f.gadgets());
    f.create(*f.find("v1"), R"({"metadata":{"name":"a"}})");
    watch_cursor on_v1(*f.find("v1"), f.store.now(), {}), on_v2(*f.find("v2"), f.store.now(), {});
    events_from(on_v1), events_from(on_v2);

    f.store.patch(f.crds, "", "gadgets.example.io", patch_type::json,
                  R"([{"op":"replace","path":"/spec/versions/1/name","value":"v3"}])", subresource::none);

    CHECK(f.find("v2") == nullptr);
    REQUIRE(f.find("v3"));
    CHECK(f.store.get(*f.find("v3"), "shop", "a")->body().at("apiVersion") == "example.io/v3");
    CHECK(on_v2.ended());
    CHECK_FALSE(on_v1.ended());
}

TEST_CASE("events are stored once, and served under two group versions")
{
    store_fixture f;
    auto& core = f.store.serve({"", "v1", "events", "Event"});
    auto& events = f.store.serve({"events.k8s.io", "v1", "events", "Event"});

    f.create(core,
             R"({"metadata":{"name":"e"},"involvedObject":{"namespace":"shop","name":"p"},"message":"m"})");

    auto const o = f.store.get(events, "shop", "e");
    CHECK(o->body().at("apiVersion") == "events.k8s.io/v1");
    CHECK(o->body().at("regarding").at("name") == "p");
    CHECK(o->body().at("note") == "m");
    f.patch(events, "e", R"({"metadata":{"labels":{"a":"b"}}})");
    CHECK(f.store.get(core, "shop", "e")->body().at("message") == "m");
}

TEST_CASE("a backup brings definitions and their objects back, and takes later ones away")
{
    definitions_fixture f;
    auto const empty = f.store.backup();
    f.define(f.gadgets());
    f.create(*f.find("v1"), R"({"metadata":{"name":"a"}})");
    auto const full = f.store.backup();

    f.store.restore(empty);
    CHECK(f.find("v1") == nullptr);
    f.store.restore(full);

    REQUIRE(f.find("v2"));
    CHECK(f.store.get(*f.find("v2"), "shop", "a")->body().at("apiVersion") == "example.io/v2");
    CHECK(f.store.now() == full.at);
}

TEST_CASE("a definition's columns are filled from the object, and follow the definition")
{
    definitions_fixture f;
    auto const columns = [](std::string const& more) {
        return R"({"name":"v1","served":true,"storage":true,"additionalPrinterColumns":[
            {"name":"Since","type":"date","jsonPath":".spec.since"},{"name":"Broken","type":"string","jsonPath":".spec["})" +
               more + "]}";
    };
    f.define(f.gadgets(columns("")));
    auto const gadget = f.create(*f.find("v1"), R"({"apiVersion":"example.io/v1","kind":"Gadget",
        "metadata":{"name":"a"},"spec":{"since":"2023-11-14T23:13:20.5+01:00","ratio":1e300}})");
    wall_time const now(std::chrono::seconds(1'700'000'330)); // 5 min 30 s later
    auto const cells = [&] {
        return json::serialize(cells_of(f.find("v1")->resource(), gadget->body(), now));
    };
    CHECK(cells() == R"(["a","5m30s",null])");

    auto const with_more = columns(
        R"(,{"name":"Ratio","type":"integer","jsonPath":".spec.ratio"},{"name":"Name","type":"string",)"
        R"("jsonPath":".metadata.name"})");
    f.store.patch(f.crds, "", "gadgets.example.io", patch_type::merge,
                  R"({"spec":{"versions":[)" + with_more + "]}}", subresource::none);
    CHECK(cells() == R"(["a","5m30s",null,null,"a"])");
    CHECK(column_definitions(f.find("v1")->resource()).size() == 5);
}

TEST_CASE("times are read in every zone, and other texts are refused")
{
    auto const at = [](std::string_view text) { return parse_rfc3339(text); };
    wall_time const then(std::chrono::seconds(1'700'000'000));
    CHECK(at("2023-11-14T22:13:20Z") == then);
    CHECK(at("2023-11-14T22:13:20.123456789Z") == then + std::chrono::microseconds(123'456));
    CHECK(at("2023-11-14T22:13:20.5Z") == then + std::chrono::milliseconds(500));
    CHECK(at("2023-11-15T00:13:20+02:00") == then);
    CHECK(at("2023-11-14T16:43:20-05:30") == then);
    CHECK(rfc3339(then) == "2023-11-14T22:13:20Z");
    std::string_view const never = "9999-12-31T23:59:59Z"; // wall_time cannot hold it
    using namespace std::chrono;
    CHECK(at(never) == sys_days(9999y / 12 / 31) + 23h + 59min + 59s);
    CHECK(short_age(*at(never), then) == "<invalid>");
    for (std::string_view const none :
         {"", "soon", "2023-11-14", "2023-11-14T22:13:20", "2023-11-14T22:13:20+2", "2023-02-30T00:00:00Z",
          "2023-11-14T24:00:00Z", "2023-11-14 22:13:20Z", "2023-11-14T22:13:20.",
          "2023-11-14T22:13:20Zulu"}) {
        INFO(none);
        CHECK_FALSE(at(none));
    }
}
