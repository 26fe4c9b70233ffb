#include <coinformer/core/error.hpp>
#include <coinformer/testing/memory_network.hpp>

#include "asio_run.hpp"
#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
namespace asio = boost::asio;

namespace {

task<> send(byte_stream& s, std::string text, bool& sent)
{
    co_await s.write(text);
    sent = true;
}

task<> receive(byte_stream& s, std::size_t at_most, std::string& text)
{
    std::string buffer(at_most, '\0');
    auto const n = co_await s.read_some(buffer);
    text += n == 0 ? "<end>" : buffer.substr(0, n);
}

task<> receive_all(byte_stream& s, std::string& text)
{
    char buffer[3];
    for (;;) {
        auto const n = co_await s.read_some(buffer);
        if (n == 0) co_return;
        text.append(buffer, n);
    }
}

task<> take(testing::memory_network& net, std::unique_ptr<byte_stream>& stream)
{
    stream = co_await net.accept();
}

task<> dial(dialer& d, std::unique_ptr<byte_stream>& stream)
{
    stream = co_await d.dial();
}

} // namespace

TEST_CASE("one end reads what the other end writes")
{
    asio::io_context io;
    auto [a, b] = testing::memory_stream_pair();
    bool sent = false;
    std::string text;

    started reading(io, receive(*b, 100, text));
    io.poll();
    CHECK_FALSE(reading.done());
    started writing(io, send(*a, "hello", sent));
    io.restart();
    io.poll();

    CHECK(sent);
    CHECK(text == "hello");
}

TEST_CASE("a writer waits while the reader is slow")
{
    asio::io_context io;
    auto [a, b] = testing::memory_stream_pair(4);
    bool sent = false;
    std::string text;
    started writing(io, send(*a, "0123456789", sent));
    io.poll();
    CHECK_FALSE(sent);

    started first(io, receive(*b, 3, text));
    io.restart();
    io.poll();
    CHECK(text == "012");
    CHECK_FALSE(sent);

    started second(io, receive(*b, 3, text));
    started third(io, receive(*b, 3, text));
    io.restart();
    io.poll();
    CHECK(sent);
    CHECK(text == "0123456");
}

TEST_CASE("after an orderly close the rest of the bytes is read, and then the end")
{
    asio::io_context io;
    auto [a, b] = testing::memory_stream_pair();
    bool sent = false;
    std::string text;
    started writing(io, send(*a, "goodbye", sent));
    io.poll();

    a.reset();
    started reading(io, receive_all(*b, text));
    started answering(io, send(*b, "too late", sent));
    io.restart();
    io.poll();

    CHECK(reading.done());
    CHECK_FALSE(reading.code());
    CHECK(text == "goodbye");
    CHECK(answering.code() == errc::connection_reset);
}

TEST_CASE("a reset ends both ends at once, and loses the bytes in between")
{
    asio::io_context io;
    auto [a, b] = testing::memory_stream_pair(4);
    bool sent = false;
    std::string text;
    started writing(io, send(*a, "0123456789", sent));
    started waiting(io, receive(*a, 1, text));
    io.poll();

    b->reset();
    started reading(io, receive(*b, 1, text));
    io.restart();
    io.poll();

    CHECK(writing.code() == errc::connection_reset);
    CHECK(waiting.code() == errc::connection_reset);
    CHECK(reading.code() == errc::connection_reset);
    CHECK(text.empty());
}

TEST_CASE("closing an end ends its reads and writes")
{
    asio::io_context io;
    auto [a, b] = testing::memory_stream_pair();
    std::string text;
    started reading(io, receive(*a, 1, text));
    io.poll();

    a->close();
    a->close();
    io.restart();
    io.poll();

    CHECK(reading.code() == errc::connection_closed);
}

TEST_CASE("a read and a write can be cancelled")
{
    asio::io_context io;
    auto [a, b] = testing::memory_stream_pair(1);
    bool sent = false;
    std::string text;
    started reading(io, receive(*a, 1, text));
    started writing(io, send(*a, "0123456789", sent));
    io.poll();

    reading.cancel();
    writing.cancel();
    io.restart();
    io.poll();

    CHECK(reading.code() == condition::cancelled);
    CHECK(writing.code() == condition::cancelled);
}

TEST_CASE("a dialer reaches the network's accept, unless the network refuses or is destroyed")
{
    asio::io_context io;
    std::unique_ptr<byte_stream> client, server, none;
    auto net = std::make_unique<testing::memory_network>();
    auto const dialer = net->dialer();
    started accepting(io, take(*net, server));
    io.poll();
    CHECK_FALSE(accepting.done());

    started dialing(io, dial(*dialer, client));
    io.restart();
    io.poll();
    REQUIRE(server);
    REQUIRE(client);
    std::string text;
    bool sent = false;
    started writing(io, send(*client, "hello", sent));
    started reading(io, receive(*server, 10, text));
    io.restart();
    io.poll();
    CHECK(text == "hello");

    net->refuse(true);
    started refused(io, dial(*dialer, none));
    io.restart();
    io.poll();
    CHECK(refused.code() == errc::connect_failed);
    CHECK(net->dialed() == 2);

    net.reset();
    started gone(io, dial(*dialer, none));
    io.restart();
    io.poll();
    CHECK(gone.code() == errc::connect_failed);
}

TEST_CASE("an accept can be cancelled and loses no connection")
{
    asio::io_context io;
    testing::memory_network net;
    auto const dialer = net.dialer();
    std::unique_ptr<byte_stream> client, server, none;
    started cancelled(io, take(net, none));
    io.poll();
    cancelled.cancel();
    io.restart();
    io.poll();
    CHECK(cancelled.code() == condition::cancelled);

    started dialing(io, dial(*dialer, client));
    started accepting(io, take(net, server));
    io.restart();
    io.poll();

    CHECK(server);
}
