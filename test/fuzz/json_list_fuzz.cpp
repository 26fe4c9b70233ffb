// The input is any bytes, as the body of a list in JSON. However the network cuts them in two, the decoder
// must find the same objects and faults. If Boost.JSON accepts the bytes, each object, fault and refusal must
// be the one that the reference expects; so the decoder refuses only bytes that are no JSON or no list.

#include "list_reading.hpp"
#include "projections.hpp"

#include "api/stream/json_list_decoder.hpp"

namespace {

fuzz::list_reading read(std::vector<std::string_view> const& pieces)
{
    coinformer::detail::json_list_decoder decoder(coinformer::detail::object_type_of<fuzz::object>(),
                                                  1 << 20);
    return fuzz::read_list<fuzz::object>(decoder, pieces);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const all(reinterpret_cast<char const*>(data), size);
    if (all.size() < 2) return 0;
    auto const body = all.substr(2);
    auto const cut = (static_cast<std::size_t>(data[0]) << 8 | data[1]) % (body.size() + 1);
    auto const whole = read({body});
    fuzz::check_equal("where the network cuts a list makes no difference", whole,
                      read({body.substr(0, cut), body.substr(cut)}), body);
    fuzz::check_json_list<fuzz::object, fuzz::metadata>(whole, body);
    return 0;
}
