#include "wire_world.hpp"

#include "testing/http/protobuf_body.hpp"

#include <boost/json/parse.hpp>

#include "catch.hpp"

#include <initializer_list>

using namespace coinformer;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;
namespace json = boost::json;

namespace {

std::string varint(std::uint64_t n)
{
    std::string out;
    for (; n >= 0x80; n >>= 7) out += static_cast<char>((n & 0x7f) | 0x80);
    return out += static_cast<char>(n);
}

std::string field(unsigned number, std::uint64_t value)
{
    return varint(number << 3) + varint(value);
}

std::string field(unsigned number, std::string const& bytes)
{
    return varint(number << 3 | 2) + varint(bytes.size()) + bytes;
}

std::string envelope(std::string const& version, std::string const& kind, std::string const& object)
{
    return std::string("k8s\0", 4) + field(1, field(1, version) + field(2, kind)) + field(2, object) +
           field(3, "") + field(4, "");
}

json::value decoded(std::string const& version, std::string const& kind, std::string const& object)
{
    return json::parse(json_of_protobuf(envelope(version, kind, object)));
}

std::string map_named(std::string const& name)
{
    // with the fields that Go writes although they are empty
    return field(1, field(1, name) + field(2, "") + field(8, std::string()));
}

constexpr std::string_view protobuf = "application/vnd.kubernetes.protobuf";

} // namespace

TEST_CASE("the protobuf objects of a typed client are read like their JSON")
{
    auto const entry = [](std::string const& k, std::string const& v) { return field(1, k) + field(2, v); };

    CHECK(
        decoded("v1", "ConfigMap",
                map_named("a") + field(2, entry("k", "v")) + field(2, entry("l", "")) +
                    field(3, entry("b", std::string("\xff\x00", 2))) + field(4, 0U)) ==
        json::parse(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"k":"v","l":""},
                          "binaryData":{"b":"/wA="},"immutable":false})"));
    auto const port = field(1, "") + field(3, 80U) + field(4, field(1, 1U) + field(2, 0U) + field(3, "http"));
    CHECK(decoded("v1", "Service",
                  map_named("s") + field(2, field(1, port) + field(13, 0U)) + field(3, field(1, ""))) ==
          json::parse(R"({"kind":"Service","apiVersion":"v1","metadata":{"name":"s"},
                          "spec":{"ports":[{"port":80,"targetPort":"http"}]}})"));
    CHECK(
        decoded("coordination.k8s.io/v1", "Lease",
                map_named("l") + field(2, field(1, "me") + field(2, 15U) +
                                              field(4, field(1, 1'700'000'000U) + field(2, 123'456'789U)))) ==
        json::parse(R"({"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"l"},
               "spec":{"holderIdentity":"me","leaseDurationSeconds":15,"renewTime":"2023-11-14T22:13:20.123456Z"}})"));
}

TEST_CASE("a deployment keeps an explicit 0, and the kind of a volume is a member beside its name")
{
    auto const volume = field(1, "v") + field(2, field(2, field(1, "")));
    auto const memory = field(1, "memory") + field(2, field(1, "1Gi"));
    auto const container = field(1, "c") + field(2, "image:1") + field(8, field(2, memory));
    auto const pod = map_named("") + field(2, field(1, volume) + field(2, container));

    auto const d = decoded("apps/v1", "Deployment", map_named("d") + field(2, field(1, 0U) + field(3, pod)));

    CHECK(d.at("spec").at("replicas") == 0);
    CHECK(d.at("spec").at("template").at("spec") == json::parse(R"({"volumes":[{"name":"v","emptyDir":{}}],
                          "containers":[{"name":"c","image":"image:1","resources":{"requests":{"memory":"1Gi"}}}]})"));
}

TEST_CASE("protobuf is accepted for an object and for the options of its deletion, and answered in JSON")
{
    wire_world world;
    raw_client client(world);
    auto const made =
        client.ask(request("POST", config_maps_path, protobuf, envelope("v1", "ConfigMap", map_named("a"))));
    auto const uid = [](std::string const& id) { return field(2, field(1, id)); };
    auto const a = std::string(config_maps_path) + "/a";

    auto const kept =
        client.ask(request("DELETE", a, protobuf, envelope("v1", "DeleteOptions", uid("other"))));
    auto const gone = client.ask(request("DELETE", a, protobuf, envelope("v1", "DeleteOptions", "")));

    CHECK(status_of(made) == 201);
    CHECK(json::parse(body_of(made)).at("metadata").at("name") == "a");
    CHECK(status_of(kept) == 409);
    CHECK(status_of(gone) == 200);
}

TEST_CASE("an unknown kind or field is refused, and so are bytes that are no protobuf")
{
    wire_world world({.token = "t"});
    raw_client client(world);
    auto const status = [&](std::string const& body) {
        auto text = request("POST", config_maps_path, protobuf, body);
        return status_of(client.ask(text.insert(text.find("\r\n") + 2, "Authorization: Bearer t\r\n")));
    };

    CHECK(status(envelope("v1", "ConfigMap", map_named("a") + field(99, "x"))) == 415);
    CHECK(status(envelope("events.k8s.io/v1", "Event", map_named("a"))) == 415);
    CHECK(status(envelope("example.io/v1", "Widget", "")) == 415);
    CHECK(status("{}") == 400);
    CHECK(status(envelope("v1", "ConfigMap", map_named("a")).substr(0, 30)) == 400);
    CHECK(status_of(client.ask(request("POST", config_maps_path, protobuf, "{}"))) == 401);
}

TEST_CASE("the refusal of unsupported protobuf says what is supported, and how to send JSON")
{
    wire_world world;
    raw_client client(world);
    auto const answer =
        client.ask(request("POST", config_maps_path, protobuf, envelope("batch/v1", "Job", map_named("a"))));
    REQUIRE(status_of(answer) == 415);
    std::string const why(json::parse(body_of(answer)).at("message").as_string());
    INFO(why);
    CHECK(why.find("(application/vnd.kubernetes.protobuf, of batch/v1 Job)") != why.npos);
    CHECK(why.find("reads v1 Namespace ConfigMap Secret ServiceAccount Service Event Pod, apps/v1 Deployment "
                   "ReplicaSet, "
                   "autoscaling/v1 Scale, coordination.k8s.io/v1 Lease.") != why.npos);
    CHECK(why.find("--dry-run=client -o yaml | kubectl create -f -") != why.npos);
    CHECK(why.find("ContentType: \"application/json\"") != why.npos);
}
