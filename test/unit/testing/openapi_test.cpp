#include "wire_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
namespace json = boost::json;

namespace {

json::value document_of(std::string_view answer)
{
    INFO(answer);
    REQUIRE(status_of(answer) == 200);
    return json::parse(body_of(answer));
}

constexpr std::string_view definition = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.shop.example.io}
spec:
  group: shop.example.io
  scope: Namespaced
  names: {plural: gadgets, kind: Gadget}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties: {spec: {type: object, properties: {size: {type: integer}}}}
    - {name: v1beta1, served: true, storage: false}
)";

std::string url_of(json::value const& index, std::string_view group)
{
    return std::string(index.at("paths").at(group).at("serverRelativeURL").as_string());
}

} // namespace

TEST_CASE("the OpenAPI document of version 2 exists, in JSON and protobuf, and describes no kind")
{
    wire_world world;
    raw_client client(world);

    auto const plain = document_of(client.ask(get("/openapi/v2")));
    auto const binary = client.ask(
        get("/openapi/v2", "Accept: application/com.github.proto-openapi.spec.v2@v1.0+protobuf\r\n"));

    CHECK(plain.at("swagger") == "2.0");
    CHECK(plain.at("definitions").as_object().empty());
    CHECK(status_of(binary) == 200);
    CHECK(body_of(binary) == "\n\x03"
                             "2.0\x12\x15\n\nKubernetes\x12\x07v1.37.1");
}

TEST_CASE("/openapi/v3 names the document of each group version, with a hash that changes with it")
{
    wire_world world;
    raw_client client(world);

    auto const before = document_of(client.ask(get("/openapi/v3")));
    world.server.load(definition);
    auto const after = document_of(client.ask(get("/openapi/v3")));
    world.server.serve({"apps", "v1", "machines", "Machine"});
    auto const last = document_of(client.ask(get("/openapi/v3")));

    CHECK(url_of(before, "api/v1").starts_with("/openapi/v3/api/v1?hash="));
    CHECK_FALSE(before.at("paths").as_object().contains("apis/shop.example.io/v1"));
    CHECK(url_of(after, "apis/shop.example.io/v1beta1")
              .starts_with("/openapi/v3/apis/shop.example.io/v1beta1?hash="));
    CHECK(url_of(after, "apis/apps/v1") == url_of(before, "apis/apps/v1"));
    CHECK(url_of(last, "apis/apps/v1") != url_of(before, "apis/apps/v1"));
    CHECK(document_of(client.ask(get(url_of(last, "apis/apps/v1")))).at("openapi") == "3.0.0");
}

TEST_CASE("a group's OpenAPI document has the paths and the members of its kinds")
{
    wire_world world;
    raw_client client(world);

    auto const core = document_of(client.ask(get("/openapi/v3/api/v1")));

    auto const& schemas = core.at("components").at("schemas");
    auto const& pod = schemas.at("io.k8s.api.core.v1.Pod");
    CHECK(json::serialize(pod.at("x-kubernetes-group-version-kind")) ==
          R"([{"group":"","version":"v1","kind":"Pod"}])");
    CHECK(json::serialize(pod.at("properties").at("spec")) ==
          R"({"$ref":"#/components/schemas/io.k8s.PodSpec"})");
    auto const& spec = schemas.at("io.k8s.PodSpec").at("properties");
    CHECK(json::serialize(spec.at("nodeName")) == R"({"type":"string"})");
    CHECK(json::serialize(spec.at("containers")) ==
          R"({"type":"array","items":{"$ref":"#/components/schemas/io.k8s.Container"}})");
    CHECK(json::serialize(schemas.at("io.k8s.api.core.v1.ConfigMap").at("properties").at("data")) ==
          R"({"type":"object","additionalProperties":{"type":"string"}})");
    CHECK(schemas.at("io.k8s.api.core.v1.Endpoints").at("x-kubernetes-preserve-unknown-fields") == true);
    auto const& paths = core.at("paths");
    CHECK(paths.at("/api/v1/pods").at("get").at("x-kubernetes-action") == "list");
    CHECK(paths.at("/api/v1/nodes").at("post").at("x-kubernetes-action") == "post");
    auto const& patch = paths.at("/api/v1/namespaces/{namespace}/pods/{name}").at("patch");
    CHECK(patch.at("x-kubernetes-group-version-kind").at("kind") == "Pod");
    CHECK(patch.at("parameters").at(0).at("name") == "dryRun");
}

TEST_CASE("every reference in an OpenAPI document leads to a schema of the document")
{
    wire_world world;
    raw_client client(world);
    world.server.load(definition);

    for (std::string_view const path :
         {"api/v1", "apis/apps/v1", "apis/shop.example.io/v1", "apis/rbac.authorization.k8s.io/v1"}) {
        auto const document = document_of(client.ask(get("/openapi/v3/" + std::string(path))));
        auto const& schemas = document.at("components").at("schemas").as_object();
        auto const text = json::serialize(document);
        constexpr std::string_view mark = R"("$ref":"#/components/schemas/)";
        auto references = 0;
        for (auto at = text.find(mark); at != text.npos; at = text.find(mark, at + 1), ++references) {
            auto const begin = at + mark.size();
            auto const name = text.substr(begin, text.find('"', begin) - begin);
            INFO(path << " " << name);
            CHECK(schemas.contains(name));
        }
        CHECK(references > 0);
    }
}

TEST_CASE("a custom resource's OpenAPI schema is that of its definition, with the members of every object")
{
    wire_world world;
    raw_client client(world);
    world.server.load(definition);

    auto const v1 = document_of(client.ask(get("/openapi/v3/apis/shop.example.io/v1")));
    auto const beta = document_of(client.ask(get("/openapi/v3/apis/shop.example.io/v1beta1")));

    auto const& gadget = v1.at("components").at("schemas").at("io.example.shop.v1.Gadget");
    CHECK(json::serialize(gadget.at("properties").at("spec")) ==
          R"({"type":"object","properties":{"size":{"type":"integer"}}})");
    CHECK(gadget.at("required") == json::array{"spec"});
    CHECK(gadget.at("properties").as_object().contains("metadata"));
    CHECK(gadget.at("x-kubernetes-group-version-kind").at(0).at("kind") == "Gadget");
    CHECK(beta.at("components")
              .at("schemas")
              .at("io.example.shop.v1beta1.Gadget")
              .at("x-kubernetes-preserve-unknown-fields") == true);
}

TEST_CASE("an OpenAPI document is refused for unserved groups, and in another form than JSON")
{
    wire_world world;
    raw_client client(world);

    CHECK(status_of(client.ask(get("/openapi/v3/apis/nothing.example.io/v1"))) == 404);
    CHECK(status_of(client.ask(get("/openapi/v3/apis/apps"))) == 404);
    CHECK(status_of(client.ask(get("/openapi/v31"))) == 404);
    CHECK(status_of(client.ask(get("/openapi"))) == 404);
    CHECK(status_of(client.ask(get("/openapi/v3/apis/apps/v1", "Accept: application/cbor\r\n"))) == 406);
}
