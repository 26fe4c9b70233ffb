#include "store_fixture.hpp"

#include "testing/formats/json_patch.hpp"
#include "testing/formats/strategic_merge.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;
namespace json = boost::json;

namespace {

struct patch_case {
    std::string_view target, patch, result;
};

} // namespace

TEST_CASE("JSON patch follows RFC 6902")
{
    auto const c = GENERATE(values<patch_case>({
        {R"({"a":1})", R"([{"op":"add","path":"/b","value":2}])", R"({"a":1,"b":2})"},
        {R"({"a":1})", R"([{"op":"add","path":"/a","value":2}])", R"({"a":2})"},
        {R"({"a":[1,3]})", R"([{"op":"add","path":"/a/1","value":2}])", R"({"a":[1,2,3]})"},
        {R"({"a":[1]})", R"([{"op":"add","path":"/a/-","value":2}])", R"({"a":[1,2]})"},
        {R"({"a":[1]})", R"([{"op":"add","path":"/a/1","value":2}])", R"({"a":[1,2]})"},
        {R"({"a":1})", R"([{"op":"add","path":"","value":{"b":2}}])", R"({"b":2})"},
        {R"({"a":1,"b":2})", R"([{"op":"remove","path":"/a"}])", R"({"b":2})"},
        {R"({"a":[1,2,3]})", R"([{"op":"remove","path":"/a/1"}])", R"({"a":[1,3]})"},
        {R"({"a":{"b":1}})", R"([{"op":"replace","path":"/a/b","value":[]}])", R"({"a":{"b":[]}})"},
        {R"({"a":{}})", R"([{"op":"replace","path":"/a/b","value":1}])",
         R"({"a":{"b":1}})"}, // a real server is as lenient
        {R"({"a":{"b":1}})", R"([{"op":"move","from":"/a/b","path":"/c"}])", R"({"a":{},"c":1})"},
        {R"({"a":[1,2]})", R"([{"op":"move","from":"/a/0","path":"/a/1"}])", R"({"a":[2,1]})"},
        {R"({"a":{"b":1}})", R"([{"op":"copy","from":"/a","path":"/c"}])", R"({"a":{"b":1},"c":{"b":1}})"},
        {R"({"a":1})", R"([{"op":"test","path":"/a","value":1},{"op":"remove","path":"/a"}])", "{}"},
        {R"({"a/b":1,"m~n":2})",
         R"([{"op":"remove","path":"/a~1b"},{"op":"replace","path":"/m~0n","value":3}])", R"({"m~n":3})"},
        {R"({"a":1})", R"([{"op":"test","path":"/b","value":null}])", R"({"a":1})"},
    }));
    INFO(c.patch);
    auto target = json::parse(c.target);

    json_patch(target, json::parse(c.patch));

    CHECK(target == json::parse(c.result));
}

TEST_CASE("a JSON patch that cannot be applied is refused and changes nothing")
{
    auto const patch =
        GENERATE(R"({"op":"test","path":"/a","value":2})", R"({"op":"remove","path":"/b"})",
                 R"({"op":"replace","path":"/l/3","value":2})", R"({"op":"add","path":"/b/c","value":2})",
                 R"({"op":"add","path":"/l/3","value":2})", R"({"op":"copy","from":"/b","path":"/c"})",
                 R"({"op":"move","from":"/b","path":"/c"})", R"({"op":"frob","path":"/c"})",
                 R"({"path":"/c"})", R"({"op":"add","value":1})");
    INFO(patch);
    auto target = json::parse(R"({"a":1,"l":[1]})");
    auto const before = target;

    auto const why = refused([&] {
        json_patch(target,
                   json::parse("[{\"op\":\"add\",\"path\":\"/x\",\"value\":1}," + std::string(patch) + "]"));
    });

    CHECK(why == "422 Invalid: the server rejected our request due to an error in our request");
    CHECK(target == before);
}

TEST_CASE("a patch is applied according to its type")
{
    store_fixture f;
    f.create(f.configmaps, R"({"metadata":{"name":"a"},"data":{"k":"v"}})");
    f.create(f.widgets, R"({"metadata":{"name":"w"}})");

    auto const o =
        f.patch(f.configmaps, "a", patch_type::json, R"([{"op":"move","from":"/data/k","path":"/data/l"}])");

    CHECK(json::serialize(o->body().at("data")) == R"({"l":"v"})");
    CHECK(refused([&] { f.patch(f.configmaps, "a", patch_type::json, "["); }) ==
          "400 BadRequest: invalid JSON patch");
    CHECK(refused([&] {
              f.patch(f.configmaps, "a", patch_type::json, "{}");
          }).starts_with("400 BadRequest: error decod"));
    CHECK(refused([&] {
              f.patch(f.configmaps, "a", patch_type::json,
                      R"([{"op":"replace","path":"/metadata/name","value":"b"}])");
          }).starts_with("400 BadRequest: the name of the object (b)"));
    CHECK(refused([&] {
              f.patch(f.widgets, "w", patch_type::strategic, "{}");
          }).starts_with("415 UnsupportedMediaType: "));
}

TEST_CASE("strategic merge merges lists by their keys")
{
    auto const c = GENERATE(values<patch_case>({
        {R"({"spec":{"containers":[{"name":"a","image":"1","env":[{"name":"X","value":"x"}]},{"name":"b"}]}})",
         R"({"spec":{"containers":[{"name":"a","env":[{"name":"Y","value":"y"},{"name":"X","value":null}]},{"name":"c"}]}})",
         R"({"spec":{"containers":[{"name":"a","image":"1","env":[{"name":"X"},{"name":"Y","value":"y"}]},{"name":"b"},
             {"name":"c"}]}})"},
        {R"({"spec":{"containers":[{"name":"a"},{"name":"b"}]}})",
         R"({"spec":{"containers":[{"$patch":"delete","name":"a"}]}})",
         R"({"spec":{"containers":[{"name":"b"}]}})"},
        {R"({"spec":{"containers":[{"name":"a"},{"name":"b"}]}})",
         R"({"spec":{"containers":[{"$patch":"replace"},{"name":"c"}]}})",
         R"({"spec":{"containers":[{"name":"c"}]}})"},
        {R"({"spec":{"containers":[{"name":"a","command":["x","y"]}]}})",
         R"({"spec":{"containers":[{"name":"a","command":["z"]}]}})",
         R"({"spec":{"containers":[{"name":"a","command":["z"]}]}})"},
        {R"({"spec":{"ports":[{"port":80,"name":"web"},{"port":81}]}})",
         R"({"spec":{"ports":[{"port":80,"targetPort":8080}]}})",
         R"({"spec":{"ports":[{"port":80,"name":"web","targetPort":8080},{"port":81}]}})"},
        {R"({"containers":[{"name":"a","ports":[{"containerPort":80}]}]})",
         R"({"containers":[{"name":"a","ports":[{"containerPort":81}]}]})",
         R"({"containers":[{"name":"a","ports":[{"containerPort":80},{"containerPort":81}]}]})"},
        {R"({"spec":{"tolerations":[{"key":"a"}]}})", R"({"spec":{"tolerations":[{"key":"b"}]}})",
         R"({"spec":{"tolerations":[{"key":"b"}]}})"},
        {R"({"status":{"conditions":[{"type":"Ready","status":"False"}]}})",
         R"({"status":{"conditions":[{"type":"Ready","status":"True"}]}})",
         R"({"status":{"conditions":[{"type":"Ready","status":"True"}]}})"},
        {R"({"metadata":{"finalizers":["a"]}})", R"({"metadata":{"finalizers":["b","a"]}})",
         R"({"metadata":{"finalizers":["a","b"]}})"},
        {R"({"metadata":{"finalizers":["a","b"]}})",
         R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["a"]}})",
         R"({"metadata":{"finalizers":["b"]}})"},
        {R"({"webhooks":[{"name":"a","matchConditions":[{"name":"x"}]}]})",
         R"({"webhooks":[{"name":"a","matchConditions":[{"name":"y"}]},{"name":"b"}]})",
         R"({"webhooks":[{"name":"a","matchConditions":[{"name":"x"},{"name":"y"}]},{"name":"b"}]})"},
        {R"({"spec":{"resourceClaims":[{"name":"a"}]}})", R"({"spec":{"resourceClaims":[{"name":"b"}]}})",
         R"({"spec":{"resourceClaims":[{"name":"a"},{"name":"b"}]}})"},
        {R"({"data":{"a":"1","b":"2"}})", R"({"data":{"$patch":"replace","c":"3"}})",
         R"({"data":{"c":"3"}})"},
        {R"({"data":{"a":"1"}})", R"({"data":{"$patch":"delete"}})", R"({"data":{}})"},
        {R"({"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1}}})",
         R"({"strategy":{"$retainKeys":["type"],"type":"Recreate"}})", R"({"strategy":{"type":"Recreate"}})"},
        {R"({"spec":{"containers":[{"name":"a"},{"name":"b"},{"name":"own"}]}})",
         R"({"spec":{"$setElementOrder/containers":[{"name":"c"},{"name":"b"},{"name":"a"}],"containers":[{"name":"c"}]}})",
         R"({"spec":{"containers":[{"name":"c"},{"name":"b"},{"name":"own"},{"name":"a"}]}})"},
        {R"({"a":{"b":1}})", R"({"a":[1]})", R"({"a":[1]})"},
        {R"({})", R"({"a":{"b":null,"c":{"$patch":"replace","d":1}}})", R"({"a":{"c":{"d":1}}})"},
    }));
    INFO(c.patch);
    auto target = json::parse(c.target);

    strategic_merge(target.get_object(), json::parse(c.patch).get_object());

    CHECK(json::serialize(target) == json::serialize(json::parse(c.result)));
}

TEST_CASE("a malformed strategic merge patch is refused")
{
    auto target = json::parse(R"({"spec":{"containers":[]}})").get_object();
    auto const merge = [&](std::string_view patch) {
        return refused([&] { strategic_merge(target, json::parse(patch).get_object()); });
    };

    CHECK(merge(R"({"$patch":"frob"})").starts_with("500 "));
    CHECK(merge(R"({"spec":{"containers":[{"image":"x"}]}})") ==
          "400 BadRequest: map does not contain declared merge key: name");
}
