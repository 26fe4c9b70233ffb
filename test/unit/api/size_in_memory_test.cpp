// client_options::max_object_bytes limits the bytes of an object's text. The object's size in memory must be
// bounded in proportion to that limit.

#include "proto_encoder.hpp"

#include "api/json/object_reader.hpp"
#include "api/protobuf/object_reader.hpp"

#include <coinformer/api/object_meta.hpp>

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
// the number of empty containers that fit into the bound
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
    CHECK(read(most - 10) == object_reader::outcome::object);
    CHECK(read(most + 10) == object_reader::outcome::fault);
    CHECK(reader.fault().code == errc::object_too_large);
    CHECK(reader.fault().message().find("at most 8388608 bytes in memory") != std::string::npos);
}

TEST_CASE("an object in protobuf that becomes much larger in memory than its limit is a fault")
{
    std::string reason;
    auto const& type = object_type_of<wide_pod>();
    proto_reader reader(type, *proto_schema::find(*type.fields, {"v1", "Pod"}, reason), limit);
    CHECK(reader.read(in_protobuf(most - 10)) == proto_reader::outcome::object);
    CHECK(reader.read(in_protobuf(most + 10)) == proto_reader::outcome::fault);
    CHECK(reader.fault().code == errc::object_too_large);
}

TEST_CASE("an object that is decoded alone may take as much memory as one with the default limit")
{
    CHECK_NOTHROW(decode_object<wide_pod>(in_json(most + 10)));
    CHECK_THROWS_AS(decode_object<wide_pod>(in_json(17 * most)), api_error);
}
