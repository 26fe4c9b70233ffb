// Tests how a TLS stream reads what its server writes in many small records.
#include "tls_world.hpp"

#include "transport/stream/read_pace.hpp"
#include "transport/stream/tls_stream.hpp"

#include <coinformer/testing/virtual_clock.hpp>

#include <thread>
#include <unistd.h>

using namespace tls_world;
using namespace std::chrono_literals;

namespace {

task<> read_once(byte_stream& from, std::size_t& got)
{
    std::array<char, 1000> room;
    got = co_await from.read_some(room);
}

/// A TLS stream in virtual time, and the server's end of its connection, which the test controls.
struct connected {
    connected()
    {
        auto const identity = authority().server({"localhost"});
        context.use_certificate_chain(asio::buffer(identity.certificate));
        context.use_private_key(asio::buffer(identity.key), ssl::context::pem);
        tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
        tcp::socket client(io);
        client.connect(acceptor.local_endpoint());
        peeping.assign(tcp::v4(), ::dup(client.native_handle()));
        server.emplace(acceptor.accept(), context);
        std::thread other([this] { server->handshake(ssl::stream_base::server); });
        auto const trusting = std::make_shared<ssl::context>(ssl::context::tls_client);
        started opening(io, open_tls(time, std::move(client), trusting, stream));
        io.run();
        other.join();
        io.restart();
    }
    /// Writes a record of one byte, and returns when it has arrived.
    void write()
    {
        auto const before = peeping.available();
        server->write_some(asio::buffer("x", 1));
        while (peeping.available() == before) std::this_thread::yield();
    }
    /// Runs everything that is ready, the socket included, without moving the virtual time.
    void run_until(started const& reading)
    {
        io.restart();
        while (!reading.done() && io.run_one_for(10s) != 0) {
        }
    }
    /// Starts a read that finds nothing and waits, and sends it a record.
    void wait_and_read()
    {
        std::size_t got = 0;
        started reading(io, read_once(*stream, got));
        time.settle();
        REQUIRE_FALSE(reading.done());
        CHECK(time.armed() == 0); // it waits only for the socket
        write();
        run_until(reading);
        REQUIRE(got == 1);
    }

    asio::io_context io;
    testing::virtual_clock time{io};
    ssl::context context{ssl::context::tls_server};
    std::optional<ssl::stream<tcp::socket>> server;
    tcp::socket peeping{io}; // looks at the client's socket
    std::unique_ptr<byte_stream> stream;
};

} // namespace

TEST_CASE_METHOD(connected, "records that come one by one, and often, are read together after a pause")
{
    for (unsigned i = 0; i != read_pace::reads_before_gathering; ++i) wait_and_read();

    std::size_t got = 0;
    {
        started reading(io, read_once(*stream, got));
        time.settle();
        write();
        write();
        write();
        time.settle();
        CHECK_FALSE(reading.done()); // though there is something to read
        CHECK(time.armed() == 1);
        time.run_for(read_pace::pause);
        CHECK(reading.done());
    }
    CHECK(got == 3);

    { // nothing more comes: then the next record is read at once
        started reading(io, read_once(*stream, got));
        time.run_for(read_pace::pause);
        CHECK(time.armed() == 0);
        REQUIRE_FALSE(reading.done());
        write();
        run_until(reading);
        CHECK(got == 1);
    }
}

TEST_CASE_METHOD(connected, "records that come now and then are read at once")
{
    for (unsigned i = 0; i != 3 * read_pace::reads_before_gathering; ++i) {
        time.run_for(read_pace::dense);
        wait_and_read();
    }
}

TEST_CASE_METHOD(connected,
                 "a read that lets records gather can be cancelled, and the stream can be closed meanwhile")
{
    bool const closes = GENERATE(false, true);
    for (unsigned i = 0; i <= read_pace::reads_before_gathering; ++i) {
        std::size_t got = 0;
        started reading(io, read_once(*stream, got));
        time.settle();
        if (time.armed() != 0) {
            if (closes)
                stream->close();
            else
                reading.cancel();
            time.run_for(read_pace::pause);
            CHECK(reading.code() == (closes ? errc::connection_closed : errc::cancelled));
            return;
        }
        write();
        run_until(reading);
    }
    FAIL("the stream did not let the records gather");
}
