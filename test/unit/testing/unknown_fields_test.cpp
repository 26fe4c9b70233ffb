#include <coinformer/testing/unknown_fields.hpp>

#include <coinformer/api/object_meta.hpp>

#include <boost/describe/class.hpp>

#include <stdexcept>

#include "catch.hpp"

using namespace coinformer;
using testing::unknown_fields_of;

// The names are as general as those of the objects that they stand for, so that they need a namespace of
// their own.
namespace unknown_fields_test {

struct own_metadata {
    text name;
    text nmespace;
};
struct port {
    int number = 0;
    int numbr = 0;
};
struct template_metadata {
    text name;
};
struct pod_template {
    text kind;
    template_metadata metadata;
    text other;
};
struct widget_spec {
    int replica = 0;
    coinformer::list<port> ports;
    map<port> named;
    labels anything;
    raw_json open;
    key<"template", pod_template> of_template;
};
struct free_form {
    text whatever;
};
struct widget_status {
    free_form open;
    std::optional<element<"type", "Ready", free_form>> conditions;
};
struct widget {
    text apiVersion;
    own_metadata metadata;
    widget_spec spec;
    std::optional<widget_status> status;
};
BOOST_DESCRIBE_STRUCT(own_metadata, (), (name, nmespace))
BOOST_DESCRIBE_STRUCT(port, (), (number, numbr))
BOOST_DESCRIBE_STRUCT(template_metadata, (), (name))
BOOST_DESCRIBE_STRUCT(pod_template, (), (kind, metadata, other))
BOOST_DESCRIBE_STRUCT(widget_spec, (), (replica, ports, named, anything, open, of_template))
BOOST_DESCRIBE_STRUCT(free_form, (), (whatever))
BOOST_DESCRIBE_STRUCT(widget_status, (), (open, conditions))
BOOST_DESCRIBE_STRUCT(widget, (), (apiVersion, metadata, spec, status))

constexpr std::string_view manifest = R"(
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.io}
spec:
  group: example.io
  names: {plural: widgets, kind: Widget}
  scope: Namespaced
  versions:
  - name: v1alpha1
    served: true
    storage: false
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer}
              ports: {type: array, items: {type: object, properties: {number: {type: integer}}}}
              named: {type: object, additionalProperties: {type: object, properties: {number: {type: integer}}}}
              anything: {type: object, additionalProperties: {type: string}}
              open: {x-kubernetes-preserve-unknown-fields: true}
              template: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: object}}}
          status:
            type: object
            properties:
              open: {type: object, x-kubernetes-preserve-unknown-fields: true}
              conditions: {type: array, items: {type: object, properties: {type: {type: string}}}}
)";

constexpr resource widgets{"example.io", "v1", "widgets", "Widget"};
using paths = std::vector<std::string>;

std::string refusal_of(std::string_view text, resource const& of)
{
    try {
        unknown_fields_of<widget>(text, of);
    } catch (std::invalid_argument const& e) {
        return e.what();
    }
    return {};
}

} // namespace unknown_fields_test

template <>
inline constexpr resource coinformer::resource_of<unknown_fields_test::widget> = unknown_fields_test::widgets;

namespace unknown_fields_test {

TEST_CASE("members that a structural schema does not have are found, wherever they are")
{
    CHECK(unknown_fields_of<widget>(manifest) == paths{"metadata.nmespace", "spec.replica",
                                                       "spec.ports.numbr", "spec.named.numbr",
                                                       "spec.template.other", "status.conditions.whatever"});
}

TEST_CASE("a schema that preserves unknown fields has every member, and metadata is that of all objects")
{
    CHECK(unknown_fields_of<widget>(manifest, {"example.io", "v1alpha1", "widgets", "Widget"}) ==
          paths{"metadata.nmespace"});
}

TEST_CASE("the error for a text without the definition, or without the version, says so")
{
    CHECK(refusal_of(manifest, {"example.io", "v2", "widgets", "Widget"}) ==
          "unknown_fields_of(): the manifest has no CustomResourceDefinition of widgets.example.io with a "
          "schema of "
          "version v2");
    CHECK(refusal_of(manifest, {"example.io", "v1", "gadgets", "Gadget"}).find("gadgets") !=
          std::string::npos);
    CHECK(refusal_of("kind: [", widgets).find("no manifest") != std::string::npos);
}

} // namespace unknown_fields_test
