#include <coinformer/core/error.hpp>
#include <coinformer/testing/memory_network.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "catch.hpp"

#include <string>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using namespace coinformer;
using namespace coinformer::detail;
using testing::link_options;

namespace {

/// A client that sends a greeting and a server that answers with a text. It records what each of them
/// receives, read by read.
struct conversation {
    conversation() = default;
    explicit conversation(link_options to_client) { net.conditions({}, to_client); }
    ~conversation()
    {
        stop.emit(asio::cancellation_type::terminal);
        time.settle();
    }

    void start()
    {
        asio::co_spawn(io, talk(), asio::bind_cancellation_slot(stop.slot(), [this](std::exception_ptr e) {
                           try {
                               if (e) std::rethrow_exception(e);
                           } catch (boost::system::system_error const& failure) {
                               ending = failure.code();
                           }
                           ended = true;
                       }));
        time.settle();
    }
    task<> talk() &
    {
        client = co_await dial->dial();
        auto accepted = co_await net.accept();
        server = std::move(accepted);
        std::string_view const answer = "0123456789";
        co_await server->write(answer);
        char buffer[64];
        for (;;) {
            auto const n = co_await client->read_some(buffer);
            if (n == 0) co_return;
            heard.append(heard.empty() ? "" : "|").append(buffer, n);
        }
    }

    asio::io_context io;
    testing::virtual_clock time{io};
    testing::memory_network net{environment{.ex = io.get_executor(), .time = &time, .seed = 3}};
    std::unique_ptr<dialer> dial = net.dialer();
    std::unique_ptr<byte_stream> client, server;
    asio::cancellation_signal stop;
    std::string heard;
    error_code ending;
    bool ended = false;
};

} // namespace

TEST_CASE("a delayed link delivers bytes and their end late, in order")
{
    conversation c({.delay = 50ms});
    c.start();
    c.server->close();
    c.time.run_for(49ms);
    CHECK(c.heard.empty());
    c.time.run_for(1ms);
    CHECK(c.heard == "0123456789");
    CHECK(c.ended);
}

TEST_CASE("jitter delays bytes and keeps their order")
{
    conversation c({.delay = 1ms, .jitter = 100ms});
    c.start();
    asio::co_spawn(
        c.io,
        [](byte_stream& s) -> task<> {
            for (char const x : {'a', 'b', 'c', 'd', 'e', 'f'}) co_await s.write(std::span(&x, 1));
        }(*c.server),
        [](std::exception_ptr) {});
    c.time.run_for(1s);
    std::erase(c.heard, '|');
    CHECK(c.heard == "0123456789abcdef");
}

TEST_CASE("a dripping link delivers single bytes, and a splitting link random parts")
{
    conversation drip({.most_at_once = 1});
    drip.start();
    CHECK(drip.heard == "0|1|2|3|4|5|6|7|8|9");

    conversation split({.random_parts = true});
    split.start();
    CHECK(split.heard != "0123456789");
    std::erase(split.heard, '|');
    CHECK(split.heard == "0123456789");
}

TEST_CASE("a link resets the connection after the given number of bytes")
{
    conversation c({.reset_after = 4});
    c.start();
    CHECK(c.ended);
    CHECK(c.ending == errc::connection_reset);
}

TEST_CASE("a link falls silent after the given number of bytes, and does not deliver the end")
{
    conversation c({.silent_after = 4});
    c.start();
    c.server->close();
    c.time.run_for(1h);
    CHECK(c.heard == "0123");
    CHECK_FALSE(c.ended);
}

TEST_CASE("silence and hold apply to open connections, and reset breaks them")
{
    conversation silent, held;
    silent.start();
    held.start();
    auto const more = [](byte_stream& s) -> task<> { co_await s.write(std::string_view("more")); };
    silent.net.silence();
    held.net.hold(true);
    for (auto* c : {&silent, &held}) {
        asio::co_spawn(c->io, more(*c->server), [](std::exception_ptr) {});
        c->time.run_for(1h);
        CHECK(c->heard == "0123456789");
    }
    held.net.hold(false);
    held.time.settle();
    CHECK(held.heard == "0123456789|more");
    held.net.reset();
    held.time.settle();
    CHECK(held.ending == errc::connection_reset);
    CHECK_FALSE(silent.ended);
}

TEST_CASE("a dial on a network that hangs waits, and can be cancelled")
{
    conversation waits, gives_up;
    for (auto* c : {&waits, &gives_up}) {
        c->net.hang(true);
        c->start();
        c->time.run_for(1h);
        CHECK_FALSE(c->client);
    }
    waits.net.hang(false);
    waits.time.settle();
    CHECK(waits.heard == "0123456789");
    gives_up.stop.emit(asio::cancellation_type::terminal);
    gives_up.time.settle();
    CHECK(gives_up.ending == condition::cancelled);
}

TEST_CASE("a delay without an environment is refused")
{
    testing::memory_network net;
    CHECK_THROWS_AS(net.conditions({.delay = 1ms}, {}), std::invalid_argument);
}
