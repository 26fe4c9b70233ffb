#include "testing/formats/websocket.hpp"

#include "wire_world.hpp"

#include <boost/json/parse.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace coinformer::testing;
using namespace coinformer::testing::detail;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

// Returns a frame as a client sends it. `first` is its first byte.
std::string masked(int first, std::string_view payload)
{
    constexpr std::string_view mask = "\x11\x22\x33\x44";
    std::string frame(1, static_cast<char>(first));
    if (payload.size() <= 125) {
        frame += static_cast<char>(0x80 | payload.size());
    } else {
        frame += static_cast<char>(0x80 | 126);
        frame += static_cast<char>(payload.size() >> 8);
        frame += static_cast<char>(payload.size() & 0xff);
    }
    frame += mask;
    for (std::size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ mask[i % 4]);
    return frame;
}

std::string said(websocket_reader& reader, std::string bytes)
{
    std::string replies;
    reader.feed(bytes, replies);
    return replies;
}

auto const normal_close = "\x88\x02\x03\xe8"s;   // 1000
auto const protocol_error = "\x88\x02\x03\xea"s; // 1002

constexpr std::string_view upgrade =
    "Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://memory\r\n";

std::string configmap_text(std::string_view name, std::size_t bytes = 0)
{
    return R"({"metadata":{"name":")" + std::string(name) + R"("},"data":{"k":")" + std::string(bytes, 'x') +
           "\"}}";
}

std::string watch_from_now(wire_world& world, std::string_view more = {}, std::string_view headers = upgrade)
{
    return get("/api/v1/configmaps?watch=true&resourceVersion=" +
                   world.server.resource_version().append(more),
               headers);
}

// Returns the payloads of whole frames with this first byte. No other bytes may come before them.
std::vector<std::string> messages(std::string_view bytes, char first = '\x81')
{
    std::vector<std::string> found;
    while (bytes.size() > 2 && bytes[0] == first) {
        auto const at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
        std::size_t head = 2, length = at(1);
        std::size_t const wide = length == 126 ? 2 : length == 127 ? 8 : 0;
        if (wide != 0) length = 0;
        for (; head < 2 + wide; ++head) length = length << 8 | at(head);
        found.emplace_back(bytes.substr(head, length));
        bytes.remove_prefix(std::min(head + length, bytes.size()));
    }
    return found;
}

std::string after_head(std::string const& answer)
{
    return answer.substr(answer.find("\r\n\r\n") + 4);
}

} // namespace

TEST_CASE("a frame of the server has its length in the shortest form, and no mask")
{
    auto const begins = [](std::size_t length) {
        std::string out;
        append_frame(out, frame_kind::text, std::string(length, 'x'));
        CHECK(out.ends_with(std::string(length, 'x')));
        return out.substr(0, out.size() - length);
    };

    CHECK(begins(0) == "\x81\x00"s);
    CHECK(begins(125) == "\x81\x7d"s);
    CHECK(begins(126) == "\x81\x7e\x00\x7e"s);
    CHECK(begins(65535) == "\x81\x7e\xff\xff"s);
    CHECK(begins(65536) == "\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"s);
}

TEST_CASE("a reader answers pings and the close frame, and drops messages, however the bytes are cut")
{
    auto const sent = masked(0x89, "are you there?") + masked(0x81, std::string(300, 'm')) +
                      masked(0x8a, "") + masked(0x02, "begins") + masked(0x89, "") + masked(0x80, "ends") +
                      masked(0x88, "\x03\xe9"
                                   "bye");
    auto const expected = "\x8a\x0e"
                          "are you there?"
                          "\x8a\x00"
                          "\x88\x02\x03\xe9"s;
    auto const step = GENERATE(1u, 2u, 7u, 1000u);
    websocket_reader reader;
    std::string inbox, replies;

    for (std::size_t at = 0; at < sent.size(); at += step) {
        CHECK_FALSE(reader.closed());
        inbox += sent.substr(at, step);
        reader.feed(inbox, replies);
    }

    CHECK(replies == expected);
    CHECK(reader.closed());
    CHECK(inbox.empty());
}

TEST_CASE("a frame that violates the protocol is answered with the code 1002")
{
    auto const bad = GENERATE(values<std::string>({
        "\x81\x01x"s,                                    // no mask
        masked(0xc1, "compressed"),                      // a reserved bit
        masked(0x83, "unknown"),                         // a reserved kind
        masked(0x09, "a part"),                          // a ping in parts
        masked(0x89, std::string(126, 'x')),             // a ping that is too long
        masked(0x88, "x"),                               // an incomplete code
        "\x81\xff\x80\x00\x00\x00\x00\x00\x00\x00mask"s, // a length with the highest bit
    }));
    websocket_reader reader;

    CHECK(said(reader, bad + masked(0x89, "later")) == protocol_error);
    CHECK(reader.closed());
}

TEST_CASE("a watch over a WebSocket is answered with 101, and each event is a message")
{
    wire_world world;
    raw_client client(world);

    auto const head = client.ask(watch_from_now(world));
    world.server.create(configmaps, configmap_text("a"));
    world.server.create(configmaps, configmap_text("b", 70'000));
    world.time.settle();
    auto const created = messages(client.take());
    world.server.remove(configmaps, {"default", "a"});
    world.time.settle();
    auto const removed = messages(client.take());

    CHECK(status_of(head) == 101);
    // the example of RFC 6455, 1.3
    CHECK(head.find("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n") != head.npos);
    CHECK(head.find("Sec-WebSocket-Protocol") == head.npos);
    CHECK(after_head(head).empty());
    REQUIRE(created.size() == 2);
    CHECK(boost::json::parse(created[0]).at("type") == "ADDED");
    CHECK(boost::json::parse(created[1]).at("object").at("metadata").at("name") == "b");
    REQUIRE(removed.size() == 1);
    CHECK(boost::json::parse(removed[0]).at("type") == "DELETED");
    CHECK(world.server.open_watches() == 1);
    CHECK(world.server.requests("watch", configmaps) == 1);
}

TEST_CASE("a WebSocket answers pings between events, and closes when the client closes")
{
    wire_world world;
    raw_client client(world);
    client.ask(watch_from_now(world));

    auto const pong = client.ask(masked(0x89, "hello"));
    world.server.create(configmaps, configmap_text("a"));
    world.time.settle();
    auto const events = messages(client.take());
    auto const closed = client.ask(masked(0x88, "\x03\xe8"));

    CHECK(pong == "\x8a\x05hello");
    CHECK(events.size() == 1);
    CHECK(closed == normal_close);
    CHECK(client.ended());
    CHECK(world.server.open_watches() == 0);
}

TEST_CASE("a WebSocket watch that is over says so in a close frame, and the connection ends")
{
    wire_world world;
    raw_client client(world);

    client.ask(watch_from_now(world, "&timeoutSeconds=5&allowWatchBookmarks=t"));
    world.time.run_for(5s);
    auto const end = client.take();

    CHECK(end.ends_with(normal_close));
    CHECK(client.ended());
}

TEST_CASE("a WebSocket watch from a forgotten version gets the error in a message")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, configmap_text("a"));
    world.server.compact();

    auto const answer = client.ask(get("/api/v1/configmaps?watch=1&resourceVersion=1", upgrade));

    CHECK(status_of(answer) == 101);
    auto const told = messages(after_head(answer));
    REQUIRE(told.size() == 1);
    CHECK(boost::json::parse(told[0]).at("type") == "ERROR");
    CHECK(boost::json::parse(told[0]).at("object").at("code") == 410);
    CHECK(answer.ends_with(normal_close));
    CHECK(client.ended());
}

TEST_CASE("a WebSocket watch in protobuf has binary messages, without the length that a stream needs")
{
    api_server_options options;
    options.answers_protobuf = true;
    wire_world world(options);
    raw_client client(world);

    client.ask(watch_from_now(world, {},
                              std::string(upgrade) +
                                  "Accept: application/vnd.kubernetes.protobuf,application/json\r\n"));
    world.server.create(configmaps, configmap_text("a"));
    world.time.settle();

    auto const told = messages(client.take(), '\x82');
    REQUIRE(told.size() == 1);
    CHECK(told[0].starts_with("\x0a\x05"
                              "ADDED"));
}

TEST_CASE("messages of a client are dropped, however many there are")
{
    wire_world world;
    raw_client client(world);
    client.ask(watch_from_now(world));
    std::string long_message;
    for (int i = 0; i < 6; ++i) long_message += masked(i == 0 ? 0x01 : 0x00, std::string(60'000, 'm'));

    auto const answer = client.ask(long_message + masked(0x80, "") + masked(0x89, "still there?"));

    CHECK(answer == "\x8a\x0cstill there?");
}

TEST_CASE("a streamed list over a WebSocket is not compressed, because a message has no content encoding")
{
    wire_world world;
    raw_client client(world);
    world.server.create(configmaps, configmap_text("a"));
    constexpr std::string_view query =
        "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

    auto const answer =
        client.ask(watch_from_now(world, query, std::string(upgrade) + "Accept-Encoding: gzip\r\n"));

    auto const told = messages(after_head(answer));
    REQUIRE(told.size() == 2);
    CHECK(boost::json::parse(told[0]).at("type") == "ADDED");
    CHECK(boost::json::parse(told[1]).at("type") == "BOOKMARK");
}

TEST_CASE("faults of watches happen over WebSockets, too")
{
    wire_world world;
    raw_client client(world);
    world.server.inject(faults::close_watch(1).on("watch"));

    client.ask(watch_from_now(world));
    world.server.create(configmaps, configmap_text("a"));
    world.server.create(configmaps, configmap_text("b"));
    world.time.settle();
    auto const bytes = client.take();

    CHECK(messages(bytes).size() == 1);
    CHECK(bytes.ends_with(normal_close));
    CHECK(client.ended());
}

TEST_CASE("a connection that is reset ends a WebSocket watch")
{
    wire_world world;
    raw_client client(world);
    client.ask(watch_from_now(world));

    world.server.disconnect();
    world.time.settle();

    CHECK(client.ended());
    CHECK(world.server.open_watches() == 0);
}

TEST_CASE("a handshake that a real server refuses is refused")
{
    struct offer {
        std::string headers;
        int status;
    };
    auto const base = "Connection: Upgrade\r\nUpgrade: websocket\r\n"s;
    auto const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"s;
    auto const version = "Sec-WebSocket-Version: 13\r\n"s;
    auto const origin = "Origin: http://memory\r\n"s;
    auto const c = GENERATE_COPY(values<offer>({
        {base + version + origin, 400},
        {base + key + origin, 400},
        {base + key + "Sec-WebSocket-Version: 8\r\n" + origin, 400},
        {base + key + version, 403},
        {base + key + version + origin + "Sec-WebSocket-Protocol: a, b\r\n", 400},
        {base + key + version + origin + "Sec-WebSocket-Protocol: binary.k8s.io\r\n", 101},
        {"Upgrade: websocket\r\n" + key + version + origin, 200}, // an ordinary watch
    }));
    INFO(c.headers);
    wire_world world;
    raw_client client(world);

    auto const answer = client.ask(watch_from_now(world, {}, c.headers));

    CHECK(status_of(answer) == c.status);
    if (c.status == 101) CHECK(answer.find("\r\nSec-WebSocket-Protocol: binary.k8s.io\r\n") != answer.npos);
}

TEST_CASE("an upgrade of a list is ignored")
{
    wire_world world;
    raw_client client(world);

    CHECK(status_of(client.ask(get("/api/v1/configmaps", upgrade))) == 200);
    CHECK(status_of(client.ask(get("/api/v1/configmaps"))) == 200); // the connection goes on
}
