#include "proto_encoder.hpp"
#include "show_object.hpp"

#include "api/protobuf/object_reader.hpp"

#include <coinformer/api/projection.hpp>

#include <boost/json/parse.hpp>

#include "catch.hpp"

// Tests parts of lists and maps: one element, or some keys. They must be the same from JSON and from
// protobuf.

using namespace coinformer;

namespace {

struct chosen_annotations {
    key<"prometheus.io/port", text> port;
    key<"bench/ts", std::optional<text>> stamp;
};
struct chosen_metadata {
    chosen_annotations annotations;
    coinformer::labels labels;
};
struct pod_condition {
    text status;
    text reason;
};
struct typed_condition {
    text status;
    text type; // after the other member, in memory
};
struct element_port {
    std::int32_t containerPort = 0;
    text protocol;
};
struct amounts {
    quantity cpu;
    quantity memory;
};
struct requested {
    std::optional<amounts> requests;
};
struct container {
    text image;
    element<"name", "http", element_port> ports;
    requested resources;
};
struct chosen_spec {
    std::optional<element<"name", "main", container>> containers;
};
struct chosen_status {
    key<"conditions", element<"type", "Ready", pod_condition>> ready;
    text phase;
};
struct chosen_pod {
    chosen_metadata metadata;
    chosen_spec spec;
    chosen_status status;
};
BOOST_DESCRIBE_STRUCT(chosen_annotations, (), (port, stamp))
BOOST_DESCRIBE_STRUCT(chosen_metadata, (), (annotations, labels))
BOOST_DESCRIBE_STRUCT(pod_condition, (), (status, reason))
BOOST_DESCRIBE_STRUCT(typed_condition, (), (status, type))
BOOST_DESCRIBE_STRUCT(element_port, (), (containerPort, protocol))
BOOST_DESCRIBE_STRUCT(amounts, (), (cpu, memory))
BOOST_DESCRIBE_STRUCT(requested, (), (requests))
BOOST_DESCRIBE_STRUCT(container, (), (image, ports, resources))
BOOST_DESCRIBE_STRUCT(chosen_spec, (), (containers))
BOOST_DESCRIBE_STRUCT(chosen_status, (), (ready, phase))
BOOST_DESCRIBE_STRUCT(chosen_pod, (), (metadata, spec, status))

struct needed_condition {
    required<text> status;
    required<text> reason;
};
struct needed_status {
    required<element<"type", "Ready", needed_condition>> conditions;
};
struct needed_pod {
    needed_status status;
};
BOOST_DESCRIBE_STRUCT(needed_condition, (), (status, reason))
BOOST_DESCRIBE_STRUCT(needed_status, (), (conditions))
BOOST_DESCRIBE_STRUCT(needed_pod, (), (status))

struct typed_status {
    element<"type", "Ready", typed_condition> conditions;
};
struct typed_pod {
    typed_status status;
};
BOOST_DESCRIBE_STRUCT(typed_status, (), (conditions))
BOOST_DESCRIBE_STRUCT(typed_pod, (), (status))

struct wrong_keys {
    key<"a", list<text>> a;
};
struct wrong_metadata {
    wrong_keys annotations;
};
struct wrong_pod {
    wrong_metadata metadata;
};
BOOST_DESCRIBE_STRUCT(wrong_keys, (), (a))
BOOST_DESCRIBE_STRUCT(wrong_metadata, (), (annotations))
BOOST_DESCRIBE_STRUCT(wrong_pod, (), (metadata))

constexpr detail::proto_message element_pod_message{"v1", "Pod"};

template <class T>
object_ptr<T> element_from_message(std::string const& bytes)
{
    std::string reason;
    auto const& type = detail::object_type_of<T>();
    auto const* schema = detail::proto_schema::find(*type.fields, element_pod_message, reason);
    INFO(reason);
    REQUIRE(schema);
    detail::proto_reader reader(type, *schema, 1 << 20, nullptr);
    if (reader.read(bytes) != detail::proto_reader::outcome::object)
        throw api_error(reader.fault().code, reader.fault().message());
    return object_ptr<T>(reader.take());
}

template <class T>
object_ptr<T> element_from_proto(std::string const& json)
{
    return element_from_message<T>(test::proto_of(boost::json::parse(json), element_pod_message));
}

// Returns a pod whose status has these conditions.
std::string message_with_conditions(std::string const& conditions)
{
    return test::pb::bytes(1, test::pb::bytes(1, "x")) + test::pb::bytes(3, conditions);
}

// Returns the error of a message that is a fault.
template <class T>
std::string fault_of_message(std::string const& bytes)
{
    try {
        element_from_message<T>(bytes);
    } catch (api_error const& e) {
        return e.what();
    }
    return {};
}

enum class element_wire { json, protobuf };

template <class T>
object_ptr<T> read(element_wire by, std::string const& members)
{
    auto const json = R"({"metadata":{"name":"x","uid":"u","resourceVersion":"1"},)" + members + "}";
    return by == element_wire::json ? decode_object<T>(json) : element_from_proto<T>(json);
}

} // namespace

TEST_CASE("an element of a list is kept by the value of its key, and entries of a map are kept by their "
          "declared keys")
{
    auto const by = GENERATE(element_wire::json, element_wire::protobuf);
    auto const json =
        R"({"metadata":{"name":"x","annotations":{"a":"b","bench/ts":"","prometheus.io/port":"80"},
"labels":{"app":"web"}},"spec":{"containers":[{"name":"side","image":"s","ports":[{"name":"http","containerPort":1}]},
{"name":"main","image":"m:1","ports":[{"name":"grpc","containerPort":2},{"name":"http","containerPort":3,
"protocol":"TCP"}],"resources":{"requests":{"cpu":"1","x/gpu":"2"}}},{"name":"main","image":"later"}]},
"status":{"phase":"Running","conditions":[{"type":"Initialized","status":"False","reason":"i"},{"type":"Ready",
"status":"True"}]}})";
    auto const o =
        by == element_wire::json ? decode_object<chosen_pod>(json) : element_from_proto<chosen_pod>(json);
    CHECK(*o->metadata.annotations.port == "80");
    CHECK((**o->metadata.annotations.stamp).empty());
    CHECK(o->metadata.labels.value_or("app", "-") == "web");
    REQUIRE(o->spec.containers);
    container const& main = **o->spec.containers;
    CHECK(main.image == "m:1");
    CHECK(main.ports->containerPort == 3);
    CHECK(main.ports->protocol == "TCP");
    CHECK(main.resources.requests->cpu == "1");
    CHECK(main.resources.requests->memory == "");
    pod_condition const& ready = **o->status.ready;
    CHECK(ready.status == "True");
    CHECK(ready.reason == "");
    CHECK(o->status.phase == "Running");
}

TEST_CASE("an element that is not in the list, or in the map, keeps its default")
{
    auto const by = GENERATE(element_wire::json, element_wire::protobuf);
    auto const o =
        read<chosen_pod>(by, R"("spec":{"containers":[{"name":"side","image":"s"},{"image":"nameless"}]},
"status":{"conditions":[],"phase":"Pending"})");
    CHECK((*o->metadata.annotations.port).empty());
    CHECK_FALSE(*o->metadata.annotations.stamp);
    CHECK_FALSE(o->spec.containers);
    CHECK((**o->status.ready).status == "");
    CHECK(o->status.phase == "Pending");
}

TEST_CASE("an element may declare the key by which it is chosen, wherever the key stands in the JSON")
{
    auto const by = GENERATE(element_wire::json, element_wire::protobuf);
    auto const o =
        read<typed_pod>(by, R"("status":{"conditions":[{"status":"False","type":"Old"},{"status":"True",
"type":"Ready"}]})");
    CHECK(o->status.conditions->type == "Ready");
    CHECK(o->status.conditions->status == "True");
    auto const block = o.size_bytes();
    auto const alone = read<typed_pod>(by, R"("status":{"conditions":[{"status":"True","type":"Ready"}]})");
    CHECK(alone.size_bytes() == block); // nothing of the other elements is kept
}

TEST_CASE("a required element, and its required members, must be present; those of others need not")
{
    auto const by = GENERATE(element_wire::json, element_wire::protobuf);
    auto const why = [&](std::string const& members) {
        try {
            read<needed_pod>(by, members);
        } catch (api_error const& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    CHECK(
        why(R"("status":{"conditions":[{"type":"Old"},{"status":"x"},{"type":"Ready","status":"True","reason":"r"}]})")
            .empty());
    CHECK(why(R"("status":{"conditions":[{"type":"Old","status":"True","reason":"r"}]})")
              .find("status.conditions") != std::string::npos);
    CHECK(why(R"("status":{"conditions":[{"type":"Ready","status":"True"}]})")
              .find("status.conditions[0].reason") != std::string::npos);
}

TEST_CASE("a value that is no list of objects, or has another key, has no such element")
{
    auto const phase_of = [](std::string const& conditions) {
        auto const o = read<chosen_pod>(element_wire::json,
                                        R"("status":{"conditions":)" + conditions + R"(,"phase":"p"})");
        return o->status.phase.to_owned() + ':' + (**o->status.ready).status.to_owned();
    };
    CHECK(
        phase_of(
            R"([null,1,"Ready",["Ready"],{"type":1},{"type":null},{},{"t\u0079pe":"R\u0065ady","status":"s"}])") ==
        "p:s");
    CHECK(phase_of("null") == "p:");
    CHECK_THROWS_AS(phase_of("{}"), api_error);
    CHECK_THROWS_AS(phase_of(R"([{"type":"Ready","status":1}])"), api_error);
}

TEST_CASE("other elements are read up to the field that chooses, and what follows it need not fit")
{
    auto const o = read<typed_pod>(
        element_wire::json,
        R"("status":{"conditions":[{"type":"Old","status":1},{"type":"Ready","status":"True"}]})");
    CHECK(o->status.conditions->status == "True");
    CHECK_THROWS_AS(
        read<typed_pod>(element_wire::json,
                        R"("status":{"conditions":[{"status":1,"type":"Old"},{"type":"Ready"}]})"),
        api_error);

    namespace pb = test::pb;
    auto const condition = [](std::string_view type, std::string const& status) {
        return pb::bytes(2, pb::bytes(1, type) + status);
    };
    auto const number = pb::integer(2, 1), text = pb::bytes(2, "True");
    auto const p = element_from_message<typed_pod>(
        message_with_conditions(condition("Old", number) + condition("Ready", text)));
    CHECK(p->status.conditions->status == "True");
    CHECK(fault_of_message<typed_pod>(
              message_with_conditions(condition("Old", text) + condition("Ready", number)))
              .find(" status.conditions[1]: ") != std::string::npos);
}

TEST_CASE("the fault of a damaged value in a map that is read as a struct names its key")
{
    namespace pb = test::pb;
    auto const damaged = pb::bytes(1, "memory") + pb::bytes(2, "\x0a\x7f"); // longer than what there is
    auto const resources =
        pb::bytes(2, pb::bytes(1, "cpu") + pb::bytes(2, pb::bytes(1, "1"))) + pb::bytes(2, damaged);
    auto const main = pb::bytes(1, "main") + pb::bytes(8, resources);
    auto const said =
        fault_of_message<chosen_pod>(pb::bytes(1, pb::bytes(1, "x")) + pb::bytes(2, pb::bytes(2, main)));
    INFO(said);
    CHECK(said.find(" spec.containers[0].resources.requests.memory: ") != said.npos);
}

namespace {

struct grouped {
    text name;
};
struct std_named {
    std::string name;
};
struct nested_element {
    list<element<"type", "Ready", grouped>> rows;
    std::map<std::string, std::optional<element<"type", "Ready", std_named>>> by_name;
    element<"group", "", grouped> core;
    std::optional<key<"a.b/c", text>> maybe;
};
BOOST_DESCRIBE_STRUCT(grouped, (), (name))
BOOST_DESCRIBE_STRUCT(std_named, (), (name))
BOOST_DESCRIBE_STRUCT(nested_element, (), (rows, by_name, core, maybe))

} // namespace

TEST_CASE("elements may be in lists and maps, and be chosen by an empty value")
{
    auto const o = read<nested_element>(
        element_wire::json,
        R"("rows":[[{"type":"Old"}],[],[{"type":"Ready","name":"r"}],null],"by_name":{"a":[],"b":[{"type":
"Ready","name":"b"}],"c":[{}]},"core":[{"group":"apps","name":"d"},{"group":"","name":"p"}],"maybe":"wrong","a.b/c":"1")");
    REQUIRE(o->rows.size() == 4);
    CHECK(o->rows[0]->name == "");
    CHECK(o->rows[1]->name == "");
    CHECK(o->rows[2]->name == "r");
    REQUIRE(o->by_name.size() == 3);
    CHECK_FALSE(o->by_name.at("a"));
    CHECK((*o->by_name.at("b"))->name == "b");
    CHECK_FALSE(o->by_name.at("c"));
    CHECK(o->core->name == "p");
    CHECK(**o->maybe == "1");
    CHECK_THROWS_AS(
        read<nested_element>(element_wire::json, R"("core":[{"group":{"a":1}},{"group":"","name":1}])"),
        api_error);
}

TEST_CASE("a projection that protobuf cannot read from a map has a reason")
{
    std::string reason;
    CHECK_FALSE(
        detail::proto_schema::find(*detail::object_type_of<wrong_pod>().fields, element_pod_message, reason));
    CHECK(reason == "metadata.annotations: protobuf has another type");
}
