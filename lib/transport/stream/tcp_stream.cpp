#include "transport/stream/tcp_stream.hpp"

#include "transport/stream/within.hpp"

#include <coinformer/core/wakeup.hpp>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace coinformer::detail {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

namespace {

// A look-up of a name. getaddrinfo runs on Asio's own thread and cannot be interrupted. A coroutine that
// waits for it may be cancelled; this object then stays until the look-up has ended. Asio makes the look-ups
// of an io_context one after the other, so those that nobody waits for any more are taken out of its queue:
// otherwise a name server that does not answer for one cluster would keep all others from connecting.
struct lookup {
    explicit lookup(executor const& ex) : resolver(std::in_place, ex) {}

    std::optional<tcp::resolver> resolver; // empty when nobody waits any more
    wakeup ended;
    bool over = false;
    error_code failure;
    std::vector<tcp::endpoint> found;
};

// Takes a look-up that has not begun out of Asio's queue when its waiter leaves. The end of the resolver does
// that without memory, which resolver::cancel() would need; and it comes with the waiter's frame, while the
// services of the execution context exist.
class waiting_for {
public:
    explicit waiting_for(std::shared_ptr<lookup> what) noexcept : what_(std::move(what)) {}
    waiting_for(waiting_for const&) = delete;
    ~waiting_for() { what_->resolver.reset(); }

private:
    std::shared_ptr<lookup> what_;
};

task<std::vector<tcp::endpoint>> resolve(std::string host, std::uint16_t port)
{
    error_code not_an_address;
    auto const address = asio::ip::make_address(host, not_an_address);
    if (!not_an_address) co_return std::vector<tcp::endpoint>(1, tcp::endpoint(address, port));

    executor const ex = co_await asio::this_coro::executor;
    auto const shared = std::make_shared<lookup>(ex);
    shared->resolver->async_resolve(
        host, std::to_string(port), tcp::resolver::numeric_service,
        [shared](error_code const& ec, tcp::resolver::results_type const& results) {
            shared->failure = ec;
            for (auto const& r : results) shared->found.push_back(r.endpoint());
            shared->over = true;
            shared->ended.notify();
        });
    waiting_for const present(shared);
    while (!shared->over) co_await shared->ended.wait();
    if (shared->failure)
        throw api_error(errc::resolve_failed, "connect to " + host_and_port(host, port),
                        shared->failure.message());
    co_return std::move(shared->found);
}

// Makes the system find out within 45 seconds that a peer has vanished, also on a connection on which the
// server has nothing to say: a watch of events has no bookmarks. By default the first probe would be sent
// after two hours, and bytes that nobody acknowledges would be sent again for a quarter of an hour. The
// probes are the systems' own, so that they cost the server nothing. Errors do not matter, because the
// connection works without it.
void keep_alive(tcp::socket& socket)
{
    error_code ignored;
    socket.set_option(asio::socket_base::keep_alive(true), ignored);
#if defined(TCP_KEEPIDLE) && defined(TCP_KEEPINTVL) && defined(TCP_KEEPCNT)
    auto const set = [&socket](int option, int value) {
        (void)::setsockopt(socket.native_handle(), IPPROTO_TCP, option, &value, sizeof value);
    };
    set(TCP_KEEPIDLE, 15); // seconds of silence before the first probe
    set(TCP_KEEPINTVL, 10);
    set(TCP_KEEPCNT, 3);
#if defined(TCP_USER_TIMEOUT)
    set(TCP_USER_TIMEOUT, 45'000); // milliseconds, for bytes that were sent
#endif
#endif
}

task<tcp::socket> connect_to(tcp::endpoint peer)
{
    executor const ex = co_await asio::this_coro::executor;
    tcp::socket socket(ex);
    socket.open(peer.protocol());
    // A program that this process starts must not inherit the connection: the server would not see its
    // end.
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
    co_await socket.async_connect(peer, asio::use_awaitable);
    error_code ignored; // the connection works without it
    socket.set_option(tcp::no_delay(true), ignored);
    keep_alive(socket);
    co_return socket;
}

std::string address_of(tcp::endpoint const& peer)
{
    return host_and_port(peer.address().to_string(), peer.port());
}

} // namespace

std::string host_and_port(std::string const& host, std::uint16_t port)
{
    bool const v6 = host.find(':') != std::string::npos;
    return (v6 ? '[' + host + ']' : host) + ':' + std::to_string(port);
}

task<tcp::socket> connect_tcp(time_source& time, std::string host, std::uint16_t port, duration limit)
{
    auto const deadline = time.now() + limit;
    auto addresses = co_await within(time, limit, resolve(host, port), "resolve " + host);
    auto connecting =
        connect_to_first(time, std::move(addresses), host_and_port(host, port), deadline - time.now());
    auto socket = co_await std::move(connecting);
    co_return std::move(socket);
}

// Addresses that are silent are tried twice. In the first round each of several gets a second at most,
// because an attempt for a Lease is given up after four, and one address that swallows packets must not use
// them up. An address that needs longer, because it is far away or a packet was lost, gets its share of all
// the time that is left in the second round.
task<tcp::socket> connect_to_first(time_source& time, std::vector<tcp::endpoint> addresses, std::string peer,
                                   duration limit)
{
    constexpr duration longest_first_try = std::chrono::seconds(1);
    auto const deadline = time.now() + limit;
    bool const has_several = addresses.size() > 1;
    std::deque<tcp::endpoint> fresh(addresses.begin(), addresses.end()), silent;
    // becomes timed_out if one of the addresses does not answer in its time
    error_code outcome = errc::connect_failed;
    std::string reasons;
    while (!fresh.empty() || !silent.empty()) {
        bool const is_first_round = !fresh.empty();
        auto& round = is_first_round ? fresh : silent;
        auto const left = std::max<duration>(deadline - time.now(), duration::zero());
        auto share = left / static_cast<int>(round.size());
        auto const address = round.front();
        round.pop_front();
        bool const comes_again = is_first_round && !(fresh.empty() && silent.empty());
        if (comes_again) share = std::min(share, longest_first_try);
        try {
            auto socket = co_await with_timeout(time, share, connect_to(address));
            co_return std::move(socket);
        } catch (boost::system::system_error const& e) {
            if (e.code() == condition::cancelled) throw;
            bool const is_silent = e.code() == make_error_code(errc::timed_out);
            if (is_silent && comes_again) {
                silent.push_back(address);
                continue;
            }
            if (is_silent) outcome = errc::timed_out;
            if (!reasons.empty()) reasons += "; ";
            if (has_several) reasons += address_of(address) + ": ";
            reasons += e.code().message();
        }
    }
    throw api_error(outcome, "connect to " + peer, reasons);
}

void throw_socket_error(error_code const& ec, bool closed, std::string const& peer)
{
    if (closed) throw api_error(errc::connection_closed, peer, "by this client");
    if (ec == asio::error::operation_aborted) throw api_error(errc::cancelled, peer);
    if (ec == asio::error::eof) throw api_error(errc::connection_closed, peer);
    bool const plain_reset = ec == asio::error::connection_reset || ec == asio::error::broken_pipe;
    throw api_error(errc::connection_reset, peer, plain_reset ? std::string() : ec.message());
}

tcp_stream::tcp_stream(tcp::socket socket, std::string peer)
    : socket_(std::move(socket)), peer_(std::move(peer))
{
}

task<std::size_t> tcp_stream::read_some(std::span<char> into)
{
    error_code ec;
    auto const buffer = asio::buffer(into.data(), into.size());
    auto const n = co_await socket_->async_read_some(buffer, asio::redirect_error(asio::use_awaitable, ec));
    if (ec == asio::error::eof) co_return 0;
    if (ec) throw_socket_error(ec, closed_, peer_);
    co_return n;
}

task<> tcp_stream::write(std::span<char const> bytes)
{
    error_code ec;
    auto const buffer = asio::buffer(bytes.data(), bytes.size());
    co_await asio::async_write(*socket_, buffer, asio::redirect_error(asio::use_awaitable, ec));
    if (ec) throw_socket_error(ec, closed_, peer_);
}

void tcp_stream::close() noexcept
{
    closed_ = true;
    socket_.close();
}

} // namespace coinformer::detail
