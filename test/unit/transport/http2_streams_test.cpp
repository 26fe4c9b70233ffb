// Tests of the client's use of HTTP/2 streams: its limits and its settings.

#include "catch.hpp"
#include "http2_pair.hpp"

using namespace http2_codec_world;

TEST_CASE("a server that sends a part of a body with each PING sends no flood")
{
    http2_pair p;
    auto const id = p.open();
    p.settle();
    p.server.head(200, of(id));
    p.settle();
    auto const ping = http2_peer::frame(NGHTTP2_PING, 0, 0, std::string(8, '\0'));
    constexpr std::size_t many = http2_limits::idle_frames + 200;
    for (std::size_t i = 0; i != many && !p.client->spent(); ++i) {
        p.server.body(of(id), "x");
        p.settle();
        p.feed(ping);
        p.to_server();
    }
    CHECK_FALSE(p.client->spent());
    CHECK(p.told.all[id].body.size() == many);
}

TEST_CASE("connections to one server begin with what it has announced last, whatever older ones receive")
{
    auto const announced = std::make_shared<std::size_t>(http2_limits::first_streams);
    http2_pair older({{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 3}});
    http2_pair newer({{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 5}});
    older.client = make_http2_codec(announced);
    newer.client = make_http2_codec(announced);
    older.settle();
    newer.settle();
    older.feed(http2_peer::frame(NGHTTP2_PING, 0, 0, std::string(8, '\0')));
    CHECK(make_http2_codec(announced)->room() == 5);
}
