// A LIST body of any bytes: whatever they are, and wherever the network cuts them, the decoder gives the same objects
// and the same faults, or refuses.

#include "projections.hpp"
#include "shown.hpp"

#include "api/json_list_decoder.hpp"

#include <coinformer/core/error.hpp>

#include <cstdint>
#include <cstdlib>
#include <iostream>

namespace {

using coinformer::list_decoder;

void drain(list_decoder& decoder, std::string& all)
{
    for (auto s = decoder.next(); s != list_decoder::step::need_more; s = decoder.next()) {
        if (s == list_decoder::step::object)
            all += test::show_object<fuzz::object>(decoder.take_object()) + '\n';
        else
            all += "fault: " + decoder.fault().message() + '\n';
    }
}

std::string read(std::string_view body, std::size_t cut)
{
    coinformer::json_list_decoder decoder(coinformer::detail::object_type_of<fuzz::object>(), 1 << 16);
    std::string all;
    try {
        for (auto const piece : {body.substr(0, cut), body.substr(cut)}) {
            decoder.feed(piece);
            drain(decoder, all);
        }
        all += decoder.finish().resource_version;
    } catch (coinformer::api_error const& e) {
        all += "refused: " + e.code().message();
    }
    return all;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    std::string_view const all(reinterpret_cast<char const*>(data), size);
    if (all.size() < 2) return 0;
    auto const body = all.substr(2);
    auto const cut = (static_cast<std::size_t>(data[0]) << 8 | data[1]) % (body.size() + 1);
    auto const whole = read(body, body.size()), in_two = read(body, cut);
    if (whole != in_two) {
        std::cerr << "whole: " << whole << "\ncut at " << cut << ": " << in_two << '\n';
        std::abort();
    }
    return 0;
}
