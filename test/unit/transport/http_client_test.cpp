#include <coinformer/testing/memory_stream.hpp>
#include <coinformer/testing/virtual_clock.hpp>
#include <coinformer/transport/http.hpp>

#include "asio_run.hpp"
#include "catch.hpp"
#include "temporary_directory.hpp"

#include <deque>
#include <optional>
#include <vector>

using namespace coinformer;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

std::string const ok = "HTTP/1.1 200 OK\r\n";
std::string const hello = ok + "Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";
std::string const unauthorized = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n";
std::string const chunked = ok + "Transfer-Encoding: chunked\r\n\r\n";

enum class afterwards { keep, close };

/// What a server saw on one connection.
struct visit {
    std::vector<std::string> requests;
    bool ended = false; // the client has closed
};

task<std::string> read_request(byte_stream& s)
{
    std::string request;
    char buffer[4096];
    while (request.find("\r\n\r\n") == std::string::npos) {
        auto const n = co_await s.read_some(buffer);
        if (n == 0) co_return std::string();
        request.append(buffer, n);
    }
    co_return request;
}

// Serves one connection: an answer to each request, then nothing.
task<> serve(testing::memory_network& net, std::vector<std::string> answers, afterwards then, visit& seen)
{
    auto const stream = co_await net.accept();
    for (auto const& answer : answers) {
        auto request = co_await read_request(*stream);
        if (request.empty()) break;
        seen.requests.push_back(std::move(request));
        co_await stream->write(answer);
    }
    if (then == afterwards::close) co_return;
    auto request = co_await read_request(*stream);
    if (!request.empty()) seen.requests.push_back(std::move(request));
    if (!seen.requests.empty() && seen.requests.size() > answers.size()) co_await read_request(*stream);
    seen.ended = true;
}

struct received {
    int status = 0;
    std::string type;
    std::string body;
    std::vector<std::size_t> reads; // pieces of each
};

task<> fetch(http_client& client, http_request request, received& r)
{
    auto response = co_await client.send(std::move(request));
    r.status = response.status();
    r.type = response.header("content-type");
    for (;;) {
        auto const pieces = co_await response.read();
        if (pieces.empty()) co_return;
        r.reads.push_back(pieces.size());
        for (auto const piece : pieces) r.body += piece;
    }
}

task<> fetch_all(http_client& client, std::size_t limit, received& r)
{
    auto response = co_await client.send(http_request("GET", "/"));
    r.body = co_await response.read_all(limit);
}

task<> fetch_header(http_client& client, http_request request, std::optional<http_response>& response)
{
    response.emplace(co_await client.send(std::move(request)));
}

endpoint at(std::string url)
{
    endpoint server;
    server.server = std::move(url);
    return server;
}

struct world {
    asio::io_context io;
    testing::virtual_clock time{io};
    testing::memory_network net;
    endpoint server = at("http://api:8080/prefix");
    http_options options;
    std::deque<visit> visits;
    std::deque<received> answers;
    std::deque<started> tasks;
    std::optional<http_client> client;

    started& start(task<> body) { return tasks.emplace_back(io, std::move(body)); }

    void open()
    {
        environment const env{.ex = io.get_executor(), .time = &time};
        client.emplace(env, server, options, net.dialer());
    }
    ~world()
    {
        if (client) client->close();
        time.settle(); // servers see the end
        client.reset();
    }
};

http_request get(std::string target = "/api/v1/pods")
{
    return http_request("GET", std::move(target));
}

} // namespace

TEST_CASE("a request goes to the endpoint's host and prefix, and its answer comes back")
{
    world w;
    w.server.user.token = secret("opaque");
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello}, afterwards::keep, seen));

    w.start(fetch(*w.client, get("/api/v1/pods?watch=1"), r));
    w.time.settle();

    CHECK(r.status == 200);
    CHECK(r.type == "text/plain");
    CHECK(r.body == "hello");
    REQUIRE(seen.requests.size() == 1);
    CHECK(seen.requests[0] == "GET /prefix/api/v1/pods?watch=1 HTTP/1.1\r\nHost: api:8080\r\nUser-Agent: coinformer\r\n"
                              "Accept: application/json\r\nAuthorization: Bearer opaque\r\n\r\n");
}

TEST_CASE("a connection whose answer was read is used again")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello, hello}, afterwards::keep, seen));

    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(r.body == "hellohello");
    CHECK(seen.requests.size() == 2);
    CHECK(w.net.dialed() == 1);
}

TEST_CASE("an answer that is let go before its end takes its connection with it")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    std::optional<http_response> response;
    w.start(serve(w.net, {ok + "Content-Length: 9\r\n\r\nhello"}, afterwards::keep, seen));
    w.start(fetch_header(*w.client, get(), response));
    w.time.settle();
    REQUIRE(response);

    response.reset();
    w.time.settle();

    CHECK(seen.ended);
}

TEST_CASE("an answer that is let go unread, though all of it is here, leaves its connection")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    std::optional<http_response> response;
    w.start(serve(w.net, {hello}, afterwards::keep, seen));
    w.start(fetch_header(*w.client, get(), response));
    w.time.settle();

    response.reset();
    w.time.settle();

    CHECK_FALSE(seen.ended);
}

TEST_CASE("an unused connection is closed after the idle time-out")
{
    world w;
    w.options.idle_timeout = 60s;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello, hello}, afterwards::keep, seen));
    w.start(fetch(*w.client, get(), r));
    w.time.run_for(59s);
    CHECK_FALSE(seen.ended);

    w.start(fetch(*w.client, get(), r)); // the time begins anew
    w.time.run_for(59s);
    CHECK_FALSE(seen.ended);
    w.time.run_for(1s);

    CHECK(seen.ended);
    CHECK(w.time.armed() == 0);
}

TEST_CASE("no more connections are kept than asked for, and the one used last is used next")
{
    world w;
    w.options.idle_connections = 2;
    w.open();
    w.visits.resize(3);
    auto& seen = w.visits;
    w.answers.resize(3);
    auto& r = w.answers;
    for (auto& v : seen)
        w.start(serve(w.net, {hello, hello}, afterwards::keep, v));
    for (auto& one : r) w.start(fetch(*w.client, get(), one));
    w.time.settle();
    CHECK(w.net.dialed() == 3);
    CHECK(seen[0].ended);
    CHECK_FALSE(seen[1].ended);
    CHECK_FALSE(seen[2].ended);

    w.start(fetch(*w.client, get(), r[0]));
    w.time.settle();

    CHECK(seen[2].requests.size() == 2);
}

TEST_CASE("a GET that meets a connection closed meanwhile is sent again, on a new one")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& again = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello}, afterwards::close, seen));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    w.start(serve(w.net, {hello}, afterwards::keep, again));
    auto& second = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(second.done());
    CHECK_FALSE(second.code());
    CHECK(r.body == "hellohello");
    CHECK(w.net.dialed() == 2);
}

TEST_CASE("a POST that meets a connection closed meanwhile fails: it might have been carried out")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello}, afterwards::close, seen));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    http_request post("POST", "/api/v1/events");
    post.body = "{}";
    auto& second = w.start(fetch(*w.client, post, r));
    w.time.settle();

    CHECK(second.done());
    CHECK(second.code() == condition::unavailable);
    CHECK(w.net.dialed() == 1);
}

TEST_CASE("a GET that a new connection does not answer is not sent again")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {""}, afterwards::close, seen));

    auto& client = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(client.code() == errc::connection_closed);
    CHECK(w.net.dialed() == 1);
}

TEST_CASE("a server that does not answer in time is given up, by name")
{
    world w;
    w.options.header_timeout = 30s;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {}, afterwards::keep, seen));
    auto& client = w.start(fetch(*w.client, get(), r));

    w.time.run_for(29s);
    CHECK_FALSE(client.done());
    w.time.run_for(1s);

    CHECK(client.code() == errc::timed_out);
    CHECK(client.what().find("api:8080") != std::string::npos);
    CHECK(seen.ended);
    CHECK(w.time.armed() == 0);
}

TEST_CASE("a body may take as long as it likes")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {chunked + "5\r\nhello\r\n"}, afterwards::keep, seen));
    auto& client = w.start(fetch(*w.client, get(), r));

    w.time.run_for(1h);

    CHECK(r.body == "hello");
    CHECK_FALSE(client.done());
    client.cancel();
    w.time.settle();
    CHECK(client.code() == condition::cancelled);
    CHECK(seen.ended);
}

TEST_CASE("one read gives all pieces that the network brought")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {chunked + "5\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\n\r\n"}, afterwards::keep, seen));

    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(r.body == "hello world");
    CHECK(r.reads == std::vector<std::size_t>(1, 3));
}

TEST_CASE("a body that ends too early is an error after its last piece")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {chunked + "5\r\nhello\r\n9\r\nwor"}, afterwards::close, seen));

    auto& client = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(r.body == "hellowor");
    CHECK(client.code() == errc::truncated);
}

TEST_CASE("a body that is at fault is an error after its last piece")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {chunked + "5\r\nhello\r\nbad\r\n"}, afterwards::keep, seen));

    auto& client = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(r.body == "hello");
    CHECK(client.code() == errc::protocol_error);
    CHECK(seen.ended);
}

TEST_CASE("read_all gives the body, up to its limit")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& again = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello}, afterwards::keep, seen));
    w.start(fetch_all(*w.client, 5, r));
    w.time.settle();
    CHECK(r.body == "hello");

    w.client->close();
    w.open();
    w.start(serve(w.net, {hello}, afterwards::keep, again));
    auto& short_of = w.start(fetch_all(*w.client, 4, r));
    w.time.settle();
    CHECK(short_of.code() == errc::object_too_large);
}

TEST_CASE("after a 401 a token file is read again")
{
    world w;
    temporary_directory dir;
    w.server.user.token_file = dir.write("token", "old");
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {unauthorized, hello}, afterwards::keep, seen));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(r.status == 401);

    dir.write("token", "new");
    w.start(fetch(*w.client, get(), r));
    w.time.settle();

    REQUIRE(seen.requests.size() == 2);
    CHECK(seen.requests[0].find("Bearer old\r\n") != std::string::npos);
    CHECK(seen.requests[1].find("Bearer new\r\n") != std::string::npos);
}

TEST_CASE("a request that would smuggle in another header is not sent")
{
    world w;
    w.open();
    auto& r = w.answers.emplace_back();
    auto const target = GENERATE(as<std::string>(), "/a b", "/a\r\nX: y", "a", "", std::string("/a\0b", 4));
    auto& client = w.start(fetch(*w.client, get(target), r));
    http_request accept = get("/");
    accept.accept = "text\r\nX: y";
    auto& other = w.start(fetch(*w.client, accept, r));
    w.time.settle();

    CHECK(client.code() == condition::rejected);
    CHECK(other.code() == condition::rejected);
    CHECK(w.net.dialed() == 0);
}

TEST_CASE("a server that is down is an error, and one that is up again is none")
{
    world w;
    w.open();
    auto& seen = w.visits.emplace_back();
    auto& r = w.answers.emplace_back();
    w.net.refuse(true);
    auto& refused = w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(refused.code() == errc::connect_failed);

    w.net.refuse(false);
    w.start(serve(w.net, {hello}, afterwards::keep, seen));
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK(r.body == "hello");
}

TEST_CASE("close ends what is under way, and what comes later")
{
    world w;
    w.open();
    w.visits.resize(2);
    auto& seen = w.visits;
    auto& r = w.answers.emplace_back();
    w.start(serve(w.net, {hello}, afterwards::keep, seen[0])); // once, then it is silent
    w.start(fetch(*w.client, get(), r));
    w.time.settle();
    w.start(serve(w.net, {chunked + "5\r\nhello\r\n"}, afterwards::keep, seen[1]));
    auto& waiting = w.start(fetch(*w.client, get(), r)); // on the connection kept
    auto& reading = w.start(fetch(*w.client, get(), r));
    w.time.settle();
    CHECK_FALSE(reading.done());
    CHECK_FALSE(waiting.done());

    w.client->close();
    auto& late = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(reading.code() == errc::connection_closed);
    CHECK(waiting.code() == errc::connection_closed);
    CHECK(late.code() == errc::stopped);
    CHECK(w.time.armed() == 0);
}

TEST_CASE("an exchange can be cancelled at every step, and leaves nothing behind")
{
    std::size_t steps = 0;
    bool ran_to_its_end = false;
    for (; !ran_to_its_end; ++steps) {
        INFO("cancelled after " << steps << " steps");
        REQUIRE(steps < 1000);
        world w;
        w.open();
        auto& seen = w.visits.emplace_back();
        auto& r = w.answers.emplace_back();
        std::string const answer = chunked + "5\r\nhello\r\n" + std::string("6\r\n world\r\n0\r\n\r\n");
        w.start(serve(w.net, {answer, answer}, afterwards::keep, seen));
        w.start(fetch(*w.client, get(), r));
        w.time.settle();
        r = {};
        w.io.restart();
        auto& client = w.start(fetch(*w.client, get(), r)); // on a reused connection
        for (std::size_t i = 0; i < steps && w.io.poll_one() != 0; ++i) {
        }
        ran_to_its_end = client.done();

        client.cancel();
        w.time.run_for(1s);

        REQUIRE(client.done());
        if (client.code()) {
            CHECK(client.code() == condition::cancelled);
            CHECK(seen.ended);
        } else {
            CHECK(r.body == "hello world");
        }
        w.client->close();
        w.time.settle();
        CHECK(w.time.armed() == 0);
    }
    CHECK(steps > 5);
}

namespace {

/// A server that fills every read to the brim `full` times, then brings ten bytes a time; notes the rooms it was given.
class measuring_stream final : public byte_stream {
public:
    measuring_stream(std::vector<std::size_t>& rooms, std::size_t full) : rooms_(rooms), full_(full) {}

    task<std::size_t> read_some(std::span<char> into) override
    {
        rooms_.push_back(into.size());
        std::string_view const head = "HTTP/1.1 200 OK\r\n\r\n";
        auto const n = rooms_.size() <= full_ ? into.size() : std::min<std::size_t>(into.size(), 10);
        std::fill_n(into.begin(), n, 'x');
        if (rooms_.size() == 1) std::copy(head.begin(), head.end(), into.begin());
        if (rooms_.size() > 60) co_return 0;
        co_return n;
    }
    task<> write(std::span<char const>) override { co_return; }
    void close() noexcept override {}

private:
    std::vector<std::size_t>& rooms_;
    std::size_t full_;
};

class measuring_dialer final : public dialer {
public:
    explicit measuring_dialer(std::vector<std::size_t>& rooms) : rooms_(rooms) {}
    task<std::unique_ptr<byte_stream>> dial() override
    {
        co_return std::make_unique<measuring_stream>(rooms_, 8);
    }

private:
    std::vector<std::size_t>& rooms_;
};

} // namespace

TEST_CASE("the read buffer grows while reads fill it, and shrinks when they no longer do")
{
    world w;
    w.options.read_buffer_bytes = 100 * 1024;
    std::vector<std::size_t> rooms;
    auto& r = w.answers.emplace_back();
    environment const env{.ex = w.io.get_executor(), .time = &w.time};
    w.client.emplace(env, w.server, w.options, std::make_unique<measuring_dialer>(rooms));

    auto& client = w.start(fetch(*w.client, get(), r));
    w.time.settle();

    CHECK(client.done());
    REQUIRE(rooms.size() > 40);
    CHECK(rooms[0] == 8 * 1024);
    CHECK(rooms[1] == 16 * 1024);
    CHECK(rooms[4] == 100 * 1024);
    CHECK(rooms[7] == 100 * 1024);
    CHECK(rooms.back() == 8 * 1024);
}
