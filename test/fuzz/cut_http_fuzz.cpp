// The input is any bytes, as the answer to a request. However the network cuts them, the HTTP/1 codec must
// report the same.

#include "unit/transport/codec_transcript.hpp"

#include <cstdint>
#include <cstdlib>
#include <iostream>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using test::codec_transcript;
    using test::cutting;
    if (size < 2) return 0;
    // most inputs get a sound status line, so that few of them end there
    auto const bytes = std::string(data[0] & 4 ? "HTTP/1.1 200 OK\r\n" : "") +
                       std::string(data[0] & 8 ? "Transfer-Encoding: chunked\r\n\r\n" : "") +
                       std::string(reinterpret_cast<char const*>(data) + 2, size - 2);
    auto const said = [&](cutting how) {
        using end = codec_transcript::end_of_input;
        return codec_transcript::of(data[0] & 1 ? "HEAD" : "GET", bytes, how,
                                    data[0] & 2 ? end::closes : end::stays_open);
    };
    auto const expected = said(cutting::whole());
    for (auto const how :
         {cutting::into_bytes(), cutting::at_random(data[1], 7), cutting::at_random(data[1], 200)})
        if (auto const other = said(how); other != expected) {
            std::cerr << "whole: " << expected << "\ncut: " << other << '\n';
            std::abort();
        }
    return 0;
}
