#include "api/protobuf/object_reader.hpp"
#include "pod.hpp"
#include "proto_encoder.hpp"

#include <coinformer/api/projection.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe.hpp>

#include "catch.hpp"

using namespace coinformer;
namespace json = boost::json;

namespace {

struct whole_copy {
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(whole_copy, (), (all))

struct whole_spec {
    text nodeName;
};
struct whole_and_more {
    whole_spec spec;
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(whole_spec, (), (nodeName))
BOOST_DESCRIBE_STRUCT(whole_and_more, (), (spec, all))

struct part {
    whole_object all;
};
struct with_part {
    part spec;
};
BOOST_DESCRIBE_STRUCT(part, (), (all))
BOOST_DESCRIBE_STRUCT(with_part, (), (spec))

template <class T>
std::string reason_for_whole(detail::proto_message const& message)
{
    std::string reason;
    detail::proto_schema::find(*detail::object_type_of<T>().fields, message, reason);
    return reason;
}

template <class T>
object_ptr<T> from_bytes(std::string_view message, detail::proto_message const& kind)
{
    std::string reason;
    auto const* const fields = detail::proto_schema::find(*detail::object_type_of<T>().fields, kind, reason);
    INFO(reason);
    REQUIRE(fields);
    detail::proto_reader reader(detail::object_type_of<T>(), *fields, 1 << 20);
    REQUIRE(reader.read(message) == detail::proto_reader::outcome::object);
    return object_ptr<T>(reader.take());
}

// Checks that each JSON pointer leads to the same value in both objects, and so does a pointer to a missing
// member beside it.
void check_same_value(whole_object const& a, whole_object const& b, json::value const& there,
                      std::string const& pointer)
{
    INFO(pointer);
    CHECK(json::parse(a.json_at(pointer)) == there);
    CHECK(json::parse(b.json_at(pointer)) == there);
    if (!there.is_object() && !there.is_array()) CHECK(a.text_at(pointer) == b.text_at(pointer));
    for (auto const* beyond : {"/nowhere", "/99", "/"}) {
        INFO(beyond);
        CHECK(a.json_at(pointer + beyond).empty() == b.json_at(pointer + beyond).empty());
    }
    if (auto const* o = there.if_object())
        for (auto const& [key, value] : *o) {
            std::string step;
            for (auto const c : std::string_view(key))
                step += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
            check_same_value(a, b, value, pointer + '/' + step);
        }
    if (auto const* l = there.if_array())
        for (std::size_t i = 0; i != l->size(); ++i)
            check_same_value(a, b, (*l)[i], pointer + '/' + std::to_string(i));
}

void check_forms(std::string const& text, detail::proto_message const& kind)
{
    INFO(text);
    auto document = json::parse(text);
    auto const protobuf = from_bytes<whole_copy>(test::proto_of(document, kind), kind);
    auto const plain = decode_object<whole_copy>(text);
    document.as_object()["metadata"].as_object().erase("managedFields");
    check_same_value(plain->all, protobuf->all, document, "");
}

std::string with_rest(std::string_view rest)
{
    return R"({"metadata":{"name":"web","namespace":"shop","uid":"u","resourceVersion":"7"},)" +
           std::string(rest) + "}";
}

std::string const managed =
    R"("managedFields":[{"manager":"m","time":"2024-05-01T12:00:00Z","fieldsV1":{"f:spec":{}}},{"manager":"n"}])";

} // namespace

TEST_CASE("a whole object reads the same from JSON and from protobuf, without managedFields")
{
    check_forms(
        R"({"metadata":{"name":"web-1","generateName":"web-","namespace":"shop","uid":"u-1","resourceVersion":)"
        R"("1234","generation":3,"creationTimestamp":"2024-05-01T12:00:00Z","labels":{"app":"web","a/b~c":"e"},)"
        R"("annotations":{"a":"\"x\"\n"},"finalizers":["a/b","c"],)" +
            managed +
            R"(},"spec":{"volumes":[{"name":"v"},{"name":"big","emptyDir":{"sizeLimit":"1Gi"}}],"containers":)"
            R"([{"name":"c","image":"i:1","args":["-v"],"ports":[{"containerPort":80,"protocol":"TCP"}],"env":)"
            R"([{"name":"A","value":"1"},{"name":"B","valueFrom":{"secretKeyRef":{"name":"s","key":"k"}}}],)"
            R"("resources":{"limits":{"cpu":"500m","memory":"1Gi"}},"livenessProbe":{"httpGet":{"port":"http",)"
            R"("path":"/"},"periodSeconds":10}},{"name":"d","resources":{},"livenessProbe":{"httpGet":{"port":)"
            R"(8080}}}],"nodeName":"n1","terminationGracePeriodSeconds":0,"hostNetwork":true,"securityContext":)"
            R"({"supplementalGroups":[1,-2,3000000000],"runAsUser":0}},"status":{"phase":"Running","conditions":)"
            R"([{"type":"Ready","status":"True","lastProbeTime":null,"lastTransitionTime":)"
            R"("2024-05-01T12:00:05Z"}],"startTime":"2024-05-01T12:00:01Z"}})",
        {"v1", "Pod"});
    check_forms(with_rest(R"("data":{"a":"","b":"YQ==","c":"YWI="},"type":"Opaque","immutable":false)"),
                {"v1", "Secret"});
    check_forms(with_rest(R"("spec":{"renewTime":"2024-02-29T23:59:59.000001Z","leaseDurationSeconds":15})"),
                {"coordination.k8s.io/v1", "Lease"});
    check_forms(
        with_rest(
            R"("spec":{"ports":[{"port":80,"targetPort":"http"},{"port":1,"targetPort":-5}]},"status":{})"),
        {"v1", "Service"});
    check_forms(with_rest(R"("data":{"spec":[1,"x",{"a/b":null}]},"revision":3)"),
                {"apps/v1", "ControllerRevision"});
    check_forms(
        with_rest(
            R"("spec":{"rules":[{"host":"h","http":{"paths":[{"path":"/","pathType":"Prefix","backend":{}}]}},)"
            R"({"host":"only"}]},"status":{})"),
        {"networking.k8s.io/v1", "Ingress"}); // "http" is a member of an inlined message
}

TEST_CASE("a projection may declare members beside the whole object")
{
    auto const text =
        R"({"metadata":{"name":"web",)" + managed + R"(},"spec":{"nodeName":"n1","hostname":"h"}})";
    detail::proto_message const pod{"v1", "Pod"};
    auto const protobuf = from_bytes<whole_and_more>(test::proto_of(json::parse(text), pod), pod);
    auto const plain = decode_object<whole_and_more>(text);
    for (auto const& o : {protobuf, plain}) {
        CHECK(o->spec.nodeName == "n1");
        CHECK(o->all.text_at("/spec/hostname") == "h");
        CHECK(o->all.text_at("/metadata/name") == "web");
        CHECK(o->all.json_at("/metadata/name") == R"("web")");
        CHECK(o->all.json_at("/metadata/managedFields").empty());
        CHECK_THROWS_AS(o->all.text_at("spec"), api_error);
    }
    CHECK(protobuf->all.size_bytes() < plain->all.size_bytes());
}

TEST_CASE("fields of another version of Kubernetes are skipped, and bytes that are no protobuf are an error")
{
    namespace pb = test::pb;
    detail::proto_message const pod{"v1", "Pod"};
    auto const meta = pb::bytes(1, pb::bytes(1, "web"));
    auto const newer =
        from_bytes<whole_copy>(meta + pb::bytes(2, pb::integer(999, 1) + pb::bytes(10, "n1")), pod);
    CHECK(newer->all.text_at("/spec/nodeName") == "n1");
    CHECK(newer->all.json_at("") == R"({"metadata":{"name":"web"},"spec":{"nodeName":"n1"}})");

    auto const torn = from_bytes<whole_copy>(meta + pb::bytes(2, "\x52\x7f"), pod);
    CHECK(torn->all.text_at("/metadata/name") == "web");
    CHECK_THROWS_AS(torn->all.text_at("/spec/nodeName"), api_error);
    CHECK_THROWS_AS(torn->all.json_at(""), api_error);
}

TEST_CASE(
    "a field of a whole object in another form than that of its type is an error, and no other field's value")
{
    namespace pb = test::pb;
    detail::proto_message const pod{"v1", "Pod"};
    auto const with_spec = [&](std::string const& spec) {
        return from_bytes<whole_copy>(pb::bytes(1, pb::bytes(1, "web")) + pb::bytes(2, spec), pod);
    };
    auto const code_at = [](object_ptr<whole_copy> const& o, std::string const& pointer) {
        try {
            (void)o->all.json_at(pointer);
        } catch (api_error const& e) {
            return e.code();
        }
        return error_code();
    };
    auto const other = pb::bytes(16, "other"); // spec.hostname
    auto const text = with_spec(other + pb::integer(10, 5)),
               number = with_spec(pb::integer(5, 7) + pb::bytes(11, "x")),
               map = with_spec(other + pb::integer(7, 5)), list = with_spec(other + pb::integer(2, 5));
    for (auto const& [o, pointer] :
         {std::pair(text, "/spec/nodeName"), std::pair(number, "/spec/hostNetwork"),
          std::pair(map, "/spec/nodeSelector/a"), std::pair(list, "/spec/containers/0")}) {
        INFO(pointer);
        CHECK(code_at(o, pointer) == errc::malformed_protobuf);
        CHECK(code_at(o, "") == errc::malformed_protobuf);
        CHECK(code_at(o, "/metadata/name") == error_code());
    }
    CHECK_THROWS_AS(text->all.text_at("/spec/nodeName"), api_error);
    // A key and a value of an entry count only in their forms, as for a projection.
    auto const entry = with_spec(pb::bytes(7, pb::bytes(1, "a") + pb::integer(2, 5)));
    CHECK(entry->all.text_at("/spec/nodeSelector/a").empty());
    CHECK(entry->all.json_at("/spec") == R"({"nodeSelector":{"a":""}})");
}

TEST_CASE("managedFields are left out of a whole object also if its metadata is not the first field")
{
    namespace pb = test::pb;
    detail::proto_message const pod{"v1", "Pod"};
    auto const metadata = test::proto_of(
        json::parse(R"({"metadata":{"name":"web","labels":{"app":"x"},)" + managed + "}}"), pod);
    auto const spec = pb::bytes(2, pb::bytes(10, "n1")), status = pb::bytes(3, pb::bytes(1, "Running"));
    for (auto const& message :
         {metadata + spec + status, spec + metadata + status, spec + status + metadata}) {
        auto const o = from_bytes<whole_copy>(message, pod);
        CHECK(o->all.json_at("/metadata") == R"({"name":"web","labels":{"app":"x"}})");
        CHECK(o->all.text_at("/metadata/labels/app") == "x");
        CHECK(o->all.text_at("/spec/nodeName") == "n1");
        CHECK(o->all.text_at("/status/phase") == "Running");
    }
}

TEST_CASE("a pointer with an escape that RFC 6901 does not know leads nowhere")
{
    auto const text =
        R"({"metadata":{"name":"web","labels":{"x~":"1"}},"spec":{"nodeSelector":{"x~":"2"},"hostname":")" +
        std::string(2'000, 'h') + "\"}}"; // the length gives it an index
    detail::proto_message const pod{"v1", "Pod"};
    auto const protobuf = from_bytes<whole_copy>(test::proto_of(json::parse(text), pod), pod);
    auto const plain = decode_object<whole_copy>(text);
    for (auto const& o : {protobuf, plain}) {
        CHECK(o->all.text_at("/metadata/labels/x~0") == "1");
        CHECK(o->all.text_at("/spec/nodeSelector/x~0") == "2");
        for (auto const* wrong : {"/metadata/labels/x~", "/metadata/labels/x~2", "/spec/nodeSelector/x~",
                                  "/spec/nodeSelector/x~b", "/spec/~2", "/~"}) {
            INFO(wrong);
            CHECK(o->all.json_at(wrong).empty());
        }
    }
}

TEST_CASE("a client asks for JSON if protobuf cannot be printed as JSON, or if only a part is kept")
{
    CHECK(reason_for_whole<whole_copy>({"v1", "Pod"}).empty());
    CHECK_FALSE(
        reason_for_whole<whole_copy>({"certificates.k8s.io/v1", "CertificateSigningRequest"}).empty());
    CHECK(reason_for_whole<with_part>({"v1", "Pod"}).find("all") != std::string::npos);
}

namespace {

struct field_manager {
    text manager;
};
struct managed_metadata {
    coinformer::list<field_manager> managedFields;
};
struct managed_copy {
    managed_metadata metadata;
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(field_manager, (), (manager))
BOOST_DESCRIBE_STRUCT(managed_metadata, (), (managedFields))
BOOST_DESCRIBE_STRUCT(managed_copy, (), (metadata, all))

struct managed_json_metadata {
    raw_json managedFields;
};
struct managed_json_copy {
    managed_json_metadata metadata;
    whole_object all;
};
BOOST_DESCRIBE_STRUCT(managed_json_metadata, (), (managedFields))
BOOST_DESCRIBE_STRUCT(managed_json_copy, (), (metadata, all))

} // namespace

TEST_CASE("managedFields that a projection declares are the same from JSON and from protobuf")
{
    auto const text = R"({"metadata":{"name":"web",)" + managed + R"(,"uid":"u"},"spec":{"nodeName":"n1"}})";
    detail::proto_message const pod{"v1", "Pod"};
    auto const protobuf = from_bytes<managed_copy>(test::proto_of(json::parse(text), pod), pod);
    auto const plain = decode_object<managed_copy>(text);
    for (auto const& o : {protobuf, plain}) {
        REQUIRE(o->metadata.managedFields.size() == 2);
        CHECK(o->metadata.managedFields[0].manager == "m");
        CHECK(o->metadata.managedFields[1].manager == "n");
        CHECK(o->all.json_at("/metadata/managedFields").empty());
        CHECK(o->all.text_at("/spec/nodeName") == "n1");
    }
}

TEST_CASE("a client asks for JSON if a projection keeps a whole object and managedFields as JSON")
{
    auto const reason = reason_for_whole<managed_json_copy>({"v1", "Pod"});
    CHECK(reason == "metadata.managedFields: protobuf has another type");
    CHECK(reason_for_whole<managed_copy>({"v1", "Pod"}).empty());
}
