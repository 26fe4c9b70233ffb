// A generated Pod is written as JSON and as protobuf. Both must decode to the same projection, the one that
// the reference reads from the JSON. The whole object, kept in either form, must print as the same JSON.

#include "generated_pod.hpp"
#include "projections.hpp"
#include "reference_object.hpp"
#include "whole_reading.hpp"

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
    static auto const* const found =
        proto_schema::find(*object_type_of<T>().fields, fuzz::pod_message, reason);
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

/// Reads every field of the whole object that a reader has made, and compares it with the document.
template <class Reader>
void check_fields(Reader& reader, fuzz::json_node const& document, std::string const& text)
{
    coinformer::object_ptr<whole_pod> const o(reader.take());
    auto const difference = fuzz::whole_reading(o->all, true).difference(document);
    fuzz::check(difference.empty(), "a field of a whole Pod is the one of the document",
                difference + "\nof: " + text);
}

void check_whole_pods(std::string const& text, std::string const& bytes)
{
    auto const document = fuzz::sorted(std::move(*fuzz::parse_json(text)));
    auto const json = padded(text);
    object_reader from_text(object_type_of<whole_pod>(), 1 << 20);
    if (from_text.read(json.data(), json.data() + text.size()) != object_reader::outcome::object) return;
    check_fields(from_text, document, text);
    proto_reader from_message(object_type_of<whole_pod>(), pod_schema<whole_pod>(), 1 << 20);
    fuzz::check(from_message.read(bytes) == proto_reader::outcome::object, "protobuf is read as JSON is",
                text);
    check_fields(from_message, document, text);
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
    fuzz::check_equal("a Pod in protobuf is the same object as in JSON", json, from_proto<fuzz::pod>(bytes),
                      text);

    auto whole_json = from_json<whole_pod>(text), whole_proto = from_proto<whole_pod>(bytes);
    whole_json.value = fuzz::sorted(std::move(whole_json.value));
    whole_proto.value = fuzz::sorted(std::move(whole_proto.value));
    fuzz::check_equal("a whole Pod from protobuf prints as it does from JSON", whole_json, whole_proto, text);
    check_whole_pods(text, bytes);
    return 0;
}
