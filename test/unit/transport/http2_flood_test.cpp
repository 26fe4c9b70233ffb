#include "catch.hpp"
#include "http2_pair.hpp"

using namespace http2_codec_world;

namespace {

// Returns true if `frame`, sent again and again, ends the connection before it has been sent `most` times.
bool ends_flood(std::string const& frame, unsigned most)
{
    http2_pair p;
    auto const id = p.open();
    p.settle();
    for (unsigned i = 0; i < most && !p.client->spent(); ++i) p.feed(frame);
    return p.client->spent() && p.told.all[id].done == 1 && p.told.all[id].code == errc::protocol_error;
}

} // namespace

TEST_CASE("floods of frames that bring nothing end the connection")
{
    auto const most = http2_limits::idle_frames + 2;
    std::string const eight(8, '\0');
    CHECK(ends_flood(http2_peer::frame(NGHTTP2_PING, 0, 0, eight), most));
    CHECK(ends_flood(http2_peer::frame(NGHTTP2_PING, NGHTTP2_FLAG_ACK, 0, eight), most));
    CHECK(ends_flood(http2_peer::frame(NGHTTP2_SETTINGS, 0, 0, ""), most));
    CHECK(ends_flood(http2_peer::frame(NGHTTP2_WINDOW_UPDATE, 0, 0, std::string("\0\0\0\1", 4)), most));
    CHECK(ends_flood(http2_peer::frame(NGHTTP2_RST_STREAM, 0, 3, std::string(4, '\0')), most));
    CHECK(ends_flood(http2_peer::frame(NGHTTP2_PRIORITY, 0, 1, std::string(5, '\0')), most));
    CHECK(ends_flood(http2_peer::frame(0xfe, 0, 0, ""), http2_limits::idle_bytes / 9 + 2));
}

TEST_CASE("empty DATA frames are a flood, and interim answers, too")
{
    http2_pair p;
    auto const id = p.open();
    p.settle();
    p.server.head(200, of(id));
    p.settle();
    auto const empty = http2_peer::frame(NGHTTP2_DATA, 0, id, "");
    for (unsigned i = 0; i < http2_limits::idle_frames + 2; ++i) p.feed(empty);
    CHECK(p.told.all[id].code == errc::protocol_error);
    CHECK(p.client->spent());

    // ":status: 103" as a literal that is not indexed: static name 8
    auto const interim =
        http2_peer::frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS, 1, std::string("\x08\x03") + "103");
    CHECK(ends_flood(interim, http2_limits::idle_frames + 10));
}

TEST_CASE("a quiet peer may send such frames for ever, period by period")
{
    http2_pair p;
    p.open();
    p.settle();
    auto const ping = http2_peer::frame(NGHTTP2_PING, 0, 0, std::string(8, '\0'));
    for (unsigned i = 0; i < 10 * http2_limits::idle_frames; ++i) {
        if (i % http2_limits::idle_frames == 0) p.client->new_period();
        p.feed(ping);
        p.to_server();
    }
    CHECK_FALSE(p.client->spent());
}

TEST_CASE("the rest of a cancelled answer is no flood")
{
    http2_pair p;
    auto const kept = p.open();
    auto const id = p.open();
    p.settle();
    p.server.head(200, of(id));
    p.settle();
    p.client->set_window(id, 4'000'000);
    p.to_server();
    p.server.body(of(id), std::string(4'000'000, 'x'));
    p.client->cancel(id); // the server has sent everything before it hears this
    p.feed(p.server.output());
    CHECK_FALSE(p.client->spent());
    CHECK(p.told.all[kept].done == 0);
}

TEST_CASE("a header without end ends the connection")
{
    http2_pair p;
    auto const id = p.open();
    p.settle();
    p.feed(http2_peer::frame(NGHTTP2_HEADERS, 0, id, "\x88"));
    auto const more = http2_peer::frame(NGHTTP2_CONTINUATION, 0, id, "");
    std::size_t sent = 0;
    for (; !p.client->spent() && sent < http2_limits::header_block + 100; sent += more.size()) p.feed(more);
    CHECK(p.client->spent());
    CHECK(p.told.all[id].done == 1);
}

TEST_CASE("what is no HTTP/2 is refused: HTTP/1.1, a push, and a frame over the limit")
{
    std::string const promise("\0\0\0\2\x82", 5);
    for (auto const& bytes : {std::string("HTTP/1.1 400 Bad Request\r\n\r\n"),
                              http2_peer::frame(NGHTTP2_PUSH_PROMISE, 4, 1, promise),
                              http2_peer::frame(NGHTTP2_DATA, 0, 1, std::string(20'000, 'x'))}) {
        http2_pair p;
        auto const id = p.open();
        if (!bytes.starts_with("HTTP")) p.settle();
        p.feed(bytes);
        CHECK(p.client->spent());
        CHECK(p.told.all[id].done == 1);
        CHECK(p.told.all[id].code == errc::protocol_error);
    }
}

TEST_CASE("a server may report in small steps that it reads the bodies of requests, as Go's does")
{
    http2_pair p;
    auto const more = http2_peer::frame(NGHTTP2_WINDOW_UPDATE, 0, 0, std::string("\0\0\x10\0", 4));
    for (int i = 0; i != 20; ++i) {
        auto const id = p.open(std::string(1'000'000, 'b'), "POST");
        auto const more_of_it = http2_peer::frame(NGHTTP2_WINDOW_UPDATE, 0, id, std::string("\0\0\x10\0", 4));
        p.settle();
        for (int read = 0; read < 1'000'000; read += 4096) {
            p.feed(more);
            p.feed(more_of_it);
        }
        p.server.answer(of(id), "done");
        p.settle();
        CHECK(p.told.all[id].body == "done");
    }
    CHECK_FALSE(p.client->spent());
    auto const watch = p.open();
    p.client->new_period();
    for (int period = 0; period != 20; ++period) p.client->new_period(); // the allowance passes
    for (unsigned i = 0; i != http2_limits::idle_frames + 10; ++i) p.feed(more);
    CHECK(p.told.all[watch].code == errc::protocol_error);
}

TEST_CASE("a server that takes no bytes may let 100,000 unsent answers gather, and not one more")
{
    constexpr std::size_t at_once = 500; // fewer than a period allows
    static_assert(http2_limits::unsent_answers % at_once == 0);
    http2_pair p;
    p.settle();               // the server has to send its settings before anything else
    auto const id = p.open(); // from here on, the server takes nothing
    auto const ping = http2_peer::frame(NGHTTP2_PING, 0, 0, std::string(8, '\0'));
    std::string pings;
    for (std::size_t i = 0; i != at_once; ++i) pings += ping;
    for (std::size_t sent = 0; sent != 100'000; sent += at_once) {
        p.client->new_period();
        p.feed(pings);
    }
    CHECK_FALSE(p.client->spent());
    p.client->new_period();
    p.feed(ping);
    CHECK(p.client->spent());
    CHECK(p.told.all[id].code == errc::protocol_error);
    CHECK(p.told.all[id].detail == "HTTP/2: the server sends frames without content");
}
