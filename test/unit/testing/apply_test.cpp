#include "store_fixture.hpp"

#include "testing/formats/field_set.hpp"
#include "testing/formats/yaml_body.hpp"

#include <coinformer/testing/api_server.hpp>

#include <boost/json/serialize.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;
namespace json = boost::json;

namespace {

struct applying : store_fixture {
    stored_ref apply(std::string_view manager, std::string_view data, apply_force force = apply_force::no)
    {
        return apply(configmaps, manager,
                     R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"s"},"data":)" +
                         std::string(data) + "}",
                     force);
    }
    stored_ref apply(collection& in, std::string_view manager, std::string const& config,
                     apply_force force = apply_force::no)
    {
        write_options how;
        how.manager = manager;
        how.force = force == apply_force::yes;
        auto body = object(config);
        auto const name = metadata_text(body, "name");
        return store.apply(in, "shop", name, std::move(body), subresource::none, how).object;
    }
    stored_ref apply_web(std::string_view manager, std::string const& containers,
                         apply_force force = apply_force::no)
    {
        return apply(
            deployments, manager,
            R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"w"},"spec":{"template":{"spec":)"
            R"({"containers":)" +
                containers + "}}}}",
            force);
    }
};

// Returns "manager operation fields; …".
std::string owners(stored_ref const& o)
{
    std::string all;
    auto const* entries = o->metadata().if_contains("managedFields");
    if (!entries) return all;
    for (auto const& e : entries->get_array())
        all.append(e.at("manager").as_string())
            .append(" ")
            .append(e.at("operation").as_string())
            .append(" ")
            .append(json::serialize(e.at("fieldsV1")))
            .append("; ");
    return all;
}

std::string data(stored_ref const& o)
{
    auto const* d = o->body().if_contains("data");
    return d ? json::serialize(*d) : "";
}

std::string containers(stored_ref const& o)
{
    return json::serialize(o->body().at("spec").at("template").at("spec").at("containers"));
}

} // namespace

TEST_CASE("an apply creates the object and owns the applied fields")
{
    applying f;

    auto const o = f.apply("one", R"({"a":"1","b":"2"})");

    CHECK(data(o) == R"({"a":"1","b":"2"})");
    CHECK(owners(o) == R"(one Apply {"f:data":{"f:a":{},"f:b":{}}}; )");
    CHECK(o->metadata().at("managedFields").at(0).at("time") == "2023-11-14T22:13:20Z");
    // nothing changed, and nothing was written
    CHECK(f.apply("one", R"({"a":"1","b":"2"})")->at() == o->at());
}

TEST_CASE("a field that another manager owns is a conflict, unless it is forced or has the same value")
{
    applying f;
    f.apply("one", R"({"a":"1","b":"2"})");

    auto const conflict = refused([&] { f.apply("two", R"({"a":"2","c":"3"})"); });
    auto const several = refused([&] { f.apply("two", R"({"a":"2","b":"3"})"); });
    auto const shared = f.apply("two", R"({"a":"1"})");
    auto const forced = f.apply("two", R"({"a":"2","c":"3"})", apply_force::yes);

    CHECK(conflict == "409 Conflict: Apply failed with 1 conflict: conflict with \"one\": .data.a");
    CHECK(several ==
          "409 Conflict: Apply failed with 2 conflicts: conflicts with \"one\":\n- .data.a\n- .data.b");
    CHECK(owners(shared) == R"(one Apply {"f:data":{"f:a":{},"f:b":{}}}; two Apply {"f:data":{"f:a":{}}}; )");
    CHECK(data(forced) == R"({"a":"2","b":"2","c":"3"})");
    CHECK(owners(forced) == R"(one Apply {"f:data":{"f:b":{}}}; two Apply {"f:data":{"f:a":{},"f:c":{}}}; )");
}

TEST_CASE("a conflict names its cause")
{
    applying f;
    f.apply("one", R"({"a":"1"})");
    try {
        f.apply("two", R"({"a":"2"})");
        FAIL("the apply should have been refused");
    } catch (refusal const& why) {
        CHECK(
            json::serialize(why.json().at("details")) ==
            R"({"causes":[{"reason":"FieldManagerConflict","message":"conflict with \"one\"","field":".data.a"}]})");
    }
}

TEST_CASE("a field that a manager no longer applies is removed, unless another manager owns it")
{
    applying f;
    f.apply("one", R"({"a":"1","b":"2"})");
    f.apply("two", R"({"b":"2"})");

    auto const o = f.apply("one", R"({"c":"3"})");

    CHECK(data(o) == R"({"b":"2","c":"3"})");
    CHECK(owners(o) == R"(one Apply {"f:data":{"f:c":{}}}; two Apply {"f:data":{"f:b":{}}}; )");
    std::string const nothing = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"s"}})";
    f.apply(f.configmaps, "two", nothing);
    auto const bare = f.apply(f.configmaps, "one", nothing);
    CHECK(data(bare) == "");
    CHECK(owners(bare) == "");
}

TEST_CASE("an update takes fields from the managers that applied them, and owns them itself")
{
    applying f;
    f.apply("one", R"({"a":"1","b":"2"})");
    write_options how;
    how.manager = "kubectl";

    auto const o = f.store.patch(f.configmaps, "shop", "s", patch_type::merge,
                                 R"({"data":{"a":"9","b":null}})", subresource::none, how);
    auto const why = refused([&] { f.apply("one", R"({"a":"1"})"); });

    CHECK(owners(o) == R"(kubectl Update {"f:data":{"f:a":{}}}; )");
    CHECK(why == "409 Conflict: Apply failed with 1 conflict: conflict with \"kubectl\" using v1: .data.a");
}

TEST_CASE("fields from before the first apply belong to before-first-apply")
{
    applying f;
    auto const plain = f.create(f.configmaps, R"({"metadata":{"name":"s"},"data":{"a":"1"}})");

    CHECK(owners(plain) == "");
    CHECK(
        refused([&] { f.apply("one", R"({"a":"2"})"); }) ==
        "409 Conflict: Apply failed with 1 conflict: conflict with \"before-first-apply\" using v1: .data.a");
    CHECK(owners(f.apply("one", R"({"b":"2"})")) ==
          R"(one Apply {"f:data":{"f:b":{}}}; before-first-apply Update {"f:data":{"f:a":{}}}; )");
}

TEST_CASE("lists with keys are applied item by item")
{
    applying f;
    f.apply_web("one", R"([{"name":"a","image":"1","args":["x"],"ports":[{"containerPort":80}],
                            "env":[{"name":"E","value":"1"}]},{"name":"b","image":"1"}])");

    auto const both =
        f.apply_web("two", R"([{"name":"side","image":"s"},{"name":"a","env":[{"name":"F","value":"2"}]}])");
    auto const less = f.apply_web("one", R"([{"name":"a","image":"1"}])");
    auto const why = refused([&] { f.apply_web("two", R"([{"name":"a","image":"2"}])"); });

    CHECK(containers(both) ==
          R"([{"name":"side","image":"s"},{"name":"a","image":"1","args":["x"],)"
          R"("ports":[{"containerPort":80}],)"
          R"("env":[{"name":"E","value":"1"},{"name":"F","value":"2"}]},{"name":"b","image":"1"}])");
    CHECK(containers(less) ==
          R"([{"name":"side","image":"s"},{"name":"a","image":"1","env":[{"name":"F","value":"2"}]}])");
    CHECK(owners(less).starts_with(
        R"(one Apply {"f:spec":{"f:template":{"f:spec":{"f:containers":{"k:{\"name\":\"a\"}":)"
        R"({".":{},"f:image":{},"f:name":{}}}}}}}; )"));
    CHECK(why == "409 Conflict: Apply failed with 1 conflict: conflict with \"one\": "
                 ".spec.template.spec.containers[name=\"a\"].image");
    CHECK(refused([&] {
              f.apply_web("one", R"([{"image":"1"}])");
          }).starts_with("400 BadRequest: associative list"));
}

TEST_CASE("an apply that does not name its object is refused")
{
    applying f;
    auto const why = [&](std::string const& config) {
        return refused([&] { f.apply(f.configmaps, "one", config); });
    };

    CHECK(why(R"({"metadata":{"name":"s"}})") == "400 BadRequest: invalid object type: /, Kind=");
    CHECK(why(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"}})") ==
          "400 BadRequest: invalid object type: /v1, Kind=Secret");
    CHECK(why(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"s","managedFields":[]}})") ==
          "400 BadRequest: metadata.managedFields must be nil");
}

TEST_CASE("status is applied through its subresource, and has owners of its own")
{
    applying f;
    f.apply_web("one", R"([{"name":"a"}])");
    write_options how;
    how.manager = "controller";

    auto const o = f.store
                       .apply(f.deployments, "shop", "w",
                              f.object(R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"w"},
                                  "spec":{"replicas":9},"status":{"replicas":1}})"),
                              subresource::status, how)
                       .object;

    CHECK(o->body().at("status").at("replicas") == 1);
    CHECK_FALSE(o->body().at("spec").as_object().contains("replicas"));
    CHECK(owners(o).find(R"(controller Apply {"f:status":{"f:replicas":{}}})") != std::string::npos);
}

TEST_CASE("fields are written and read as FieldsV1")
{
    auto const body = store_fixture::object(
        R"({"metadata":{"labels":{"a.b/c":"d"},"finalizers":["x"]},"data":{},"spec":{"selector":{"m":{"n":"o"}},
            "ports":[{"port":80},{"port":80,"protocol":"UDP"}],"list":[1,2]}})");

    auto const fields = keys_of(fields_of(body, false));
    auto const text = json::serialize(fields_v1(fields));

    CHECK(
        text ==
        R"({"f:data":{},"f:metadata":{"f:finalizers":{"v:\"x\"":{}},"f:labels":{"f:a.b/c":{}}},)"
        R"("f:spec":{"f:list":{},"f:ports":{"k:{\"port\":80,\"protocol\":\"TCP\"}":{".":{},"f:port":{}},)"
        R"("k:{\"port\":80,\"protocol\":\"UDP\"}":{".":{},"f:port":{},"f:protocol":{}}},"f:selector":{}}})");
    CHECK(parse_fields_v1(json::parse(text).get_object()) == fields);
    CHECK(path_text({"f:spec", "f:ports", R"(k:{"port":80,"protocol":"TCP"})", "f:port"}) ==
          R"(.spec.ports[port=80,protocol="TCP"].port)");
    CHECK(path_text({"f:metadata", "f:finalizers", R"(v:"x")"}) == R"(.metadata.finalizers[="x"])");
}

TEST_CASE("a body may be YAML")
{
    CHECK(
        json::serialize(
            parse_yaml_object("a: 1\nb: '1'\nc: [x, true, null, 1.5, \"no\", off]\nd: {e: ~}\nf: |\n  text\n"
                              "g: v1.2\nh: 1.2.3\ni: 2026-01-01\n")) ==
        R"({"a":1,"b":"1","c":["x",true,null,1.5E0,"no",false],"d":{"e":null},"f":"text\n","g":"v1.2","h":"1.2.3",)"
        R"("i":"2026-01-01"})");
    CHECK(refused([] {
              parse_yaml_object("a: [");
          }).starts_with("400 BadRequest: error encoding patch: yaml: line "));
    CHECK(refused([] { parse_yaml_object("text"); }).starts_with("400 BadRequest: "));
}
