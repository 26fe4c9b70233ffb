#include "wire_world.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/testing/tcp_listener.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::testing;
namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

task<tcp::socket> connected(asio::io_context& io, std::uint16_t port)
{
    tcp::socket socket(io);
    tcp::endpoint const server(asio::ip::address_v4::loopback(), port);
    co_await socket.async_connect(server, asio::use_awaitable);
    co_return socket;
}

task<std::string> ask_and_read_all(asio::io_context& io, std::uint16_t port, std::string text)
{
    auto socket = co_await connected(io, port);
    co_await asio::async_write(socket, asio::buffer(text), asio::use_awaitable);
    std::string all;
    error_code end;
    co_await asio::async_read(socket, asio::dynamic_buffer(all),
                              asio::redirect_error(asio::use_awaitable, end));
    co_return all;
}

task<std::string> watch_two(asio::io_context& io, api_server& server, std::uint16_t port)
{
    auto socket = co_await connected(io, port);
    auto const text = get("/api/v1/configmaps?watch=1&resourceVersion=" + server.resource_version());
    co_await asio::async_write(socket, asio::buffer(text), asio::use_awaitable);
    std::string all;
    auto const until = [&](std::string_view what) {
        return asio::dynamic_buffer(all, all.size() + 65536 + what.size());
    };
    auto buffer = until("");
    co_await asio::async_read_until(socket, buffer, "\r\n\r\n", asio::use_awaitable);
    server.create(configmaps, R"({"metadata":{"name":"first"}})");
    co_await asio::async_read_until(socket, buffer, "}\n\r\n", asio::use_awaitable);
    server.create(configmaps, R"({"metadata":{"name":"second"}})");
    co_await asio::async_read_until(socket, buffer, "second", asio::use_awaitable);
    co_return all;
}

} // namespace

TEST_CASE("the server speaks HTTP over TCP on the loopback")
{
    asio::io_context io;
    api_server server(environment{io.get_executor()});
    tcp_listener listener(io.get_executor());
    nursery work(io.get_executor());
    work.start(server.run(listener));
    server.create(configmaps, R"({"metadata":{"name":"a"}})");

    auto const version = coinformer::testing::run(
        io,
        ask_and_read_all(io, listener.port(),
                         get("/version", "User-Agent: curl/7.88.1\r\nAccept: */*\r\nConnection: close\r\n")));
    auto const list = coinformer::testing::run(
        io, ask_and_read_all(io, listener.port(), get("/api/v1/configmaps", "Connection: close\r\n")));
    auto const events = coinformer::testing::run(io, watch_two(io, server, listener.port()));

    CHECK(status_of(version) == 200);
    CHECK(body_of(list).find("\"name\":\"a\"") != std::string::npos);
    CHECK(events.find("first") < events.find("second"));
    work.request_stop();
    io.restart();
    io.run();
    CHECK(server.open_connections() == 0);
}

TEST_CASE("a port that is in use is an error that names it")
{
    asio::io_context io;
    tcp_listener const first(io.get_executor());
    CHECK(first.url() == "http://127.0.0.1:" + std::to_string(first.port()));

    try {
        tcp_listener const second(io.get_executor(), first.port());
        FAIL("the port is in use, and should have been refused");
    } catch (api_error const& e) {
        CHECK(std::string(e.what()).find("listen on 127.0.0.1:" + std::to_string(first.port())) !=
              std::string::npos);
    }
}
