// Tests what a user sees of the generated kinds: names, types, and absent members.

#include <coinformer/types/apps/v1/deployment.hpp>
#include <coinformer/types/core/v1/pod.hpp>
#include <coinformer/types/core/v1/secret.hpp>
#include <coinformer/types/resource/v1/resource_slice.hpp>

#include <coinformer/api/projection.hpp>
#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
namespace core = coinformer::types::core::v1;
namespace apps = coinformer::types::apps::v1;

namespace {

constexpr auto deployment_json =
    R"({"metadata":{"name":"web","namespace":"shop","generateName":"w-","uid":"u",
"resourceVersion":"7","labels":{"a":"b"},"annotations":{"c":"d"},"deletionGracePeriodSeconds":30,"ownerReferences":[
{"apiVersion":"v1","kind":"K","name":"n","uid":"x","blockOwnerDeletion":true}]},"spec":{"replicas":0,"selector":
{"matchLabels":{"a":"b"}},"strategy":{"rollingUpdate":{"maxSurge":"30%","maxUnavailable":1}},"template":{"spec":{"containers":[
{"name":"c","image":"i:1","livenessProbe":{"httpGet":{"port":80}},"stdin":true},{"name":"d"}]}}},"status":{"conditions":[
{"type":"Available","lastUpdateTime":"2024-05-01T12:00:00Z"}]}})";

// A user's own projection with generated parts.
struct template_alone {
    required<core::pod_template_spec> template_;
};
BOOST_DESCRIBE_STRUCT(template_alone, (), (template_))
struct own_deployment {
    types::meta::v1::object_meta_summary metadata;
    std::optional<template_alone> spec;
    key<"status", apps::deployment_status> now;
};
BOOST_DESCRIBE_STRUCT(own_deployment, (), (metadata, spec, now))

} // namespace

TEST_CASE("generated structs are members of one's own projections")
{
    auto const o = decode_object<own_deployment>(deployment_json);
    CHECK(o->metadata.name == "web");
    CHECK(o->spec->template_->spec.containers[1].name == "d");
    CHECK(o->now->conditions.front().type == "Available");
    CHECK_THROWS_AS(decode_object<own_deployment>(R"({"metadata":{"name":"a"},"spec":{}})"), api_error);
}

TEST_CASE(
    "fields are those of the API: absent differs from 0 if it does in the API, and structs may be absent")
{
    auto const o = decode_object<apps::deployment>(deployment_json);
    CHECK(o->metadata.generateName == "w-");
    CHECK(o->metadata.deletionGracePeriodSeconds == 30);
    CHECK(o->metadata.ownerReferences.front().blockOwnerDeletion);
    CHECK(o->spec.replicas == 0);
    CHECK_FALSE(o->spec.revisionHistoryLimit);
    CHECK(o->spec.minReadySeconds == 0);
    CHECK(o->spec.selector.matchLabels.find("a") == "b");
    REQUIRE(o->spec.strategy.rollingUpdate);
    CHECK(*o->spec.strategy.rollingUpdate->maxSurge == "30%");
    CHECK(*o->spec.strategy.rollingUpdate->maxUnavailable == 1);
    auto const& containers = o->spec.template_.spec.containers;
    REQUIRE(containers.size() == 2);
    CHECK(containers[0].livenessProbe->httpGet->port == 80);
    CHECK(containers[0].stdin_);
    CHECK_FALSE(containers[1].livenessProbe);
    CHECK_FALSE(containers[1].lifecycle.has_value());
    CHECK(o->status.conditions[0].lastUpdateTime);
    CHECK_FALSE(o->status.conditions[0].lastTransitionTime);
    CHECK(apps::deployments == resource_of<apps::deployment>);
    CHECK(to_string(resource_of<apps::deployment_summary>) == "deployments.apps");
}

TEST_CASE("a summary has what kubectl shows, without annotations and specs, and takes little memory")
{
    auto const full = decode_object<apps::deployment>(deployment_json);
    auto const o = decode_object<apps::deployment_summary>(deployment_json);
    CHECK(o->metadata.labels.find("a") == "b");
    CHECK(o->spec.replicas == 0);
    CHECK(o->spec.template_.spec.containers[0].image == "i:1");
    CHECK(o->status.readyReplicas == 0);
    CHECK(o.size_bytes() < full.size_bytes() / 2);
}

TEST_CASE("the values of maps have their own types")
{
    auto const o =
        decode_object<types::resource::v1::resource_slice>(R"({"metadata":{"name":"s"},"spec":{"devices":[
{"name":"gpu-0","attributes":{"model":{"string":"x"},"index":{"int":7},"ok":{"bool":true}},"capacity":{"memory":{"value":"40Gi"}}}]}})");
    auto const& device = o->spec.devices.front();
    REQUIRE(device.attributes.size() == 3);
    CHECK(device.attributes.find("model")->string == "x");
    CHECK(device.attributes.find("index")->int_ == 7);
    CHECK(device.attributes.find("ok")->bool_ == true);
    CHECK(device.attributes.find("nothing") == nullptr);
    CHECK(device.capacity.find("memory")->value == "40Gi");
    try {
        decode_object<types::resource::v1::resource_slice>(
            R"({"metadata":{"name":"s"},"spec":{"devices":[{"attributes":{"a":{},"b":{"int":"x"}}}]}})");
        FAIL("the decoder took a string for a number");
    } catch (api_error const& e) {
        CHECK(std::string(e.what()).find("spec.devices[0].attributes[\"b\"].int") != std::string::npos);
    }
    auto const secret = decode_object<core::secret>(R"({"metadata":{"name":"s"},"data":{"k":"AAEC"}})");
    CHECK(secret->data.find("k") == "AAEC"); // base64
}
