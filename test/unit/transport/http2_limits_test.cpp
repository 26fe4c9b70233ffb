// The limits of http2_limits, each at its exact value: what is allowed, and the smallest excess.
#include "catch.hpp"
#include "http2_pair.hpp"

using namespace http2_codec_world;

namespace {

// Returns what a field counts for http2_limits::header_list (RFC 9113, 6.5.2).
std::size_t counted_size(std::string_view name, std::string_view value)
{
    return name.size() + value.size() + 32;
}

// Returns this number of bytes of HPACK: the status 200, and then fields that come into no table.
std::string encoded_header(std::size_t bytes)
{
    std::string encoded = "\x88";
    for (auto left = bytes - encoded.size(); left != 0;) {
        auto const field = left > 260 ? 130 : left > 130 ? 100 : left; // a field has four bytes at least
        auto const value = std::string(field - 4, 'a');
        encoded.append("\0\1a", 3).append(1, static_cast<char>(value.size())).append(value);
        left -= field;
    }
    return encoded;
}

// Returns frames of an unknown type, with this number of bytes together.
std::string unknown_frames(std::size_t bytes)
{
    std::string frames;
    while (frames.size() != bytes) {
        auto const size = std::min(bytes - frames.size(), http2_limits::frame);
        frames += http2_peer::frame(0xfe, 0, 0, std::string(size - http2_frame_head, '\0'));
    }
    return frames;
}

void check_ended_by_flood(http2_pair& p, stream_id id)
{
    CHECK(p.client->spent());
    CHECK(p.told.all[id].code == errc::protocol_error);
    CHECK(p.told.all[id].detail == "HTTP/2: the server sends frames without content");
}

} // namespace

TEST_CASE("a header over HTTP/2 may have 64 KB, with interim answers and trailers, and not a byte more")
{
    enum class beside { nothing, interim_answer, trailers };
    auto const what = GENERATE(beside::nothing, beside::interim_answer, beside::trailers);
    auto const surplus = GENERATE(as<std::size_t>(), 0, 1);
    CAPTURE(static_cast<int>(what), surplus);
    auto size = counted_size(":status", "200") + counted_size("a", "") + counted_size("b", "");
    if (what == beside::interim_answer) size += counted_size(":status", "103") + counted_size("link", "x");
    if (what == beside::trailers) size += counted_size("x-end", "1");
    auto const left = 64 * 1024 + surplus - size;
    http2_pair p;
    auto const id = p.open();
    p.settle();

    if (what == beside::interim_answer) p.server.head(103, of(id), {{"link", "x"}});
    // Two fields are needed, because nghttp2, the server here, sends none of more than 64 KB.
    p.server.head(200, of(id), {{"a", std::string(30'000, 'a')}, {"b", std::string(left - 30'000, 'a')}},
                  what != beside::trailers);
    p.settle();
    if (what == beside::trailers)
        p.feed(http2_peer::frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS | NGHTTP2_FLAG_END_STREAM, id,
                                 std::string("\0\5x-end\1", 8) + "1"));

    CHECK(p.told.all[id].done == 1);
    if (surplus == 0) {
        CHECK_FALSE(p.told.all[id].code);
        CHECK(p.told.all[id].status == 200);
    } else {
        CHECK(p.told.all[id].code == errc::header_too_large);
    }
    CHECK_FALSE(p.client->spent());
}

TEST_CASE("the frames of a header may have 256 KB, and with one byte more they end the connection")
{
    auto const surplus = GENERATE(as<std::size_t>(), 0, 1);
    http2_pair p;
    auto const large = p.open();
    auto const other = p.open();
    p.settle();
    // The header has only two frames, because newer releases of nghttp2 accept few CONTINUATION frames.
    auto const block = encoded_header(256 * 1024 + surplus - 2 * http2_frame_head);
    auto const begin = std::string_view(block).substr(0, http2_limits::frame);
    auto const rest = std::string_view(block).substr(http2_limits::frame);

    p.feed(http2_peer::frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_STREAM, large, begin) +
           http2_peer::frame(NGHTTP2_CONTINUATION, NGHTTP2_FLAG_END_HEADERS, large, rest));

    CHECK(p.told.all[large].code == errc::header_too_large); // its fields have more than 64 KB
    if (surplus == 0) {
        p.server.answer(of(other), "good");
        p.settle();
        CHECK(p.told.all[other].body == "good");
        CHECK_FALSE(p.client->spent());
    } else {
        CHECK(p.client->spent());
        CHECK(p.told.all[other].code == errc::header_too_large);
        CHECK(p.told.all[other].detail == "a header of more than 256 KB of frames");
    }
}

TEST_CASE("a server may send 1 MB in a period without a part of a body, and not a byte more")
{
    http2_pair p;
    auto const id = p.open();
    p.settle();
    p.client->new_period();
    p.feed(unknown_frames(1024 * 1024));
    CHECK_FALSE(p.client->spent());
    p.feed(std::string(1, '\0')); // This byte begins a frame.
    check_ended_by_flood(p, id);
}

TEST_CASE("the header of an answer lets a server send 64 KB more in this period, and not a byte more")
{
    http2_pair p;
    auto const watch = p.open();
    auto const answered = p.open();
    p.settle();
    p.client->new_period();
    p.server.head(200, of(answered));
    auto const header = p.server.output();
    p.feed(unknown_frames(1024 * 1024 - header.size()));
    p.feed(header);
    CHECK(p.told.all[answered].status == 200);
    p.feed(unknown_frames(64 * 1024));
    CHECK_FALSE(p.client->spent());
    p.feed(std::string(1, '\0')); // This byte begins a frame.
    check_ended_by_flood(p, watch);
}

TEST_CASE("a server may send 1,000 frames without content in a period, and not one more")
{
    http2_pair p;
    auto const id = p.open();
    p.settle();
    p.client->new_period();
    auto const ping = http2_peer::frame(NGHTTP2_PING, 0, 0, std::string(8, '\0'));
    for (int i = 0; i != 1'000; ++i) {
        p.feed(ping);
        p.to_server();
    }
    CHECK_FALSE(p.client->spent());
    p.feed(ping);
    check_ended_by_flood(p, id);
}

TEST_CASE("a request whose header has a little less than 1 MB is sent, and one with 1 MB is refused")
{
    // nghttp2 estimates the encoded size, and adds about 300 bytes, so that the limit is not exact.
    http2_pair p;
    p.settle();
    auto const open = [&p](std::size_t bytes) {
        constexpr std::size_t count = 20;
        std::string const name = "x-long", value(bytes / count - name.size(), 'x');
        std::vector<header_field> const fields(count, {name, value});
        return p.client->open({"GET", "api:6443", "/api/v1/pods", fields, {}});
    };
    auto const room = p.client->room();
    CHECK_NOTHROW(open(1024 * 1024 - 1024));
    CHECK(p.client->room() == room - 1);
    CHECK_THROWS_WITH(open(1024 * 1024), Catch::Contains("its header is over 1 MB"));
    CHECK(p.client->room() == room - 1);
}
