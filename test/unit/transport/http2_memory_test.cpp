// The codec of HTTP/2 without memory for a request. Each allocation fails in its turn.

#include "catch.hpp"
#include "http2_pair.hpp"
#include "unit/cache/allocated.hpp"

#include <string>

TEST_CASE(
    "a request that the codec had no memory for is never sent, and the next one is sent whole, unless the "
    "codec is spent, whichever allocation has failed")
{
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    std::string const body = GENERATE("", "a body that is longer than a std::string without an allocation");
    bool was_short = true;
    for (std::size_t count = 0; was_short; ++count) {
        INFO("with " << count << " allocations");
        http2_codec_world::http2_pair p;
        p.settle();
        was_short = meets_shortage(count, how, [&] { p.open(body, "POST"); });
        if (p.client->spent()) continue; // its connection is closed
        p.open("the next one", "PUT");
        p.settle();
        std::size_t posts = 0, puts = 0;
        for (auto const& [id, request] : p.server.requests) {
            REQUIRE(request.complete);
            REQUIRE_FALSE(request.reset);
            auto const method = request.header.at(":method");
            posts += method == "POST" && request.body == body;
            puts += method == "PUT" && request.body == "the next one";
        }
        REQUIRE(posts == (was_short ? 0 : 1));
        REQUIRE(puts == 1);
        REQUIRE(p.server.requests.size() == posts + puts);
    }
}
