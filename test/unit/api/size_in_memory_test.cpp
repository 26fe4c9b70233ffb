// client_options::max_object_bytes limits the bytes of an object's text. The object's size in memory must be
// bounded in proportion to that limit.

#include "proto_encoder.hpp"

#include "api/json/object_reader.hpp"
#include "api/protobuf/object_reader.hpp"

#include <coinformer/api/allocated_bytes.hpp>
#include <coinformer/api/object_meta.hpp>

#include <map>
#include <string>
#include <vector>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace pb = test::pb;

namespace {

struct wide_container {
    coinformer::text name, image, workingDir, imagePullPolicy, terminationMessagePath,
        terminationMessagePolicy;
    coinformer::list<coinformer::text> command, args;
};
BOOST_DESCRIBE_STRUCT(wide_container, (),
                      (name, image, workingDir, imagePullPolicy, terminationMessagePath,
                       terminationMessagePolicy, command, args))
struct wide_spec {
    coinformer::list<wide_container> containers;
};
BOOST_DESCRIBE_STRUCT(wide_spec, (), (containers))
struct wide_pod {
    object_meta metadata;
    wide_spec spec;
};
BOOST_DESCRIBE_STRUCT(wide_pod, (), (metadata, spec))

constexpr std::size_t limit = 1024 * 1024;
// the largest number of empty containers that fits into the bound; the object's name does not count
constexpr std::size_t most = times_in_memory * limit / sizeof(wide_container);

std::string in_json(std::size_t containers)
{
    std::string json = R"({"metadata":{"name":"big"},"spec":{"containers":[{})";
    for (std::size_t i = 1; i < containers; ++i) json += ",{}";
    return json + "]}}";
}

std::string in_protobuf(std::size_t containers)
{
    std::string spec;
    for (std::size_t i = 0; i < containers; ++i) spec += pb::bytes(2, "");
    return pb::bytes(1, pb::bytes(1, "big")) + pb::bytes(2, spec);
}

} // namespace

TEST_CASE("an object in JSON that becomes much larger in memory than its limit is a fault")
{
    object_reader reader(object_type_of<wide_pod>(), limit);
    auto const read = [&](std::size_t containers) {
        auto const json = padded(in_json(containers));
        return reader.read(json.data(), json.data() + json.size() - padding);
    };
    CHECK(read(most) == object_reader::outcome::object);
    CHECK(read(most + 1) == object_reader::outcome::fault);
    CHECK(reader.fault().code == errc::object_too_large);
    CHECK(reader.fault().message().find("at most 8388608 bytes in memory") != std::string::npos);
}

TEST_CASE("an object in protobuf that becomes much larger in memory than its limit is a fault")
{
    std::string reason;
    auto const& type = object_type_of<wide_pod>();
    proto_reader reader(type, *proto_schema::find(*type.fields, {"v1", "Pod"}, reason), limit);
    CHECK(reader.read(in_protobuf(most)) == proto_reader::outcome::object);
    CHECK(reader.read(in_protobuf(most + 1)) == proto_reader::outcome::fault);
    CHECK(reader.fault().code == errc::object_too_large);
}

TEST_CASE("an object that is decoded alone may take as much memory as one with the default limit")
{
    CHECK_NOTHROW(decode_object<wide_pod>(in_json(most + 1)));
    CHECK_THROWS_AS(decode_object<wide_pod>(in_json(17 * most)), api_error);
}

namespace {

/// It allocates nothing while it is empty, and is large all the same.
struct owned_container {
    std::string name, image, workingDir, imagePullPolicy, terminationMessagePath, terminationMessagePolicy;
};
BOOST_DESCRIBE_STRUCT(owned_container, (),
                      (name, image, workingDir, imagePullPolicy, terminationMessagePath,
                       terminationMessagePolicy))
struct owned_spec {
    std::vector<owned_container> containers;
};
BOOST_DESCRIBE_STRUCT(owned_spec, (), (containers))
struct owned_pod {
    object_meta metadata;
    owned_spec spec;
};
BOOST_DESCRIBE_STRUCT(owned_pod, (), (metadata, spec))

struct named_containers {
    std::map<std::string, owned_container> containers;
};
BOOST_DESCRIBE_STRUCT(named_containers, (), (containers))

struct owned_parts {
    std::vector<owned_container> parts;
};
BOOST_DESCRIBE_STRUCT(owned_parts, (), (parts))
struct chosen_parts {
    element<"name", "main", owned_parts> lists;
};
BOOST_DESCRIBE_STRUCT(chosen_parts, (), (lists))

// the largest numbers of empty containers that fit into the bound
constexpr std::size_t most_owned = times_in_memory * limit / sizeof(owned_container);
constexpr std::size_t most_named =
    times_in_memory * limit / (sizeof(std::string) + sizeof(owned_container) + tree_links);

template <class T>
object_reader::outcome outcome_of_json(std::string const& json)
{
    object_reader reader(object_type_of<T>(), limit);
    auto const bytes = padded(json);
    auto const outcome = reader.read(bytes.data(), bytes.data() + json.size());
    if (outcome == object_reader::outcome::fault) CHECK(reader.fault().code == errc::object_too_large);
    return outcome;
}

std::string in_named_json(std::size_t containers)
{
    std::string json = R"({"metadata":{"name":"big"},"containers":{"0":{})";
    for (std::size_t i = 1; i < containers; ++i) json += ",\"" + std::to_string(i) + "\":{}";
    return json + "}}";
}

// Returns an element of a list, whose name stands behind its parts.
std::string element_with_parts(std::string const& name, std::size_t parts)
{
    std::string json = R"({"parts":[{})";
    for (std::size_t i = 1; i < parts; ++i) json += ",{}";
    return json + R"(],"name":")" + name + R"("})";
}

} // namespace

TEST_CASE("the elements of a std::vector and of a std::map count for an object's limit in memory")
{
    using outcome = object_reader::outcome;
    CHECK(outcome_of_json<owned_pod>(in_json(most_owned)) == outcome::object);
    CHECK(outcome_of_json<owned_pod>(in_json(most_owned + 1)) == outcome::fault);
    CHECK(outcome_of_json<named_containers>(in_named_json(most_named)) == outcome::object);
    CHECK(outcome_of_json<named_containers>(in_named_json(most_named + 1)) == outcome::fault);
}

TEST_CASE("the elements of a std::vector in protobuf count for an object's limit in memory")
{
    std::string reason;
    auto const& type = object_type_of<owned_pod>();
    proto_reader reader(type, *proto_schema::find(*type.fields, {"v1", "Pod"}, reason), limit);
    CHECK(reader.read(in_protobuf(most_owned)) == proto_reader::outcome::object);
    CHECK(reader.read(in_protobuf(most_owned + 1)) == proto_reader::outcome::fault);
    CHECK(reader.fault().code == errc::object_too_large);
}

TEST_CASE("elements of a list that an object does not keep do not count for its limit in memory")
{
    auto const half = element_with_parts("side", most_owned / 2);
    auto const list_with = [&](std::size_t parts) {
        return R"({"metadata":{"name":"big"},"lists":[)" + half + ',' + half + ',' + half + ',' +
               element_with_parts("main", parts) + "]}";
    };
    CHECK(outcome_of_json<chosen_parts>(list_with(most_owned)) == object_reader::outcome::object);
    CHECK(outcome_of_json<chosen_parts>(list_with(most_owned + 1)) == object_reader::outcome::fault);
}
