#include "transport/stream/tcp_stream.hpp"

#include "asio_run.hpp"
#include "new_descriptors.hpp"

#include <coinformer/core/with_timeout.hpp>
#include <coinformer/testing/virtual_clock.hpp>

#include <boost/asio/write.hpp>

#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <optional>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;
namespace asio = boost::asio;
using tcp = asio::ip::tcp;

namespace {

task<> connect(time_source& time, std::vector<tcp::endpoint> addresses, duration limit,
               std::optional<tcp::socket>& out)
{
    auto socket = co_await connect_to_first(time, std::move(addresses), "api.test:6443", limit);
    out.emplace(std::move(socket));
}

struct network {
    asio::io_context io;
    testing::virtual_clock time{io};
    std::optional<tcp::socket> socket;

    tcp::acceptor listen() { return tcp::acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)); }

    /// Returns an address at which no server listens any more.
    tcp::endpoint refusing()
    {
        auto closed = listen();
        return closed.local_endpoint();
    }

    /// Lets real time pass, because the kernel answers when it likes.
    void await_kernel()
    {
        time.settle();
        io.restart();
        io.run_one_for(10ms);
    }
    /// Lets real time pass until `attempt` is over.
    void run(started const& attempt)
    {
        while (!attempt.done()) await_kernel();
    }
};

/// A listener whose backlog is full: the kernel drops further connections, as a firewall does.
class silent {
public:
    explicit silent(asio::io_context& io) : listener_(io, tcp::v4())
    {
        listener_.bind(tcp::endpoint(asio::ip::address_v4::loopback(), 0));
        ::listen(listener_.native_handle(), 0);
        for (int i = 0; i != 4; ++i) {
            auto& socket = waiting_.emplace_back(io);
            socket.open(tcp::v4());
            socket.non_blocking(true);
            auto const to = address(); // Asio's connect() would wait for the outcome
            (void)::connect(socket.native_handle(), to.data(), static_cast<socklen_t>(to.size()));
        }
    }
    tcp::endpoint address() const { return listener_.local_endpoint(); }
    /// From now on connections are accepted.
    void recover() { ::listen(listener_.native_handle(), 100); }

private:
    tcp::acceptor listener_;
    std::vector<tcp::socket> waiting_;
};

/// While it exists, this process can open no descriptor.
class exhausted_descriptors {
public:
    exhausted_descriptors()
    {
        REQUIRE(::getrlimit(RLIMIT_NOFILE, &usual_) == 0);
        rlimit none = usual_;
        none.rlim_cur = 0;
        REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
    }
    exhausted_descriptors(exhausted_descriptors const&) = delete;
    ~exhausted_descriptors() { ::setrlimit(RLIMIT_NOFILE, &usual_); }

private:
    rlimit usual_ = {};
};

} // namespace

TEST_CASE("addresses that refuse are skipped")
{
    network net;
    auto const server = net.listen();
    started attempt(
        net.io, connect(net.time, {net.refusing(), net.refusing(), server.local_endpoint()}, 9s, net.socket));
    net.run(attempt);
    CHECK(attempt.what().empty());
    REQUIRE(net.socket);
    CHECK(net.socket->remote_endpoint() == server.local_endpoint());
    CHECK(net.time.armed() == 0);
}

TEST_CASE("a program that this process starts does not inherit a connection")
{
    network net;
    auto const server = net.listen();
    test::new_descriptors const since;
    started attempt(net.io, connect(net.time, {server.local_endpoint()}, 9s, net.socket));
    net.run(attempt);
    REQUIRE(net.socket);
    CHECK(since.count("socket:") == 1);
    CHECK(since.inherited().empty());
}

TEST_CASE("if all addresses refuse, the error names each of them")
{
    network net;
    auto const first = net.refusing(), second = net.refusing();
    started attempt(net.io, connect(net.time, {first, second}, 9s, net.socket));
    net.run(attempt);
    CHECK(attempt.code() == errc::connect_failed);
    CHECK(attempt.what().find("connect to api.test:6443") != std::string::npos);
    for (auto const& one : {first, second})
        CHECK(attempt.what().find(host_and_port("127.0.0.1", one.port()) + ": Connection refused") !=
              std::string::npos);
}

TEST_CASE("if the only address refuses, the error names the host alone")
{
    network net;
    started attempt(net.io, connect(net.time, {net.refusing()}, 9s, net.socket));
    net.run(attempt);
    CHECK(attempt.code() == errc::connect_failed);
    CHECK(attempt.what().find("127.0.0.1") == std::string::npos);
}

TEST_CASE("if no socket can be opened, the error says so for each address, and a later attempt succeeds")
{
    network net;
    auto const first = net.listen(), second = net.listen(); // the event loop has its descriptors now
    std::vector<tcp::endpoint> const addresses{first.local_endpoint(), second.local_endpoint()};
    test::new_descriptors const since;
    started attempt(net.io, connect(net.time, addresses, 9s, net.socket));
    {
        exhausted_descriptors const none;
        net.run(attempt);
    }
    CHECK(attempt.code() == errc::connect_failed);
    INFO(attempt.what());
    for (auto const& one : addresses)
        CHECK(attempt.what().find(host_and_port("127.0.0.1", one.port()) + ": Too many open files") !=
              std::string::npos);
    CHECK_FALSE(net.socket);
    CHECK(since.count("socket:") == 0);
    CHECK(net.time.armed() == 0);

    started later(net.io, connect(net.time, addresses, 9s, net.socket));
    net.run(later);
    CHECK(later.what().empty());
    REQUIRE(net.socket);
    CHECK(net.socket->remote_endpoint() == first.local_endpoint());
}

TEST_CASE(
    "an address that swallows packets holds up the next one for a second, and is tried again at the end")
{
    network net;
    silent hole(net.io);
    SECTION("the second address answers")
    {
        auto const server = net.listen();
        started attempt(net.io,
                        connect(net.time, {hole.address(), server.local_endpoint()}, 10s, net.socket));
        net.time.run_for(1s - 1ns);
        CHECK_FALSE(attempt.done());
        CHECK(net.time.armed() == 1);
        net.time.run_for(1ns);
        net.run(attempt);
        CHECK(attempt.what().empty());
        REQUIRE(net.socket);
        CHECK(net.socket->remote_endpoint() == server.local_endpoint());
    }
    SECTION("the second address answers, and the caller waits no longer than an attempt for a Lease")
    {
        auto const server = net.listen();
        started attempt(net.io, with_timeout(net.time, 4s,
                                             connect(net.time, {hole.address(), server.local_endpoint()}, 10s,
                                                     net.socket)));
        net.time.run_for(1s);
        for (int i = 0; i != 100 && !attempt.done(); ++i) net.await_kernel();
        net.time.run_for(3s);
        CHECK(attempt.what().empty());
        CHECK(net.socket);
    }
    SECTION("neither answers")
    {
        started attempt(net.io, connect(net.time, {hole.address(), hole.address()}, 10s, net.socket));
        net.time.run_for(10s - 1ns);
        CHECK_FALSE(attempt.done());
        net.time.run_for(1ns);
        net.run(attempt);
        CHECK(attempt.code() == errc::timed_out);
    }
    SECTION("neither answers at first, and the first one does when it is tried again")
    {
        silent const other(net.io);
        started attempt(net.io, connect(net.time, {hole.address(), other.address()}, 10s, net.socket));
        net.time.run_for(1500ms);
        hole.recover();
        net.time.run_for(500ms);
        net.run(attempt);
        CHECK(attempt.what().empty());
        REQUIRE(net.socket);
        CHECK(net.socket->remote_endpoint() == hole.address());
    }
    SECTION("the second address refuses, and the error is the time-out of the first one")
    {
        started attempt(net.io, connect(net.time, {hole.address(), net.refusing()}, 10s, net.socket));
        net.time.run_for(1s);
        for (int i = 0; i != 5; ++i) net.await_kernel(); // the refusal comes
        net.time.run_for(9s - 1ns);
        CHECK_FALSE(attempt.done());
        net.time.run_for(1ns);
        net.run(attempt);
        CHECK(attempt.code() == errc::timed_out);
        CHECK(attempt.what().find("Connection refused") != std::string::npos);
    }
    CHECK(net.time.armed() == 0);
}

TEST_CASE("cancelling an attempt ends it, and no further address is tried")
{
    network net;
    silent const hole(net.io);
    auto const server = net.listen();
    started attempt(net.io, connect(net.time, {hole.address(), server.local_endpoint()}, 10s, net.socket));
    net.time.settle();
    attempt.cancel();
    net.run(attempt);
    CHECK(attempt.code() == condition::cancelled);
    CHECK_FALSE(net.socket);
    CHECK(net.time.armed() == 0);
}

TEST_CASE("the system's error of a socket becomes an error on which callers can branch")
{
    auto const told = [](error_code const& ec, bool closed = false) {
        try {
            throw_socket_error(ec, closed, "api.test:6443");
        } catch (api_error const& e) {
            return e;
        }
    };
    CHECK(told(asio::error::eof).code() == errc::connection_closed);
    CHECK(told(asio::error::operation_aborted).code() == errc::cancelled);
    CHECK(told(asio::error::connection_reset).code() == errc::connection_reset);
    CHECK(told(asio::error::broken_pipe).code() == errc::connection_reset);
    auto const other = told(asio::error::host_unreachable);
    CHECK(other.code() == errc::connection_reset);
    CHECK(std::string(other.what()).find(error_code(asio::error::host_unreachable).message()) !=
          std::string::npos);
    CHECK(std::string(told(asio::error::broken_pipe).what()).find("roken pipe") == std::string::npos);
    for (error_code const ec : {error_code(asio::error::operation_aborted), error_code(asio::error::eof)}) {
        auto const by_us = told(ec, true);
        CHECK(by_us.code() == errc::connection_closed);
        CHECK(std::string(by_us.what()).find("by this client") != std::string::npos);
    }
}

TEST_CASE("a TCP stream says without waiting whether bytes or the end have come")
{
    network net;
    auto listener = net.listen();
    tcp::socket here(net.io), there(net.io);
    here.connect(listener.local_endpoint());
    listener.accept(there);
    auto const handle = here.native_handle();
    tcp_stream stream(std::move(here), "api.test:6443");
    CHECK_FALSE(stream.has_input());

    if (GENERATE(true, false))
        asio::write(there, asio::buffer("x", 1));
    else
        there.close();
    pollfd arrival{.fd = handle, .events = POLLIN, .revents = 0};
    REQUIRE(::poll(&arrival, 1, 10'000) == 1);
    CHECK(stream.has_input());
    CHECK(stream.has_input()); // it was only looked at
}
