// What a server says at the end of a connection is in errors, without the credentials that it may quote.

#include "catch.hpp"
#include "http2_server.hpp"

using namespace http2_world;
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
