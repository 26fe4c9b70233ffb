// A generated Pod is written as JSON and as protobuf. Both must decode to the same projection, the one that
// the reference reads from the JSON. The whole object, kept in either form, must print as the same JSON.

#include "generated_pod.hpp"
#include "projections.hpp"
#include "reference_object.hpp"

#include "api/json/object_reader.hpp"
#include "api/protobuf/object_reader.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace {

using namespace coinformer::detail;

struct whole_pod {
    coinformer::whole_object all;
};
BOOST_DESCRIBE_STRUCT(whole_pod, (), (all))

template <class T>
proto_schema const& pod_schema()
{
    static std::string reason;
    static auto const* const found = proto_schema::find(*object_type_of<T>().fields, fuzz::pod_message, reason);
    fuzz::check(found != nullptr, "a Pod can be read from protobuf", reason);
    return *found;
}

template <class T>
fuzz::found_object from_json(std::string const& text)
{
    auto const bytes = padded(text);
    object_reader reader(object_type_of<T>(), 1 << 20);
    auto const* const end = bytes.data() + text.size();
    switch (reader.read(bytes.data(), end)) {
    case object_reader::outcome::object: return fuzz::found_in<T>(reader.take());
    case object_reader::outcome::fault: break;
    default: fuzz::fail("JSON that was generated is JSON", text);
    }
    reader.fail(reader.fault(), bytes.data(), end);
    return fuzz::found_fault(reader.fault());
}

template <class T>
fuzz::found_object from_proto(std::string const& bytes)
{
    proto_reader reader(object_type_of<T>(), pod_schema<T>(), 1 << 20);
    if (reader.read(bytes) == proto_reader::outcome::object) return fuzz::found_in<T>(reader.take());
    reader.fail(reader.fault(), bytes);
    return fuzz::found_fault(reader.fault());
}

/// Sorts the members of all objects, because protobuf has an order of its own.
fuzz::json_node sorted(fuzz::json_node const& node)
{
    auto all = node;
    for (auto& v : all.values) v = sorted(v);
    if (!node.is_object()) return all;
    std::map<std::string, fuzz::json_node> members;
    for (std::size_t i = 0; i != all.keys.size(); ++i) members.emplace(all.keys[i], all.values[i]);
    all = fuzz::json_node::of_object();
    for (auto const& [key, value] : members) all.add(key, value);
    return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    fuzz::input in(data, size);
    auto const pod = fuzz::pod_generator(in).make();
    auto const text = boost::json::serialize(pod);
    auto const bytes = test::proto_of(pod, fuzz::pod_message);

    auto const expected = fuzz::expected_object<fuzz::pod, fuzz::metadata>(*fuzz::parse_json(text));
    auto const json = from_json<fuzz::pod>(text);
    fuzz::check_equal("a Pod in JSON is read as the reference reads it", expected, json, text);
    fuzz::check_equal("a Pod in protobuf is the same object as in JSON", json, from_proto<fuzz::pod>(bytes), text);

    auto whole_json = from_json<whole_pod>(text), whole_proto = from_proto<whole_pod>(bytes);
    whole_json.value = sorted(whole_json.value), whole_proto.value = sorted(whole_proto.value);
    fuzz::check_equal("a whole Pod from protobuf prints as it does from JSON", whole_json, whole_proto, text);
    return 0;
}
