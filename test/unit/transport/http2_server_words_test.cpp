// What a server says at the end of a connection is in errors, without the credentials that it may quote.

#include "catch.hpp"
#include "http2_server.hpp"
#include "temporary_directory.hpp"

using namespace http2_world;
using namespace std::chrono_literals;

namespace {

task<> write_frame(http2_server& server, std::string bytes)
{
    co_await server.stream->write(bytes);
}

} // namespace

TEST_CASE("what a server says when it ends a connection is told without the token, even a part of it")
{
    world2 w;
    std::string const token = "battery-staple-and-horse";
    w.server.user.token = secret(token);
    w.open();
    // the library takes 200 bytes of the reason, and here the token is cut there
    auto const ends_in_token = std::string(185, 'x') + ' ' + token;
    auto const said = GENERATE_COPY(as<std::string>(), "Bearer " + token + " is bad", ends_in_token);
    bool const has_begun = GENERATE(false, true);
    auto& server = w.serve();
    w.get_it();
    w.time.settle();
    if (has_begun) server.peer.head(200, 1);
    server.peer.go_away(1, NGHTTP2_PROTOCOL_ERROR, said);
    server.flush();
    server.stream->close();
    w.time.settle();

    REQUIRE(w.last->done());
    CHECK(w.last->code() == errc::connection_reset);
    CHECK_THAT(w.last->what(), Catch::Contains("PROTOCOL_ERROR") && Catch::Contains("***"));
    CHECK_THAT(w.last->what(), !Catch::Contains("battery") && !Catch::Contains("staple"));
}

TEST_CASE("what a server says when it ends a connection is left out if requests have carried several tokens")
{
    world2 w;
    temporary_directory const dir;
    std::string const first = "battery-staple-and-horse", second = "a-donkey-on-the-hill";
    auto const quoted = GENERATE_COPY(as<std::string>(), first, second);
    w.server.user.token_file = dir.write("token", first);
    w.open();
    auto& server = w.serve();
    w.get_it("/watch");
    auto const* const watch = w.last;
    w.time.settle();
    server.peer.head(200, 1);
    server.flush();
    dir.write("token", second); // the file is read again after a minute
    w.time.run_for(61s);
    w.get_it();
    w.time.settle();
    REQUIRE(server.peer.requests[1].header["authorization"] == "Bearer " + first);
    REQUIRE(server.peer.requests[3].header["authorization"] == "Bearer " + second);
    server.peer.go_away(3, NGHTTP2_PROTOCOL_ERROR, "Bearer " + quoted);
    server.flush();
    server.stream->close();
    w.time.settle();

    for (auto const* const request : {watch, static_cast<started const*>(w.last)}) {
        REQUIRE(request->done());
        CHECK(request->code() == errc::connection_reset);
        CHECK_THAT(request->what(), Catch::Contains("PROTOCOL_ERROR") && !Catch::Contains(quoted));
    }
}

TEST_CASE("what a server says when it ends a connection is told to every request if all carried one token")
{
    world2 w;
    w.server.user.token = secret("battery-staple-and-horse");
    w.open();
    auto& server = w.serve();
    w.get_it();
    auto const* const earlier = w.last;
    w.get_it();
    w.time.settle();
    server.peer.go_away(3, NGHTTP2_ENHANCE_YOUR_CALM, "too_many_pings");
    server.flush();
    server.stream->close();
    w.time.settle();

    for (auto const* const request : {earlier, static_cast<started const*>(w.last)}) {
        REQUIRE(request->done());
        CHECK_THAT(request->what(), Catch::Contains("ENHANCE_YOUR_CALM: too_many_pings"));
    }
}

TEST_CASE("a request whose answer has a status below 100 has failed at once")
{
    world2 w;
    auto& server = w.serve();
    w.get_it();
    w.time.settle();
    auto const is_whole = GENERATE(false, true);
    auto const flags = NGHTTP2_FLAG_END_HEADERS | (is_whole ? NGHTTP2_FLAG_END_STREAM : NGHTTP2_FLAG_NONE);
    // ":status" has the number 8 in the static table
    auto const head = http2_peer::frame(NGHTTP2_HEADERS, static_cast<std::uint8_t>(flags), 1,
                                        "\x08\x03"
                                        "099");
    w.start(write_frame(server, head));
    w.time.settle();
    REQUIRE(w.last->done());
    CHECK(w.last->code() == errc::protocol_error);
}
