#include "transport/http/http1_codec.hpp"

#include "catch.hpp"

#include <string>
#include <vector>

using namespace coinformer;
using namespace coinformer::detail;

namespace {

// Records what a codec reports. Neighbouring pieces of the body are joined, because the cuts of the network
// must not show.
struct recorder final : codec_sink {
    void head(stream_id, int s, std::span<header_field const> fields) override
    {
        status = s;
        for (auto const& f : fields) headers += std::string(f.name) + '=' + std::string(f.value) + '\n';
    }
    void data(stream_id, std::string_view bytes) override
    {
        CHECK_FALSE(bytes.empty());
        if (given.data()) CHECK((bytes.data() >= given.data() && bytes.end() <= given.end()));
        body += bytes;
    }
    void done(stream_id, error_code code, std::string_view text) override
    {
        ++ends;
        why = code;
        detail = text;
    }

    friend bool operator==(recorder const& a, recorder const& b)
    {
        return a.status == b.status && a.headers == b.headers && a.body == b.body && a.ends == b.ends &&
               a.why == b.why && a.detail == b.detail;
    }

    std::string_view given; // the input of the present feed()
    int status = 0;
    std::string headers;
    std::string body;
    int ends = 0;
    error_code why;
    std::string detail;
};

enum class end_of_input { stays_open, closes };

stream_request request(std::string_view method)
{
    return {method, "api:6443", "/api/v1/pods", {}, {}};
}

struct codec_outcome {
    recorder events;
    bool spent = false;
    std::size_t room = 0;
};

codec_outcome run(std::vector<std::string> const& cuts, end_of_input end, std::string_view method = "GET")
{
    auto const codec = make_http1_codec();
    codec_outcome o;
    codec->open(request(method));
    codec->written(codec->output().size());
    for (auto const& cut : cuts) {
        // a copy, so that ASan sees a view that outlives it
        auto const copy = std::make_unique<std::string>(cut);
        o.events.given = *copy;
        codec->feed(*copy, o.events);
    }
    if (end == end_of_input::closes) codec->close(o.events);
    o.events.given = {};
    o.spent = codec->spent();
    o.room = codec->room();
    return o;
}

std::vector<std::string> byte_by_byte(std::string const& bytes)
{
    std::vector<std::string> cuts;
    for (char c : bytes) cuts.emplace_back(1, c);
    return cuts;
}

// Feeds the answer with every single cut, in single bytes, and whole. All outcomes must be equal.
codec_outcome run_every_cut(std::string const& bytes, end_of_input end = end_of_input::stays_open,
                            std::string_view method = "GET")
{
    auto const whole = run({bytes}, end, method);
    for (std::size_t i = 1; i < bytes.size(); ++i) {
        auto const o = run({bytes.substr(0, i), bytes.substr(i)}, end, method);
        INFO("cut at " << i);
        REQUIRE(o.events == whole.events);
        REQUIRE(o.spent == whole.spent);
        REQUIRE(o.room == whole.room);
    }
    auto const single = run(byte_by_byte(bytes), end, method);
    REQUIRE(single.events == whole.events);
    REQUIRE(single.spent == whole.spent);
    return whole;
}

std::string const status_line = "HTTP/1.1 200 OK\r\n";

} // namespace

TEST_CASE("a request is one header and its body")
{
    auto const codec = make_http1_codec();
    std::vector<header_field> const fields{{"Accept", "application/json"}, {"Authorization", "Bearer t"}};
    CHECK(codec->room() == 1);

    codec->open({"PUT", "api:6443", "/apis/x", fields, "{}"});

    CHECK(codec->output() == "PUT /apis/x HTTP/1.1\r\nHost: api:6443\r\nAccept: application/json\r\n"
                             "Authorization: Bearer t\r\nContent-Length: 2\r\n\r\n{}");
    CHECK(codec->room() == 0);
    codec->written(8);
    CHECK(codec->output().starts_with("s/x HTTP/1.1"));
    codec->written(codec->output().size());
    CHECK(codec->output().empty());
}

TEST_CASE("an empty body is announced for methods that have one, and not for a GET")
{
    auto const get = make_http1_codec();
    get->open(request("GET"));
    CHECK(get->output().find("Content-Length") == std::string_view::npos);

    auto const post = make_http1_codec();
    post->open(request("POST"));
    CHECK(post->output().find("Content-Length: 0\r\n") != std::string_view::npos);
}

TEST_CASE("a body of known length ends after that length, and the connection is free again")
{
    auto const o = run_every_cut(status_line +
                                 "Content-Type: application/json\r\nContent-Length: 11\r\n\r\nhello world");

    CHECK(o.events.status == 200);
    CHECK(o.events.headers == "Content-Type=application/json\nContent-Length=11\n");
    CHECK(o.events.body == "hello world");
    CHECK(o.events.ends == 1);
    CHECK_FALSE(o.events.why);
    CHECK(o.room == 1);
}

TEST_CASE("a body in chunks is put together, without extensions and trailers")
{
    auto const o = run_every_cut(status_line + "Transfer-Encoding: chunked\r\n\r\n"
                                               "5\r\nhello\r\n"
                                               "1;name=value;other=\"quoted; text\"\r\n \r\n"
                                               "00A \r\n0123456789\r\n"
                                               "0;last\r\nX-Checksum: 1\r\nX-Other: 2\r\n\r\n");

    CHECK(o.events.body == "hello 0123456789");
    CHECK(o.events.ends == 1);
    CHECK_FALSE(o.events.why);
    CHECK(o.room == 1);
}

TEST_CASE("a body of unknown length ends with the connection")
{
    auto const o = run_every_cut("HTTP/1.0 200 OK\r\n\r\nhello", end_of_input::closes);

    CHECK(o.events.body == "hello");
    CHECK(o.events.ends == 1);
    CHECK_FALSE(o.events.why);
    CHECK(o.spent);
}

TEST_CASE("answers without a body end with their header")
{
    CHECK(run_every_cut("HTTP/1.1 204 No Content\r\n\r\n").room == 1);
    CHECK(run_every_cut("HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n").room == 1);
    CHECK(run_every_cut(status_line + "Content-Length: 0\r\n\r\n").room == 1);
    auto const head =
        run_every_cut(status_line + "Content-Length: 10\r\n\r\n", end_of_input::stays_open, "HEAD");
    CHECK(head.events.ends == 1);
    CHECK(head.room == 1);
}

TEST_CASE("interim answers are skipped")
{
    auto const o = run_every_cut("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" +
                                 status_line + "Content-Length: 2\r\n\r\nhi");

    CHECK(o.events.status == 200);
    CHECK(o.events.body == "hi");
}

TEST_CASE("a body over 8 MB is no exception")
{
    auto const codec = make_http1_codec();
    recorder r;
    codec->open(request("GET"));
    codec->feed(status_line + "Content-Length: 20000000000\r\n\r\n", r);
    std::string const megabyte(1 << 20, 'x');
    for (int i = 0; i < 10; ++i) codec->feed(megabyte, r);

    CHECK(r.body.size() == 10u << 20);
    CHECK(r.ends == 0);
}

TEST_CASE("a whole chunk comes as one piece of the input")
{
    struct counter final : codec_sink {
        void head(stream_id, int, std::span<header_field const>) override {}
        void data(stream_id, std::string_view bytes) override { pieces.push_back(bytes); }
        void done(stream_id, error_code, std::string_view) override {}
        std::vector<std::string_view> pieces;
    } sink;
    auto const codec = make_http1_codec();
    codec->open(request("GET"));
    std::string const input = status_line + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n";

    codec->feed(input, sink);

    REQUIRE(sink.pieces.size() == 2);
    CHECK(sink.pieces[0] == "hello");
    CHECK(sink.pieces[1] == " world");
    CHECK(sink.pieces[0].data() == input.data() + input.find("hello"));
}

TEST_CASE("the headers of the answer decide whether the connection is used again")
{
    CHECK(run({status_line + "Connection: close\r\nContent-Length: 0\r\n\r\n"}, end_of_input::stays_open)
              .spent);
    CHECK(run({"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"}, end_of_input::stays_open).spent);
    CHECK(run({"HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n"},
              end_of_input::stays_open)
              .room == 1);

    auto const codec = make_http1_codec();
    recorder r;
    codec->open(request("GET"));
    codec->feed(status_line + "Connection: close\r\nContent-Length: 2\r\n\r\nh", r);
    CHECK(codec->draining());
    CHECK_FALSE(codec->spent());
}

TEST_CASE("bytes that follow no request end the connection")
{
    auto const o =
        run({status_line + "Content-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n"}, end_of_input::stays_open);
    CHECK(o.events.ends == 1);
    CHECK_FALSE(o.events.why);
    CHECK(o.spent);
}

TEST_CASE("an answer that overtakes its request ends the connection")
{
    auto const codec = make_http1_codec();
    recorder r;
    codec->open({"POST", "api", "/", {}, "a long body"});
    codec->written(30);

    codec->feed("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n", r);

    CHECK(r.status == 413);
    CHECK_FALSE(r.why);
    CHECK(codec->spent());
}

TEST_CASE("one connection serves one exchange after the other")
{
    auto const codec = make_http1_codec();
    for (int i = 0; i < 3; ++i) {
        recorder r;
        codec->open(request("GET"));
        codec->written(codec->output().size());
        codec->feed(status_line + "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", r);
        CHECK(r.body == "hi");
        REQUIRE(codec->room() == 1);
    }
}

TEST_CASE("a cancelled exchange reports nothing more")
{
    auto const codec = make_http1_codec();
    recorder r;
    auto const id = codec->open(request("GET"));

    codec->cancel(id);
    codec->feed(status_line + "Content-Length: 2\r\n\r\nhi", r);
    codec->close(r);

    CHECK(r.status == 0);
    CHECK(r.ends == 0);
    CHECK(codec->spent());
}

TEST_CASE("the error of an early end says what is missing")
{
    auto const chunked = status_line + "Transfer-Encoding: chunked\r\n\r\n";
    CHECK(run({}, end_of_input::closes).events.why == errc::connection_closed);
    CHECK(run_every_cut("HTT", end_of_input::closes).events.why == errc::truncated);
    CHECK(run_every_cut(status_line, end_of_input::closes).events.why == errc::truncated);
    CHECK(run_every_cut(status_line + "Content-Length: 5\r\n\r\nhell", end_of_input::closes).events.why ==
          errc::truncated);
    CHECK(run_every_cut(chunked, end_of_input::closes).events.why == errc::truncated);
    CHECK(run_every_cut(chunked + "5\r\nhello\r\n", end_of_input::closes).events.why == errc::truncated);
    CHECK(run_every_cut(chunked + "5\r\nhello\r\n0\r\n", end_of_input::closes).events.why == errc::truncated);
    CHECK(run_every_cut(chunked + "5\r\nhel", end_of_input::closes).events.body == "hel");
}

TEST_CASE("bytes that are not HTTP/1.1 are refused, however they are cut")
{
    auto const chunked = status_line + "Transfer-Encoding: chunked\r\n\r\n";
    auto const bad = GENERATE_COPY(
        as<std::string>(), "\x15\x03\x01", "<html>", "HTTP/2 200 OK\r\n\r\n", "SSH-2.0-x\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\nA: b\n\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\na b: c\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n", "HTTP/1.1 099 Odd\r\n\r\n",
        status_line + "Content-Length: -1\r\n\r\n", status_line + "Content-Length: five\r\n\r\n",
        status_line + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        status_line + "Content-Length: 99999999999999999999\r\n\r\n",
        status_line + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        status_line + "Transfer-Encoding: gzip, chunked\r\n\r\n",
        status_line + "Transfer-Encoding: gzip\r\n\r\n", chunked + "\r\n", chunked + "x\r\n",
        chunked + "-5\r\nhello\r\n", chunked + "0x5\r\nhello\r\n", chunked + "5\nhello\r\n",
        chunked + "5\rhello", chunked + " 5\r\nhello\r\n", chunked + ";a\r\n", chunked + "5\r\nhello!\r\n",
        chunked + "5\r\nhello\rX", chunked + "5\r\nhello\n", chunked + "10000000000000000\r\n",
        chunked + "fffffffffffffffff\r\n", chunked + std::string(5000, '0') + "\r\n",
        chunked + "5;" + std::string(5000, 'x') + "\r\nhello\r\n", chunked + "0\r\nA: b\n",
        chunked + "0\r\n\rX", chunked + "0\r\nA: b\rX");
    INFO(bad.substr(0, 200));

    auto const o = bad.size() > 1000 ? run({bad}, end_of_input::stays_open) : run_every_cut(bad);

    CHECK(o.events.ends == 1);
    CHECK(o.events.why == errc::protocol_error);
    CHECK_FALSE(o.events.detail.empty());
    CHECK(o.spent);
    CHECK(run(byte_by_byte(bad), end_of_input::stays_open).events == o.events);
}

TEST_CASE("the line with the size of a chunk may have 4096 characters")
{
    auto const chunked = status_line + "Transfer-Encoding: chunked\r\n\r\n";
    auto const answer = [&](std::size_t digits) {
        return run({chunked + std::string(digits - 1, '0') + "5\r\nhello\r\n0\r\n\r\n"},
                   end_of_input::stays_open);
    };
    CHECK(answer(4096).events.body == "hello");
    CHECK(answer(4097).events.why == errc::protocol_error);
}

TEST_CASE("a header may have 64 KB, with the interim answers before it, and not a byte more")
{
    auto const before = GENERATE(as<std::string>(), "", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n");
    auto const answer_of = [&](std::size_t bytes) {
        auto const begin = before + status_line + "Content-Length: 0\r\nX-Long: ";
        std::string const end = "\r\n\r\n";
        return begin + std::string(bytes - begin.size() - end.size(), 'x') + end;
    };
    auto const most = run({answer_of(64 * 1024)}, end_of_input::stays_open);
    CHECK(most.events.status == 200);
    CHECK(most.room == 1);
    CHECK(run({answer_of(64 * 1024 + 1)}, end_of_input::stays_open).events.why == errc::header_too_large);
}

TEST_CASE("all trailers together may have 64 KB, their ends of lines not counted, and not a byte more")
{
    auto const first = GENERATE(as<std::string>(), "", "X-First: 1");
    auto const answer_of = [&](std::size_t characters) {
        auto const line = first.empty() ? "" : first + "\r\n";
        return status_line + "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n" + line + "X-Long: " +
               std::string(characters - first.size() - std::string_view("X-Long: ").size(), 'x') + "\r\n\r\n";
    };
    auto const most = run({answer_of(64 * 1024)}, end_of_input::stays_open);
    CHECK(most.events.body == "hi");
    CHECK_FALSE(most.events.why);
    CHECK(most.room == 1);
    CHECK(run({answer_of(64 * 1024 + 1)}, end_of_input::stays_open).events.why == errc::header_too_large);
}

TEST_CASE("a header or trailers without an end are refused")
{
    auto const endless = status_line + "X-Long: " + std::string(70000, 'x');
    std::string many = status_line;
    for (int i = 0; i < 9000; ++i) many += "X-N: 12345\r\n";

    CHECK(run({endless}, end_of_input::stays_open).events.why == errc::header_too_large);
    CHECK(run(byte_by_byte(endless), end_of_input::stays_open).events.why == errc::header_too_large);
    CHECK(run({many}, end_of_input::stays_open).events.why == errc::header_too_large);
    CHECK(run({status_line + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + many.substr(status_line.size())},
              end_of_input::stays_open)
              .events.why == errc::header_too_large);
}
