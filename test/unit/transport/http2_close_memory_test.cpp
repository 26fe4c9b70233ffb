// A client of HTTP/2 that is closed without memory. Each allocation fails in its turn.

#include "catch.hpp"
#include "http2_server.hpp"
#include "unit/cache/allocated.hpp"

#include <exception>
#include <optional>

namespace http2_close_memory {

using namespace http2_world;

/// Reads an answer to its end. Tells when it has ended, well or not.
task<> read_to_end(http_response& from, bool& has_ended)
{
    bool has_more = true;
    try {
        while (has_more) {
            auto const pieces = co_await from.read();
            has_more = !pieces.empty();
        }
    } catch (std::exception const&) { // the connection was closed, or there was no memory to say so
    }
    has_ended = true;
}

} // namespace http2_close_memory

TEST_CASE("a client that is closed without memory ends the answers that come over HTTP/2, whichever "
          "allocation fails")
{
    using namespace http2_close_memory;
    auto const how = GENERATE(memory_shortage::passes, memory_shortage::lasts);
    bool was_short = true;
    std::size_t count = 0;
    for (; was_short; ++count) {
        INFO("with " << count << " allocations");
        world2 w;
        auto& server = w.serve();
        std::optional<http_response> awaited, kept;
        w.start(fetch_header(*w.client, get("/awaited"), awaited));
        w.start(fetch_header(*w.client, get("/kept"), kept));
        w.time.settle();
        for (std::int32_t const id : {1, 3}) server.peer.head(200, id);
        server.flush();
        REQUIRE((awaited && kept));
        bool awaited_has_ended = false, kept_has_ended = false;
        w.start(read_to_end(*awaited, awaited_has_ended));
        w.time.settle();
        REQUIRE_FALSE(awaited_has_ended);

        was_short = meets_shortage(count, how, [&] { w.client->close(); });
        w.start(read_to_end(*kept, kept_has_ended));
        auto const& late = w.start(fetch(*w.client, get(), w.answers.emplace_back()));
        w.time.settle();
        REQUIRE(awaited_has_ended);
        REQUIRE(kept_has_ended);
        REQUIRE(late.code() == errc::stopped);
        REQUIRE(server.ended);
    }
    CHECK(count > 5); // fewer would mean that nothing was tested
}
