#include "catch.hpp"
#include "http2_pair.hpp"

using namespace http2_codec_world;

TEST_CASE("a request over HTTP/2 has its fields in lower case, and its answer comes in parts")
{
    http2_pair p;
    auto const id = p.open();
    p.settle();
    auto& seen = p.server.requests[of(id)];
    CHECK(seen.complete);
    CHECK(seen.header[":method"] == "GET");
    CHECK(seen.header[":path"] == "/api/v1/pods");
    CHECK(seen.header[":authority"] == "api:6443");
    CHECK(seen.header[":scheme"] == "https");
    CHECK(seen.header["user-agent"] == "test");
    CHECK(seen.header["authorization"] == "Bearer secret");

    p.server.head(200, of(id), {{"content-type", "application/json"}});
    p.server.body(of(id), "one ");
    p.settle();
    CHECK(p.told.all[id].status == 200);
    CHECK(p.told.all[id].header["content-type"] == "application/json");
    CHECK(p.told.all[id].body == "one ");
    CHECK(p.told.all[id].done == 0);

    p.server.body(of(id), "two", true);
    p.settle();
    CHECK(p.told.all[id].body == "one two");
    CHECK(p.told.all[id].done == 1);
    CHECK_FALSE(p.told.all[id].code);
    CHECK(p.client->room() == http2_limits::most_streams); // the peer has announced no limit
}

TEST_CASE("the body of a request is sent as the server's window allows")
{
    http2_pair p;
    std::string const body(300'000, 'x');
    auto const id = p.open(body, "POST");
    p.settle();
    auto& seen = p.server.requests[of(id)];
    CHECK(seen.complete);
    CHECK(seen.body == body);
    CHECK(seen.header["content-length"] == "300000");
}

TEST_CASE("an early answer ends the exchange, and the rest of the request is not sent")
{
    http2_pair p({{NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 10}});
    p.settle(); // the settings arrive first
    auto const id = p.open(std::string(100'000, 'x'), "POST");
    p.to_server();
    p.server.head(413, of(id), {}, true);
    auto const answer = p.server.output();
    p.feed(answer);
    CHECK(p.told.all[id].done == 1);
    CHECK(p.told.all[id].status == 413);
    CHECK_FALSE(p.told.all[id].code);
    p.settle();
    CHECK(p.server.requests[of(id)].body.size() < 100'000);
    CHECK_FALSE(p.client->spent());
}

TEST_CASE("interim answers are skipped, and trailers are not part of the header")
{
    http2_pair p;
    auto const id = p.open();
    p.settle();
    p.server.head(103, of(id), {{"link", "x"}});
    p.server.body(of(id), "hello", true);
    p.server.head(200, of(id));
    p.settle();
    CHECK(p.told.all[id].status == 200);
    CHECK_FALSE(p.told.all[id].header.contains("link"));
    CHECK(p.told.all[id].body == "hello");
    CHECK(p.told.all[id].done == 1);
}

TEST_CASE("an exchange whose bytes are not consumed stops alone")
{
    http2_pair p;
    auto const slow = p.open();
    auto const quick = p.open();
    p.settle();
    for (auto const id : {slow, quick}) p.server.head(200, of(id));
    p.server.body(of(slow), std::string(1'000'000, 's'), true);
    p.settle();
    CHECK(p.told.all[slow].body.size() == http2_limits::stream_window);

    p.server.body(of(quick), std::string(200'000, 'q'), true);
    p.settle();
    CHECK(p.told.all[quick].done == 1);
    CHECK(p.told.all[slow].done == 0);

    for (std::size_t had = 0; p.told.all[slow].done == 0;) {
        auto const now = p.told.all[slow].body.size();
        REQUIRE(now > had);
        p.client->consumed(slow, now - had);
        had = now;
        p.settle();
    }
    CHECK(p.told.all[slow].body.size() == 1'000'000);
}

TEST_CASE("the connection's window is given back although nothing is consumed")
{
    http2_pair p;
    std::vector<stream_id> ids;
    for (int i = 0; i < 300; ++i) ids.push_back(p.open()); // 300 windows are more than the connection's one
    p.settle();
    for (auto const id : ids) {
        p.server.head(200, of(id));
        p.server.body(of(id), std::string(http2_limits::stream_window, 'x'));
        p.settle();
        CHECK(p.told.all[id].body.size() == http2_limits::stream_window);
    }
}

TEST_CASE("set_window() lets more bytes arrive")
{
    http2_pair p;
    auto const id = p.open();
    p.settle();
    p.server.head(200, of(id));
    p.server.body(of(id), std::string(4'000'000, 'x'));
    p.settle();
    p.client->set_window(id, 2'000'000);
    p.settle();
    CHECK(p.told.all[id].body.size() == 2'000'000);
}

TEST_CASE("the number of exchanges is the one that the server announces, and 100 before that")
{
    http2_pair p({{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 3}});
    CHECK(p.client->room() == http2_limits::first_streams);
    p.settle();
    CHECK(p.client->room() == 3);
    auto const first = p.open();
    p.open();
    p.open();
    CHECK(p.client->room() == 0);
    p.client->cancel(first);
    CHECK(p.client->room() == 1);
    p.settle();
    CHECK(p.server.requests[of(first)].reset);
    CHECK(p.told.all[first].done == 0); // nothing is heard of it any more
}

TEST_CASE("a refused stream and those above a GOAWAY may be sent again; those below it go on")
{
    http2_pair p;
    auto const refused = p.open();
    auto const known = p.open();
    auto const unknown = p.open();
    p.settle();
    p.server.reset(of(refused), NGHTTP2_REFUSED_STREAM);
    p.settle();
    CHECK(p.told.all[refused].code == errc::request_refused);
    CHECK_FALSE(p.client->draining());

    p.server.go_away(of(known));
    p.settle();
    CHECK(p.told.all[unknown].code == errc::request_refused);
    CHECK(p.told.all[known].done == 0);
    CHECK(p.client->draining());
    CHECK(p.client->room() == 0);
    CHECK_FALSE(p.client->spent());

    p.server.answer(of(known), "late");
    p.settle();
    CHECK(p.told.all[known].body == "late");
    CHECK_FALSE(p.told.all[known].code);
    p.feed({});
    CHECK(p.client->spent());
}

TEST_CASE(
    "exchanges without an answer after a GOAWAY with an error end with its reason, and the others go on")
{
    http2_pair p;
    auto const answered = p.open();
    auto const lost = p.open();
    p.settle();
    p.server.go_away(of(lost), NGHTTP2_ENHANCE_YOUR_CALM, "too_many_pings");
    p.settle();
    CHECK(p.told.all[lost].done == 0);
    CHECK(p.client->draining());
    p.server.answer(of(answered), "late");
    p.settle();
    CHECK(p.told.all[answered].body == "late");
    CHECK_FALSE(p.told.all[answered].code);
    p.client->close(p.told);
    CHECK(p.told.all[lost].code == errc::connection_reset);
    CHECK(p.told.all[lost].detail == "the server ended the connection: ENHANCE_YOUR_CALM: too_many_pings");
}

TEST_CASE("a stream that the server resets ends with the server's reason")
{
    http2_pair p;
    auto const id = p.open();
    p.settle();
    p.server.head(200, of(id));
    p.settle();
    p.server.reset(of(id), NGHTTP2_INTERNAL_ERROR);
    p.settle();
    CHECK(p.told.all[id].code == errc::connection_reset);
    CHECK(p.told.all[id].detail == "the server ended the stream: INTERNAL_ERROR");
    CHECK_FALSE(p.client->spent());
}

TEST_CASE("the end of the connection ends every exchange once")
{
    http2_pair p;
    auto const begun = p.open();
    auto const waiting = p.open();
    p.settle();
    p.server.head(200, of(begun));
    p.settle();
    p.client->close(p.told);
    p.client->close(p.told);
    CHECK(p.told.all[begun].code == errc::truncated);
    CHECK(p.told.all[waiting].code == errc::connection_closed);
    CHECK(p.told.all[begun].done == 1);
    CHECK(p.told.all[waiting].done == 1);
    CHECK(p.client->spent());
}

TEST_CASE("an answer without a status, and one of the wrong length, end their exchange alone")
{
    http2_pair p;
    auto const wrong = p.open();
    auto const right = p.open();
    p.settle();
    p.server.head(200, of(wrong), {{"content-length", "3"}});
    p.server.body(of(wrong), "hello", true);
    p.settle();
    CHECK(p.told.all[wrong].code);
    CHECK(p.told.all[wrong].done == 1);
    p.server.answer(of(right), "good");
    p.settle();
    CHECK(p.told.all[right].body == "good");
    CHECK_FALSE(p.told.all[right].code);
}

TEST_CASE("a header that is too large ends its exchange alone, and the stream is reset")
{
    http2_pair p;
    auto const large = p.open();
    auto const many = p.open();
    auto const right = p.open();
    p.settle();
    p.server.head(200, of(large), {{"a", std::string(40'000, 'a')}, {"b", std::string(40'000, 'a')}});
    http2_peer::fields fields;
    for (int i = 0; i < 2500; ++i) fields.emplace_back("a", "");
    p.server.head(200, of(many), fields);
    p.server.answer(of(right), "good");
    p.settle();
    CHECK(p.told.all[large].code == errc::header_too_large);
    CHECK(p.server.requests[of(large)].reset);
    CHECK(p.told.all[many].code == errc::header_too_large);
    CHECK_FALSE(p.told.all[right].code);
    CHECK(p.told.all[right].body == "good");
}

TEST_CASE("the bytes of output() stay valid while other calls make more")
{
    http2_pair p;
    auto const bytes = p.client->output();
    std::string const copy(bytes);
    for (int i = 0; i < 50; ++i) p.open();
    CHECK(bytes == copy);
    p.client->written(bytes.size());
    CHECK_FALSE(p.client->output().empty());
}

TEST_CASE("ping() asks the server, and its answer is taken")
{
    http2_pair p;
    p.open();
    p.client->ping();
    p.settle();
    CHECK(p.server.pings == 1);
    CHECK_FALSE(p.client->spent());
}

TEST_CASE("an answer with an illegal field ends its exchange alone, however much the others bring afterwards")
{
    http2_pair p;
    auto const bad = p.open();
    auto const watch = p.open();
    p.settle();
    p.server.head(200, of(watch));
    p.settle();
    // ":status: 200" from the static table, and a literal "connection: close", which HTTP/2 forbids
    auto const block = std::string("\x88\0\x0a", 3) + "connection\x05" + "close";
    p.feed(http2_peer::frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS, bad, block));
    CHECK(p.told.all[bad].code == errc::protocol_error);
    for (std::size_t i = 0; i != 100; ++i) {
        p.feed(http2_peer::frame(NGHTTP2_DATA, 0, watch, std::string(10'000, 'w')));
        p.client->consumed(watch, 10'000);
        p.to_server();
    }
    CHECK_FALSE(p.client->spent());
    CHECK(p.told.all[watch].body.size() == 1'000'000);
}

TEST_CASE("an answer with a status below 100 ends its exchange alone")
{
    http2_pair p;
    auto const bad = p.open();
    auto const sound = p.open();
    p.settle();
    auto const is_whole = GENERATE(false, true);
    auto const flags = NGHTTP2_FLAG_END_HEADERS | (is_whole ? NGHTTP2_FLAG_END_STREAM : NGHTTP2_FLAG_NONE);
    // ":status" has the number 8 in the static table
    auto const block = std::string("\x08\x03") + "099";
    p.feed(http2_peer::frame(NGHTTP2_HEADERS, static_cast<std::uint8_t>(flags), bad, block));
    CHECK(p.told.all[bad].code == errc::protocol_error);
    p.server.answer(of(sound), "hello");
    p.settle();
    CHECK(p.told.all[sound].body == "hello");
    CHECK_FALSE(p.client->spent());
}

TEST_CASE("a read may end within a header, however much it has brought before")
{
    http2_pair p;
    auto const list = p.open();
    auto const other = p.open();
    p.settle();
    p.client->set_window(list, 16 * 1024 * 1024);
    p.settle();
    p.server.head(200, of(list));
    p.settle();
    std::string bytes;
    for (int i = 0; i != 30; ++i) bytes += http2_peer::frame(NGHTTP2_DATA, 0, list, std::string(10'000, 'w'));
    bytes += http2_peer::frame(NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS, other, "\x88");
    p.feed(std::string_view(bytes).substr(0, bytes.size() - 1));
    CHECK_FALSE(p.client->spent());
    p.feed("\x88");
    CHECK(p.told.all[other].status == 200);
}

TEST_CASE("a request with a long header is sent, and one with too long a header is an error at once")
{
    http2_pair p;
    auto const open = [&p](std::size_t count) { // nghttp2, the server here, takes no field of more than 64 KB
        std::string const value(50'000, 'x');
        std::vector<header_field> const fields(count, {"X-Long", value});
        return p.client->open({"GET", "api:6443", "/api/v1/pods", fields, {}});
    };
    auto const id = open(2);
    p.settle();
    CHECK(p.server.requests[of(id)].complete);
    auto const room = p.client->room();
    CHECK_THROWS_WITH(open(40), Catch::Contains("its header is over 1 MB"));
    CHECK(p.client->room() == room);
    auto const next = p.open();
    p.settle();
    CHECK(p.server.requests[of(next)].complete);
}

TEST_CASE(
    "a stream that is refused after its answer has begun counts as broken, because the server has acted")
{
    http2_pair p;
    auto const refused = p.open("{}", "POST");
    auto const answered = p.open("{}", "POST");
    p.settle();
    p.server.head(200, of(answered));
    p.settle();
    for (auto const id : {refused, answered}) p.server.reset(of(id), NGHTTP2_REFUSED_STREAM);
    p.settle();
    CHECK(p.told.all[refused].code == errc::request_refused);
    CHECK(p.told.all[answered].code == errc::connection_reset);
    CHECK(p.told.all[answered].detail == "the server ended the stream: REFUSED_STREAM");
}
