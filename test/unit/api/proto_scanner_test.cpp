#include "full_pod.hpp"
#include "no_limit.hpp"
#include "proto_encoder.hpp"

#include "api/json/object_reader.hpp"
#include "api/protobuf/object_reader.hpp"

#include <coinformer/core/random.hpp>

#include "catch.hpp"
#include "rounds.hpp"

// The scanner must read from protobuf the values that the JSON of the same object gives.

using namespace coinformer;
using namespace coinformer::detail;
namespace json = boost::json;
namespace pb = test::pb;
using test::show_object;
namespace full = test::full;

namespace {

constexpr detail::proto_message scanned_pod_message{"v1", "Pod"};
template <class T>
detail::proto_schema const& schema_for(detail::proto_message const& message)
{
    std::string reason;
    auto const* found = detail::proto_schema::find(*detail::object_type_of<T>().fields, message, reason);
    INFO(reason);
    REQUIRE(found);
    return *found;
}

template <class T>
std::string scanned_proto(std::string_view message, detail::proto_message const& kind,
                          known_objects const* known = nullptr)
{
    detail::proto_reader reader(detail::object_type_of<T>(), schema_for<T>(kind), no_limit, known);
    if (reader.read(message) == detail::proto_reader::outcome::object) return show_object<T>(reader.take());
    reader.fail(reader.fault(), message);
    return std::string(make_error_code(reader.fault().code).message()) + ": " + reader.fault().message();
}

template <class T>
std::string from_json(std::string_view text)
{
    try {
        return show_object<T>(detail::decode_object(detail::object_type_of<T>(), text));
    } catch (api_error const& e) {
        return e.what();
    }
}

template <class T>
void check_same_message(std::string_view text, detail::proto_message const& kind)
{
    INFO(text);
    CHECK(scanned_proto<T>(test::proto_of(json::parse(text), kind), kind) == from_json<T>(text));
}

std::string with_fields(std::string_view more)
{
    return R"({"metadata":{"name":"web","namespace":"shop","uid":"u","resourceVersion":"7"},)" +
           std::string(more) + "}";
}

template <class T>
std::string reason_for(detail::proto_message const& kind)
{
    std::string reason;
    auto const* found = detail::proto_schema::find(*detail::object_type_of<T>().fields, kind, reason);
    CHECK((found == nullptr) == !reason.empty());
    return reason;
}

constexpr std::string_view rich_pod =
    R"({"metadata":{"name":"web-1","generateName":"web-","namespace":"shop","uid":"u-1",
"resourceVersion":"1234","generation":3,"creationTimestamp":"2024-05-01T12:00:00Z","deletionTimestamp":
"2024-05-02T00:00:01Z","labels":{"app":"web","":"e","empty":""},"annotations":{"a":"\"x\"\n"},"ownerReferences":[
{"kind":"ReplicaSet","name":"web","uid":"r","apiVersion":"apps/v1","controller":true},{"kind":"X","name":"","uid":"",
"apiVersion":"v1"}],"finalizers":["a/b",""],"managedFields":[{"manager":"m","time":"2024-05-01T12:00:00Z","fieldsV1":
{"f:spec":{}}}]},"spec":{"volumes":[{"name":"v"},{"name":"tmp","emptyDir":{}},{"name":"big","emptyDir":{"sizeLimit":
"1Gi"}}],"containers":[{"name":"c","image":"i:1","args":["-v",""],"ports":[{"containerPort":80,"protocol":"TCP"},
{"containerPort":0,"hostPort":8080}],"env":[{"name":"A","value":"1"},{"name":"B","valueFrom":{"secretKeyRef":{"name":
"s","key":""}}}],"resources":{"limits":{"cpu":"500m","memory":"1Gi"},"requests":{"cpu":"1"}},"livenessProbe":{"httpGet":
{"port":"http","path":"/"},"periodSeconds":10},"tty":true},{"name":"d","resources":{},"livenessProbe":{"httpGet":
{"port":8080}}}],"nodeName":"n1","serviceAccount":"default","terminationGracePeriodSeconds":0,"hostNetwork":true,
"nodeSelector":{"disk":"ssd"},"securityContext":{"supplementalGroups":[1,-2,3000000000],"runAsUser":0}},"status":{
"phase":"Running","podIP":"10.0.0.1","podIPs":[{"ip":"10.0.0.1"},{"ip":"fd00::1"}],"hostIP":"1.2.3.4","conditions":[
{"type":"Ready","status":"True","lastProbeTime":null,"lastTransitionTime":"2024-05-01T12:00:05Z"},{"type":"X","status":
"","lastProbeTime":"1969-12-31T23:59:59Z"}],"startTime":"2024-05-01T12:00:01Z"}})";

} // namespace

TEST_CASE("every kind of field reads like in the JSON of the same object")
{
    check_same_message<full::pod>(rich_pod, scanned_pod_message);
    check_same_message<object_metadata>(rich_pod, detail::metadata_message);
    auto const shown = from_json<full::pod>(rich_pod);
    // the reference has this member, so that the comparison means something
    CHECK(shown.find("emptyDir=some (sizeLimit=some \"1Gi\"") != shown.npos);
    CHECK(shown.find("supplementalGroups=[1,-2,3000000000,]") != shown.npos);
}

TEST_CASE("a zero that JSON leaves out is absent in protobuf, too; a zero that JSON writes is present")
{
    check_same_message<full::pod>(with_fields(R"("spec":{"containers":[{"name":""}]})"), scanned_pod_message);
    check_same_message<full::pod>(with_fields(R"("spec":{"terminationGracePeriodSeconds":0})"),
                                  scanned_pod_message);
    check_same_message<full::pod>(
        with_fields(R"("spec":{"containers":[{"name":"c","stdin":true,"ports":[{"containerPort":0}]}]})"),
        scanned_pod_message);

    // The test's encoder writes the zeros of absent members, as Go does.
    auto const bytes = test::proto_of(json::parse(with_fields(R"("spec":{"containers":[{"name":"c"}]})")),
                                      scanned_pod_message);
    CHECK(bytes.find(pb::bytes(10, "") + pb::integer(11, 0)) != bytes.npos);
    auto const shown = scanned_proto<full::pod>(bytes, scanned_pod_message);
    CHECK(shown.find("nodeName=none") != shown.npos);
    CHECK(shown.find("stdin_=none") != shown.npos);
    CHECK(shown.find("phase=\"Unknown\"") != shown.npos);
}

namespace {

struct required_spec {
    required<text> nodeName;
    required<std::int64_t> terminationGracePeriodSeconds;
};
BOOST_DESCRIBE_STRUCT(required_spec, (), (nodeName, terminationGracePeriodSeconds))
struct required_pod {
    required_spec spec;
};
BOOST_DESCRIBE_STRUCT(required_pod, (), (spec))

struct narrow_spec {
    std::int8_t priority = 0;
    std::uint16_t activeDeadlineSeconds = 0;
    double terminationGracePeriodSeconds = 0;
};
BOOST_DESCRIBE_STRUCT(narrow_spec, (), (priority, activeDeadlineSeconds, terminationGracePeriodSeconds))
struct narrow_pod {
    narrow_spec spec;
};
BOOST_DESCRIBE_STRUCT(narrow_pod, (), (spec))

template <class T>
std::string fault_of(std::string_view text)
{
    return scanned_proto<T>(test::proto_of(json::parse(text), scanned_pod_message), scanned_pod_message);
}

} // namespace

TEST_CASE("a declaration refuses the same values in protobuf as in JSON, in the same words")
{
    CHECK(fault_of<required_pod>(with_fields(R"("spec":{"terminationGracePeriodSeconds":0})")) ==
          "required field is missing: shop/web: spec.nodeName: expected a value, found nothing");
    CHECK(fault_of<required_pod>(with_fields(R"("spec":{"nodeName":"n"})")) ==
          "required field is missing: shop/web: spec.terminationGracePeriodSeconds: expected a value, found "
          "nothing");
    CHECK(fault_of<narrow_pod>(with_fields(R"("spec":{"priority":128})")) ==
          "number does not fit the declared type: shop/web: spec.priority: expected integer in [-128, 127], "
          "found "
          "number 128");
    CHECK(fault_of<narrow_pod>(with_fields(R"("spec":{"priority":-129})")).find("found number -129") !=
          std::string::npos);
    CHECK(fault_of<narrow_pod>(with_fields(R"("spec":{"activeDeadlineSeconds":-1})")).find("[0, 65535]") !=
          std::string::npos);
    for (auto const* edge : {"127", "-128"})
        check_same_message<narrow_pod>(with_fields(R"("spec":{"priority":)" + std::string(edge) + "}"),
                                       scanned_pod_message);
    check_same_message<narrow_pod>(
        with_fields(R"("spec":{"activeDeadlineSeconds":65535,"terminationGracePeriodSeconds":30})"),
        scanned_pod_message);
    CHECK(scanned_proto<object_metadata>("", detail::metadata_message) ==
          "required field is missing: object without a known name: metadata.name: expected a name, found "
          "nothing");
}

namespace {

struct secret_data {
    coinformer::labels data;
    std::optional<text> type;
    std::optional<bool> immutable;
};
BOOST_DESCRIBE_STRUCT(secret_data, (), (data, type, immutable))

struct lease_spec {
    std::optional<micro_timestamp> renewTime;
    text acquireTime;
    std::optional<std::int32_t> leaseDurationSeconds;
};
BOOST_DESCRIBE_STRUCT(lease_spec, (), (renewTime, acquireTime, leaseDurationSeconds))
struct lease {
    lease_spec spec;
};
BOOST_DESCRIBE_STRUCT(lease, (), (spec))

struct service_port {
    int_or_string targetPort;
    std::int32_t port = 0;
};
BOOST_DESCRIBE_STRUCT(service_port, (), (targetPort, port))
struct service_spec {
    list<service_port> ports;
    text clusterIP;
    list<text> clusterIPs;
    std::vector<std::string> externalIPs;
};
BOOST_DESCRIBE_STRUCT(service_spec, (), (ports, clusterIP, clusterIPs, externalIPs))
struct service {
    service_spec spec;
};
BOOST_DESCRIBE_STRUCT(service, (), (spec))

struct revision {
    raw_json data;
    std::int64_t revision_ = 0;
};
BOOST_DESCRIBE_STRUCT(revision, (), (data, revision_))

struct budget_status {
    std::map<std::string, timestamp> disruptedPods;
};
BOOST_DESCRIBE_STRUCT(budget_status, (), (disruptedPods))
struct budget {
    budget_status status;
};
BOOST_DESCRIBE_STRUCT(budget, (), (status))

} // namespace

TEST_CASE("bytes, times, names and numbers that JSON writes in a special form read the same from protobuf")
{
    check_same_message<secret_data>(
        with_fields(
            R"("data":{"a":"","b":"YQ==","c":"YWI=","d":"YWJj","e":"/+8="},"type":"Opaque","immutable":false)"),
        {"v1", "Secret"});
    check_same_message<secret_data>(with_fields(R"("data":{})"), {"v1", "Secret"});
    check_same_message<lease>(
        with_fields(
            R"("spec":{"renewTime":"2024-02-29T23:59:59.000001Z","acquireTime":"1999-12-31T00:00:00.123456Z",)"
            R"("leaseDurationSeconds":15})"),
        {"coordination.k8s.io/v1", "Lease"});
    check_same_message<service>(
        with_fields(
            R"("spec":{"ports":[{"port":80,"targetPort":"http"},{"port":1,"targetPort":-5},{"port":2,"targetPort":0}],)"
            R"("clusterIP":"None","clusterIPs":["None"],"externalIPs":["1.1.1.1",""]})"),
        {"v1", "Service"});
    check_same_message<revision>(with_fields(R"("data":{"spec":[1,"x"]},"revision":3)"),
                                 {"apps/v1", "ControllerRevision"});
    check_same_message<budget>(
        with_fields(R"("status":{"disruptedPods":{"p":"2024-05-01T12:00:00Z","q":null}})"),
        {"policy/v1", "PodDisruptionBudget"});

    auto const meta = pb::bytes(1, pb::bytes(1, "n"));
    // in JSON a Time has no fractions
    auto const time = pb::bytes(7, pb::integer(1, 10) + pb::integer(2, 999'999'999));
    CHECK(scanned_proto<full::pod>(meta + pb::bytes(3, time), scanned_pod_message)
              .find("startTime=some 10000000 ") != std::string::npos);
    auto const never = pb::bytes(7, pb::integer(1, std::int64_t(1) << 60));
    CHECK(scanned_proto<full::pod>(meta + pb::bytes(3, never), scanned_pod_message)
              .find("status.startTime: expected time between") != std::string::npos);
    CHECK(scanned_proto<full::pod>(meta + pb::bytes(3, pb::bytes(7, "")), scanned_pod_message)
              .find("startTime=none") != std::string::npos); // Go's zero time
}

namespace {

struct unknown_spec {
    text nodeNames;
};
BOOST_DESCRIBE_STRUCT(unknown_spec, (), (nodeNames))
struct misspelt_field {
    unknown_spec spec;
};
BOOST_DESCRIBE_STRUCT(misspelt_field, (), (spec))
struct other_spec {
    list<text> containers;
};
BOOST_DESCRIBE_STRUCT(other_spec, (), (containers))
struct other_type {
    other_spec spec;
};
BOOST_DESCRIBE_STRUCT(other_type, (), (spec))
struct raw_spec {
    raw_json spec;
};
BOOST_DESCRIBE_STRUCT(raw_spec, (), (spec))
struct whole {
    whole_json all;
};
BOOST_DESCRIBE_STRUCT(whole, (), (all))
struct kinded {
    text kind;
};
BOOST_DESCRIBE_STRUCT(kinded, (), (kind))

} // namespace

TEST_CASE("a projection that protobuf cannot give has a reason that names the member")
{
    CHECK(reason_for<full::pod>(scanned_pod_message).empty());
    CHECK(reason_for<misspelt_field>(scanned_pod_message) == "spec.nodeNames: no such field in PodSpec");
    CHECK(reason_for<other_type>(scanned_pod_message) == "spec.containers: protobuf has another type");
    CHECK(reason_for<raw_spec>(scanned_pod_message) == "spec: protobuf has another type");
    CHECK(reason_for<whole>(scanned_pod_message) == "all: protobuf has no JSON to keep");
    CHECK(reason_for<kinded>(scanned_pod_message) == "kind: no such field in Pod");
}

TEST_CASE("undeclared fields are skipped, whatever their form")
{
    auto const meta = pb::bytes(1, pb::bytes(1, "n") + pb::integer(99, -1) + pb::bytes(5, "u"));
    // field 50
    std::string const fixed = "\x91\x03" + std::string(8, '\xff') + "\x95\x03" + std::string(4, '\xff');
    CHECK(scanned_proto<object_metadata>(fixed + meta + pb::bytes(77, "x"), scanned_pod_message)
              .starts_with("n u "));
}

TEST_CASE("bytes that are not protobuf, and lists in several parts, are faults of that one object")
{
    auto const meta = pb::bytes(1, pb::bytes(1, "n") + pb::bytes(3, "ns"));
    auto const says_malformed = [&](std::string const& spec) {
        auto const said = scanned_proto<full::pod>(meta + spec, scanned_pod_message);
        INFO(said);
        return said.starts_with("malformed protobuf: ns/n");
    };
    CHECK(says_malformed(pb::integer(2, 5)));                         // a number in place of an object
    CHECK(says_malformed(pb::bytes(2, pb::integer(10, 5))));          // a number in place of a string
    CHECK(says_malformed(pb::bytes(2, "\x52\x7f")));                  // longer than the bytes that follow
    CHECK(says_malformed("\x12"));                                    // nothing after the tag
    CHECK(says_malformed(pb::bytes(2, "\x53")));                      // a group
    CHECK(says_malformed(pb::bytes(2, std::string("\x02\x01a", 3)))); // field 0
    CHECK(says_malformed(pb::bytes(2, std::string(11, '\xff'))));     // a number without an end
    CHECK(says_malformed(pb::bytes(2, pb::bytes(10, "a") + pb::bytes(10, "b")))); // the field occurs twice
    // a list in two parts
    CHECK(says_malformed(pb::bytes(2, pb::bytes(1, "") + pb::bytes(10, "a") + pb::bytes(1, ""))));
    CHECK(scanned_proto<full::pod>(meta + pb::bytes(2, pb::bytes(2, "\x0a")), scanned_pod_message) ==
          "malformed protobuf: ns/n: spec.containers[0]: expected protobuf, found other bytes");
}

TEST_CASE(
    "an object that is cut anywhere, or changed at random, never makes the scanner read beyond its bytes")
{
    auto const message = test::proto_of(json::parse(rich_pod), scanned_pod_message);
    for (std::size_t n = 0; n < message.size(); ++n) {
        // a copy of exactly this size, so that the sanitizer sees a read beyond it
        std::string const cut(message, 0, n);
        scanned_proto<full::pod>({cut.data(), n}, scanned_pod_message);
    }
    random_source random(7);
    for (auto round = test::rounds(20'000); round != 0; --round) {
        auto changed = message;
        for (auto changes = 1 + random.below(4); changes != 0; --changes) {
            auto const at = random.below(changed.size());
            switch (random.below(4)) {
            case 0: changed[at] = static_cast<char>(random.below(256)); break;
            case 1: changed.erase(at, random.below(20)); break;
            case 2: changed.insert(at, changed.substr(random.below(changed.size()), random.below(20))); break;
            default: changed[at] = static_cast<char>(changed[at] ^ (1 << random.below(8))); break;
            }
            if (changed.empty()) changed = message;
        }
        std::unique_ptr<char[]> const exact(new char[changed.size()]);
        std::copy(changed.begin(), changed.end(), exact.get());
        scanned_proto<full::pod>({exact.get(), changed.size()}, scanned_pod_message);
    }
    SUCCEED();
}

namespace {

struct known_in_scan final : known_objects {
    detail::object_ref find(object_key key, std::string_view uid, std::string_view version) const override
    {
        return key.name == "web" && uid == "u" && version == "7" ? object : detail::object_ref();
    }
    detail::object_ref object;
};

} // namespace

TEST_CASE("an object that is cached at its version is not read further")
{
    known_in_scan known;
    known.object = detail::decode_object(detail::object_type_of<full::pod>(),
                                         with_fields(R"("spec":{"nodeName":"old"})"));
    auto const broken =
        test::proto_of(json::parse(with_fields(R"("spec":{})")), {"meta", "PartialObjectMetadata"}) +
        "\x12\x7f";
    CHECK(scanned_proto<full::pod>(broken, scanned_pod_message, &known).find("nodeName=some \"old\"") !=
          std::string::npos);
    CHECK(scanned_proto<full::pod>(broken, scanned_pod_message).starts_with("malformed protobuf"));
}
