// The input is any bytes, or makes a Pod in protobuf with integers of any width, perhaps with damage. The
// reader must give the same values, member by member, or the same fault at the same path, as a naive reader
// of protobuf's fields.

#include "generated_pod.hpp"
#include "projections.hpp"
#include "reference_proto_object.hpp"

#include "cut_bytes.hpp"

#include "api/protobuf/object_reader.hpp"

namespace {

std::string bytes_of(fuzz::input& in)
{
    auto const how = in.below(4);
    if (how == 3) return std::string(in.rest());
    coinformer::random_source random(in.below(256));
    auto bytes = test::proto_of(fuzz::pod_generator(in, fuzz::integers::any).make(), fuzz::pod_message);
    constexpr std::string_view characters("\0\x01\x02\x08\x0a\x0a\x12\x12\x1a\x22\x7f\x80\xff", 13);
    return how == 0 ? bytes : test::damaged(std::move(bytes), random, characters);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace coinformer::detail;
    static auto const& type = object_type_of<fuzz::pod>();
    static std::string reason;
    static auto const* const schema = proto_schema::find(*type.fields, fuzz::pod_message, reason);
    fuzz::check(schema != nullptr, "a Pod can be read from protobuf", reason);

    proto_reader reader(type, *schema, 1 << 20, nullptr);
    fuzz::input in(data, size);
    auto const bytes = bytes_of(in);
    auto const actual = [&] {
        if (reader.read(bytes) == proto_reader::outcome::object)
            return fuzz::found_in<fuzz::pod>(reader.take());
        reader.fail(reader.fault(), bytes);
        return fuzz::found_fault(reader.fault());
    }();
    auto const expected = fuzz::expected_proto_object<fuzz::pod, fuzz::metadata>(fuzz::pod_message, bytes);
    fuzz::check_equal("a Pod in protobuf is read as the reference reads it", expected, actual, "the input");
    return 0;
}
