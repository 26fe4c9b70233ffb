#pragma once

#include <coinformer/testing/memory_network.hpp>
#include <coinformer/testing/virtual_clock.hpp>
#include <coinformer/transport/http.hpp>

#include "asio_run.hpp"
#include "ticking_clock.hpp"

#include <deque>
#include <optional>
#include <sstream>
#include <vector>

// A client and scripted servers in memory, for the tests of http_client and its parts.
namespace http_world {

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;

inline std::string const ok = "HTTP/1.1 200 OK\r\n";
inline std::string const hello = ok + "Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello";
inline std::string const unauthorized = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n";
inline std::string const chunked = ok + "Transfer-Encoding: chunked\r\n\r\n";

enum class afterwards { keep, close };

/// What a server saw of one connection.
struct visit {
    std::vector<std::string> requests;
    bool ended = false; // the client has closed it
};

inline task<std::string> read_request(byte_stream& s)
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

// Serves one connection: it sends one of the answers to each request, and then nothing.
inline task<> serve(testing::memory_network& net, std::vector<std::string> answers, afterwards then,
                    visit& seen)
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
    std::vector<std::size_t> reads; // the number of pieces of each read
};

inline task<> fetch(http_client& client, http_request request, received& r)
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

inline task<> fetch_all(http_client& client, std::size_t limit, received& r)
{
    auto response = co_await client.send(http_request("GET", "/"));
    r.body = co_await response.read_all(limit);
}

inline task<> fetch_header(http_client& client, http_request request, std::optional<http_response>& response)
{
    response.emplace(co_await client.send(std::move(request)));
}

inline endpoint at(std::string url)
{
    endpoint server;
    server.server = std::move(url);
    return server;
}

struct world {
    explicit world(std::size_t capacity_bytes = 64 * 1024) : capacity(capacity_bytes) {}

    std::size_t capacity;
    asio::io_context io;
    testing::virtual_clock time{io};
    test::ticking_clock ticking{time};
    std::ostringstream text;
    stream_log log{text};
    testing::memory_network net{capacity};
    endpoint server = at("http://api:8080/prefix");
    http_options options;
    std::deque<visit> visits;
    std::deque<received> answers;
    std::deque<started> tasks;
    std::optional<http_client> client;

    started& start(task<> body) { return tasks.emplace_back(io, std::move(body)); }

    void open() { open(time); }
    void open(time_source& clock)
    {
        environment const env{.ex = io.get_executor(), .time = &clock, .log = &log};
        client.emplace(env, server, options, net.dialer());
    }
    ~world()
    {
        if (client) client->close();
        time.settle(); // the servers see the end of their connections
        client.reset();
    }
};

inline http_request get(std::string target = "/api/v1/pods")
{
    return http_request("GET", std::move(target));
}

} // namespace http_world
