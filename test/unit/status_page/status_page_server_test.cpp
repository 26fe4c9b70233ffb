// The page's own HTTP server, over sockets. Its time limits are on a clock that the test moves.

#include <coinformer/status_page/status_page_server.hpp>
#include <coinformer/testing/run.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <fcntl.h>
#include <optional>
#include <string>
#include <vector>

#include "catch.hpp"
#include "new_descriptors.hpp"

namespace {

using namespace coinformer;
using namespace std::chrono_literals;
namespace asio = boost::asio;
using asio::ip::tcp;

std::string const get_page = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

struct served_page {
    served_page() { time.settle(); }

    task<> open(std::optional<tcp::socket>& socket)
    {
        socket.emplace(co_await asio::this_coro::executor);
        tcp::endpoint const there(asio::ip::address_v4::loopback(), server->port());
        co_await socket->async_connect(there, asio::use_awaitable);
    }
    task<> send(tcp::socket& socket, std::string text)
    {
        co_await asio::async_write(socket, asio::buffer(text), asio::use_awaitable);
    }
    // Reads until the server closes the connection.
    task<std::string> read_all(tcp::socket& socket)
    {
        std::string text;
        error_code end;
        co_await asio::async_read(socket, asio::dynamic_buffer(text),
                                  asio::redirect_error(asio::use_awaitable, end));
        co_return text;
    }
    task<std::string> exchange(std::string text)
    {
        std::optional<tcp::socket> socket;
        co_await open(socket);
        co_await send(*socket, std::move(text));
        auto answer = co_await read_all(*socket);
        co_return answer;
    }
    // Asks for the page, and returns when its answer begins.
    task<> begin_to_ask(std::optional<tcp::socket>& socket)
    {
        co_await open(socket);
        co_await send(*socket, get_page);
        char first = 0;
        auto const into = asio::buffer(&first, 1);
        co_await asio::async_read(*socket, into, asio::use_awaitable);
    }
    /// Sends a text, and returns what comes until the server closes the connection.
    std::string ask(std::string text) { return testing::run(io, exchange(std::move(text))); }
    /// Sends a request whose connection is closed after the answer.
    std::string ask(std::string const& method, std::string const& target, std::string const& headers = {})
    {
        return ask(method + ' ' + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers +
                   "\r\n");
    }

    asio::io_context io;
    testing::virtual_clock time{io};
    environment env{.ex = io.get_executor(), .time = &time, .log = &no_log()};
    std::optional<status_page> page{std::in_place, env};
    std::optional<status_page_server> server{std::in_place, *page};
    std::optional<testing::background> serving{std::in_place, io, time, server->run()};
};

bool has(std::string const& text, std::string const& part)
{
    return text.find(part) != text.npos;
}

std::string body_of(std::string const& answer)
{
    return answer.substr(answer.find("\r\n\r\n") + 4);
}

// Returns true if the server has sent nothing, and has not closed the connection either.
bool is_open_and_silent(tcp::socket& socket)
{
    char byte = 0;
    error_code why;
    socket.non_blocking(true);
    socket.receive(asio::buffer(&byte, 1), 0, why);
    socket.non_blocking(false);
    return why == asio::error::would_block;
}

} // namespace

TEST_CASE_METHOD(served_page, "the server sends the page and its numbers, with the headers of the answer")
{
    auto const main = ask("GET", "/");
    CHECK(main.starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(has(main, "Content-Security-Policy: default-src 'none'"));
    CHECK(has(main, "Cache-Control: no-store\r\n"));
    CHECK(body_of(main) == page->answer("/").body);
    auto const numbers = ask("GET", "/status.json");
    CHECK(has(numbers, "Content-Type: application/json\r\n"));
    CHECK(body_of(numbers).starts_with("{\"now\":"));
    CHECK(ask("GET", "/nowhere").starts_with("HTTP/1.1 404 Not Found\r\n"));
    CHECK(server->url() == "http://127.0.0.1:" + std::to_string(server->port()) + "/");
}

TEST_CASE("a program that this process starts does not inherit the sockets of the page")
{
    test::new_descriptors const since;
    served_page shown;
    std::optional<tcp::socket> browser;
    testing::run(shown.io, shown.begin_to_ask(browser));
    ::fcntl(browser->native_handle(), F_SETFD, FD_CLOEXEC); // this one is the test's
    CHECK(since.count("socket:") == 3);                     // the listener's, and both ends of the connection
    CHECK(since.inherited().empty());
}

TEST_CASE_METHOD(served_page, "HEAD gets the header of the answer and no body")
{
    auto const answer = ask("HEAD", "/");
    CHECK(answer.starts_with("HTTP/1.1 200 OK\r\n"));
    CHECK(has(answer, "Content-Length: " + std::to_string(page->answer("/").body.size()) + "\r\n"));
    CHECK(body_of(answer).empty());
    auto const refused = ask("HEAD / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    CHECK(refused.starts_with("HTTP/1.1 403 Forbidden\r\n"));
    CHECK(body_of(refused).empty());
}

TEST_CASE_METHOD(served_page, "a connection serves several requests, also if they come together")
{
    std::string const first = "GET /x HTTP/1.1\r\nHost: [::1]:80\r\n\r\n";
    auto const answers =
        ask(first + first + "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    CHECK(answers.starts_with("HTTP/1.1 404 Not Found\r\n"));
    CHECK(answers.find("HTTP/1.1 404", 10) != answers.npos);
    CHECK(has(answers, "HTTP/1.1 200 OK"));
}

TEST_CASE_METHOD(served_page, "a request that would change something is refused")
{
    auto const method = GENERATE(as<std::string>(), "POST", "PUT", "DELETE", "OPTIONS", "PATCH");
    auto const answer = ask(method, "/");
    CHECK(answer.starts_with("HTTP/1.1 405 Method Not Allowed\r\n"));
    CHECK(has(answer, "Allow: GET, HEAD\r\n"));
}

TEST_CASE_METHOD(served_page, "a request by another name than a loopback name is refused, with the reason")
{
    auto const host = GENERATE(as<std::string>(), "Host: evil.example:9465\r\n", "",
                               "Host: localhost\r\nHost: evil.example\r\n");
    auto const answer = ask("GET /status.json HTTP/1.1\r\nConnection: close\r\n" + host + "\r\n");
    CHECK(answer.starts_with("HTTP/1.1 403 Forbidden\r\n"));
    CHECK(has(answer, "This page answers only if it is asked by a loopback name"));
    CHECK_FALSE(has(answer, "verdict"));
    if (host.starts_with("Host: evil")) CHECK(has(answer, "names \"evil.example:9465\""));
}

TEST_CASE_METHOD(served_page, "a header that is too long, a body, and what is not HTTP are refused")
{
    CHECK(ask("GET", "/", "X: " + std::string(9000, 'x') + "\r\n").starts_with("HTTP/1.1 431 "));
    CHECK(ask("GET", "/" + std::string(9000, 'x')).starts_with("HTTP/1.1 431 "));
    CHECK(ask("GET", "/", "Content-Length: 5\r\n").starts_with("HTTP/1.1 400 "));
    CHECK(ask("GET", "/", "Transfer-Encoding: chunked\r\n").starts_with("HTTP/1.1 400 "));
    CHECK(ask("GET", "/", "Transfer-Encoding: gzip\r\n").starts_with("HTTP/1.1 400 "));
    CHECK(ask("GET", "/", "Content-Length: 0\r\n").starts_with("HTTP/1.1 200 "));
    CHECK(ask("hello\r\n\r\n").starts_with("HTTP/1.1 400 "));
}

TEST_CASE_METHOD(served_page, "a request that does not end is given up after ten seconds")
{
    std::optional<tcp::socket> socket;
    testing::run(io, open(socket));
    testing::run(io, send(*socket, "GET / HTTP/1.1\r\nHost: local"));
    time.run_for(9s);
    CHECK(is_open_and_silent(*socket));
    time.run_for(2s);
    CHECK(testing::run(io, read_all(*socket)).empty());
}

TEST_CASE_METHOD(served_page, "a connection without a request is closed after a minute")
{
    std::optional<tcp::socket> socket;
    testing::run(io, open(socket));
    time.run_for(59s);
    CHECK(is_open_and_silent(*socket));
    time.run_for(2s);
    CHECK(testing::run(io, read_all(*socket)).empty());
}

TEST_CASE_METHOD(served_page, "the 65th connection waits until another one has ended")
{
    std::vector<std::optional<tcp::socket>> sockets(65);
    for (auto& socket : sockets) testing::run(io, open(socket));
    testing::run(io, send(*sockets.back(), "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
    for (int i = 0; i != 100; ++i) time.settle();
    CHECK(sockets.back()->available() == 0);
    sockets.front().reset();
    CHECK(testing::run(io, read_all(*sockets.back())).starts_with("HTTP/1.1 200 "));
}

TEST_CASE_METHOD(served_page, "a server that is cancelled closes its connections, and may be run again")
{
    std::optional<tcp::socket> socket;
    testing::run(io, open(socket));
    time.settle();
    CHECK_THROWS_WITH(testing::run(io, server->run()), Catch::Contains("already"));
    serving.reset();
    CHECK(testing::run(io, read_all(*socket)).empty());
    serving.emplace(io, time, server->run());
    CHECK(ask("GET", "/").starts_with("HTTP/1.1 200 "));
}

TEST_CASE_METHOD(served_page, "a port that is in use is named in the error")
{
    auto const port = server->port();
    CHECK_THROWS_WITH(status_page_server(*page, port),
                      Catch::Contains(std::to_string(port)) && Catch::Contains("choose another port"));
}

TEST_CASE_METHOD(served_page, "the page may be destroyed before its server, which goes on")
{
    page.reset();
    CHECK(ask("GET", "/status.json").starts_with("HTTP/1.1 200 "));
}

TEST_CASE("a server may outlive its execution context")
{
    std::optional<asio::io_context> io(std::in_place);
    std::optional<status_page> page(std::in_place, environment{.ex = io->get_executor()});
    status_page_server server(*page);
    SECTION("with its page")
    {
        page.reset();
    }
    io.reset();
    CHECK(server.port() != 0);
}
