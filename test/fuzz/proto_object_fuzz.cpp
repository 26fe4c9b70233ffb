// A Pod in protobuf of any bytes: it is decoded, or a fault that says what and where.

#include "projections.hpp"
#include "shown.hpp"

#include "api/proto_reader.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace coinformer::detail;
    static auto const& type = object_type_of<fuzz::pod>();
    static std::string reason;
    static auto const* const schema = proto_schema::find(*type.fields, proto_message{"v1", "Pod"}, reason);
    if (!schema) std::abort();
    proto_reader reader(type, *schema, 1 << 16, nullptr);
    std::string_view const message(reinterpret_cast<char const*>(data), size);
    if (reader.read(message) == proto_reader::outcome::object)
        (void)test::show_object<fuzz::pod>(reader.take());
    else if (reader.fault().message().empty())
        std::abort();
    return 0;
}
