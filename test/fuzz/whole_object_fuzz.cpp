// A generated object in JSON is kept as a whole. Each of its fields must be read as the reference reads it
// from the document, and no other field may be found.

#include "generated_whole.hpp"
#include "reference_object.hpp"
#include "report.hpp"
#include "whole_reading.hpp"

#include "api/json/object_reader.hpp"

#include <coinformer/api/projection.hpp>

#include <boost/describe/class.hpp>

namespace {

struct whole_thing {
    coinformer::whole_object all;
};
BOOST_DESCRIBE_STRUCT(whole_thing, (), (all))

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace coinformer::detail;
    fuzz::input in(data, size);
    auto const text = fuzz::whole_generator(in).make();
    auto const bytes = padded(text);
    object_reader reader(object_type_of<whole_thing>(), 1 << 24);
    if (reader.read(bytes.data(), bytes.data() + text.size()) != object_reader::outcome::object) return 0;
    coinformer::object_ptr<whole_thing> const o(reader.take());
    auto const document = fuzz::without_managed_fields(*fuzz::parse_json(text));
    auto const difference = fuzz::whole_reading(o->all, false).difference(document);
    fuzz::check(difference.empty(), "a field of a whole object is the one of the document",
                difference + "\nof: " + text);
    return 0;
}
