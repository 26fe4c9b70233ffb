// Values at the edge of what their notation allows.

#include "api/object/object_bytes.hpp"
#include "api/object/scalar.hpp"
#include "api/protobuf/names.hpp"
#include "api/protobuf/object_reader.hpp"
#include "api/stream/status.hpp"
#include "no_limit.hpp"
#include "proto_encoder.hpp"

#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/projection.hpp>

#include "catch.hpp"

#include <chrono>
#include <cstdint>
#include <limits>

using namespace coinformer;
using namespace coinformer::detail;
namespace pb = test::pb;

namespace {

struct limits_by_key {
    quantity cpu;
};
BOOST_DESCRIBE_STRUCT(limits_by_key, (), (cpu))
struct limited_resources {
    limits_by_key limits;
};
BOOST_DESCRIBE_STRUCT(limited_resources, (), (limits))
struct limited_container {
    limited_resources resources;
};
BOOST_DESCRIBE_STRUCT(limited_container, (), (resources))
struct limited_spec {
    list<limited_container> containers;
};
BOOST_DESCRIBE_STRUCT(limited_spec, (), (containers))
struct limited_pod {
    limited_spec spec;
};
BOOST_DESCRIBE_STRUCT(limited_pod, (), (spec))

struct started_status {
    timestamp startTime{};
};
BOOST_DESCRIBE_STRUCT(started_status, (), (startTime))
struct started_pod {
    started_status status;
};
BOOST_DESCRIBE_STRUCT(started_pod, (), (status))

struct exposed_port {
    int_or_string targetPort;
};
BOOST_DESCRIBE_STRUCT(exposed_port, (), (targetPort))
struct exposed_spec {
    list<exposed_port> ports;
};
BOOST_DESCRIBE_STRUCT(exposed_spec, (), (ports))
struct exposed_service {
    exposed_spec spec;
};
BOOST_DESCRIBE_STRUCT(exposed_service, (), (spec))

struct optional_text {
    std::optional<std::string> value;
};
BOOST_DESCRIBE_STRUCT(optional_text, (), (value))

struct numbered_value {
    std::int32_t number = 0;
};
BOOST_DESCRIBE_STRUCT(numbered_value, (), (number))
struct numbered_values {
    std::map<std::string, numbered_value> by_key;
    std::int32_t last = 0;
};
BOOST_DESCRIBE_STRUCT(numbered_values, (), (by_key, last))

struct values_by_key {
    std::map<std::string, std::vector<numbered_value>> lists;
    std::map<std::string, std::map<std::string, std::vector<std::int32_t>>> maps;
    std::map<std::string, std::optional<numbered_value>> options;
    std::map<std::string, element<"type", "Ready", numbered_value>> elements;
    std::int32_t last = 0;
};
BOOST_DESCRIBE_STRUCT(values_by_key, (), (lists, maps, options, elements, last))

struct long_waits {
    std::chrono::seconds whole{};
    std::chrono::hours coarse{};
    std::chrono::nanoseconds fine{};
    std::chrono::duration<std::int32_t> narrow{};
    std::chrono::duration<double> real{};
};
BOOST_DESCRIBE_STRUCT(long_waits, (), (whole, coarse, fine, narrow, real))
struct patient_toleration {
    std::optional<std::chrono::seconds> tolerationSeconds;
};
BOOST_DESCRIBE_STRUCT(patient_toleration, (), (tolerationSeconds))
struct patient_spec {
    list<patient_toleration> tolerations;
};
BOOST_DESCRIBE_STRUCT(patient_spec, (), (tolerations))
struct patient_pod {
    patient_spec spec;
};
BOOST_DESCRIBE_STRUCT(patient_pod, (), (spec))

template <class T>
proto_reader::outcome outcome_of(proto_message const& kind, std::string_view rest)
{
    std::string reason;
    auto const* const schema = proto_schema::find(*object_type_of<T>().fields, kind, reason);
    INFO(reason);
    REQUIRE(schema);
    proto_reader reader(object_type_of<T>(), *schema, no_limit);
    return reader.read(pb::bytes(1, pb::bytes(1, "web")) + std::string(rest));
}

template <class T>
proto_reader::outcome outcome_of_pod(std::string_view rest)
{
    return outcome_of<T>({"v1", "Pod"}, rest);
}

} // namespace

TEST_CASE("a duration may have a plus sign, and nanoseconds below a microsecond count for nothing")
{
    CHECK(parse_go_duration("+1h30m") == 5'400'000'000);
    CHECK(parse_go_duration("+0") == 0);
    CHECK(parse_go_duration("999ns") == 0);
    CHECK(parse_go_duration("-1us999ns") == -1);
    CHECK(!parse_go_duration("-+1s"));
    CHECK(!parse_go_duration("+"));
}

TEST_CASE("the first and the last second that RFC 3339 can say are times in protobuf, and their neighbours "
          "are not")
{
    auto const started = [](std::int64_t seconds) {
        return outcome_of_pod<started_pod>(pb::bytes(3, pb::bytes(7, pb::integer(1, seconds))));
    };
    constexpr std::int64_t first = -62'135'596'800, last = 253'402'300'799;
    CHECK(started(first) == proto_reader::outcome::object);
    CHECK(started(first - 1) == proto_reader::outcome::fault);
    CHECK(started(last) == proto_reader::outcome::object);
    CHECK(started(last + 1) == proto_reader::outcome::fault);
}

TEST_CASE("a damaged value in a map that is read as a struct makes its object a fault")
{
    auto const limited = [](std::string_view value) {
        auto const entry = pb::bytes(1, "cpu") + pb::bytes(2, value);
        auto const container = pb::bytes(8, pb::bytes(1, entry));
        return outcome_of_pod<limited_pod>(pb::bytes(2, pb::bytes(2, container)));
    };
    CHECK(limited(pb::bytes(1, "500m")) == proto_reader::outcome::object);
    CHECK(limited("\x0a\x7f") == proto_reader::outcome::fault); // longer than the bytes that there are
}

TEST_CASE("a damaged number or string makes its object a fault")
{
    auto const exposed = [](std::string_view target) {
        auto const port = pb::integer(3, 80) + pb::bytes(4, target);
        return outcome_of<exposed_service>({"v1", "Service"}, pb::bytes(2, pb::bytes(1, port)));
    };
    CHECK(exposed(pb::integer(1, 1) + pb::bytes(3, "http")) == proto_reader::outcome::object);
    CHECK(exposed(pb::integer(1, 1) + "\x1a\x7f") == proto_reader::outcome::fault); // longer than its bytes
}

TEST_CASE("messages that the table lacks have numbers of their own")
{
    auto const& gadget = proto_names::of({"example.io/v1", "Gadget"});
    auto const& gizmo = proto_names::of({"example.io/v1", "Gizmo"});
    CHECK(gadget.number() != gizmo.number());
    CHECK(&proto_names::numbered(gadget.number()) == &gadget);
    CHECK(&proto_names::numbered(gizmo.number()) == &gizmo);
}

TEST_CASE("fields of a refusal that come after its causes are not taken for those of the last cause")
{
    auto const answer = parse_status(R"({"kind":"Status","code":422,"details":{"causes":[
        {"reason":"FieldValueInvalid","message":"must be positive","field":"spec.replicas"}],
        "later":{"of-another-server":{"reason":"other","message":"other","field":"other"}}}})");

    REQUIRE(answer);
    REQUIRE(answer->status.causes.size() == 1);
    CHECK(answer->status.causes[0].reason == "FieldValueInvalid");
    CHECK(answer->status.causes[0].message == "must be positive");
    CHECK(answer->status.causes[0].field == "spec.replicas");
}

TEST_CASE("what an optional text allocates is part of its object's size, also if nothing else allocates")
{
    auto const size_with = [](std::size_t characters) {
        auto const object = decode_object<optional_text>(R"({"metadata":{"name":"a"},"value":")" +
                                                         std::string(characters, 'x') + R"("})");
        return object_bytes(object.ref());
    };
    CHECK(size_with(1'000) >= size_with(1) + 1'000);
}

TEST_CASE("of two structs with one key in a std::map the first counts, and what follows is read")
{
    auto const object = decode_object<numbered_values>(
        R"({"metadata":{"name":"n"},)"
        R"("by_key":{"a":{"number":1},"a":{"number":2},"b":{"number":3}},"last":4})");
    REQUIRE(object->by_key.size() == 2);
    CHECK(object->by_key.at("a").number == 1);
    CHECK(object->by_key.at("b").number == 3);
    CHECK(object->last == 4);
}

TEST_CASE(
    "of two values with one key in a std::map the first counts, whatever they are, and what follows is read")
{
    auto const object = decode_object<values_by_key>(
        R"({"metadata":{"name":"n"},)"
        R"("lists":{"a":[{"number":1}],"a":[{"number":2},null,{"number":3}],"b":[{"number":4}]},)"
        R"("maps":{"a":{"x":[1]},"a":{"x":[2,3],"y":null,"z":[]},"b":{"x":[4]}},)"
        R"("options":{"a":{"number":1},"a":{"number":2},"a":null,"b":{"number":3}},)"
        R"("elements":{"a":[{"type":"Ready","number":1}],"a":[{"type":"Other"},{"type":"Ready","number":2}],)"
        R"("a":[],"b":[{"type":"Ready","number":3}]},"last":5})");
    REQUIRE(object->lists.size() == 2);
    REQUIRE(object->lists.at("a").size() == 1);
    CHECK(object->lists.at("a")[0].number == 1);
    REQUIRE(object->lists.at("b").size() == 1);
    CHECK(object->lists.at("b")[0].number == 4);
    REQUIRE(object->maps.size() == 2);
    CHECK(object->maps.at("a") == std::map<std::string, std::vector<std::int32_t>>{{"x", {1}}});
    CHECK(object->maps.at("b") == std::map<std::string, std::vector<std::int32_t>>{{"x", {4}}});
    REQUIRE(object->options.size() == 2);
    CHECK(object->options.at("a")->number == 1);
    CHECK(object->options.at("b")->number == 3);
    REQUIRE(object->elements.size() == 2);
    CHECK(object->elements.at("a")->number == 1);
    CHECK(object->elements.at("b")->number == 3);
    CHECK(object->last == 5);
}

TEST_CASE("a number of seconds is read as it is, however many there are, from JSON as from protobuf")
{
    for (auto const seconds :
         {std::int64_t(9'223'372'036'854), std::int64_t(9'223'372'036'855),
          std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
        INFO(seconds);
        auto const plain = decode_object<patient_pod>(
            R"({"metadata":{"name":"web"},"spec":{"tolerations":[{"tolerationSeconds":)" +
            std::to_string(seconds) + "}]}}");
        CHECK(plain->spec.tolerations[0].tolerationSeconds == std::chrono::seconds(seconds));
        std::string reason;
        auto const* const schema =
            proto_schema::find(*object_type_of<patient_pod>().fields, {"v1", "Pod"}, reason);
        REQUIRE(schema);
        proto_reader reader(object_type_of<patient_pod>(), *schema, no_limit);
        REQUIRE(reader.read(pb::bytes(1, pb::bytes(1, "web")) +
                            pb::bytes(2, pb::bytes(22, pb::integer(5, seconds)))) ==
                proto_reader::outcome::object);
        object_ptr<patient_pod> const coded(reader.take());
        CHECK(coded->spec.tolerations[0].tolerationSeconds == std::chrono::seconds(seconds));
    }
}

TEST_CASE("a duration that is too long for its member is the longest that the member can say")
{
    auto const read = [](std::string const& member) {
        return decode_object<long_waits>(R"({"metadata":{"name":"n"},)" + member + "}");
    };
    CHECK(read(R"("whole":1e15)")->whole == std::chrono::seconds(1'000'000'000'000'000));
    CHECK(read(R"("whole":1e300)")->whole == std::chrono::seconds::max());
    CHECK(read(R"("whole":-1e300)")->whole == std::chrono::seconds::min());
    CHECK(read(R"("whole":"2562047h47m16.854775807s")")->whole == std::chrono::seconds(9'223'372'036));
    CHECK(read(R"("coarse":7200000000000000)")->coarse == std::chrono::hours(2'000'000'000'000));
    CHECK(read(R"("fine":1e15)")->fine == std::chrono::nanoseconds::max());
    CHECK(read(R"("fine":-1e15)")->fine == std::chrono::nanoseconds::min());
    CHECK(read(R"("narrow":1e15)")->narrow.count() == std::numeric_limits<std::int32_t>::max());
    CHECK(read(R"("real":1e15)")->real.count() == 1e15);
}
