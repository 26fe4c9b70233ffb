#pragma once

#include "transport/stream/bound_socket.hpp"

#include <coinformer/core/error.hpp>
#include <coinformer/core/time_source.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace coinformer::detail {

/// Resolves `host` (a name or an address), and connects to the first of its addresses that answers.
///
/// Time       of several addresses, each gets a second at most; then those that were silent are tried once
///            more, and share what is left of `limit`. So an address which swallows packets holds up the next
///            one for no more than a second.
/// Errors     errc::resolve_failed, errc::connect_failed or errc::timed_out, with host:port and the system's
///            reasons.
/// Cancel     at any time. The look-up of a name cannot be interrupted: it goes on by itself, and its answer
///            is dropped.
[[nodiscard]] task<boost::asio::ip::tcp::socket> connect_tcp(time_source& time, std::string host,
                                                             std::uint16_t port, duration limit);

/// The second half of connect_tcp(): tries the addresses in turn. `peer` is for messages: "host:port".
[[nodiscard]] task<boost::asio::ip::tcp::socket>
connect_to_first(time_source& time, std::vector<boost::asio::ip::tcp::endpoint> addresses, std::string peer,
                 duration limit);

/// A byte_stream over a connected TCP socket.
///
/// Threads    one serial executor: that of the socket.
class tcp_stream final : public byte_stream {
public:
    /// `peer` is for messages: "host:port".
    tcp_stream(boost::asio::ip::tcp::socket socket, std::string peer);

    task<std::size_t> read_some(std::span<char> into) override;
    task<> write(std::span<char const> bytes) override;
    bool has_input() noexcept override { return socket_.has_input(); }
    bool reads_resume() const noexcept override { return true; }
    void close() noexcept override;

    /// Gives the socket away, when what was to be said before TLS has been said. The stream is of no use
    /// then.
    boost::asio::ip::tcp::socket release() noexcept { return std::move(*socket_); }

private:
    bound_socket socket_;
    std::string peer_;
    bool closed_ = false;
};

/// Returns "host:port", with brackets around an IPv6 address.
std::string host_and_port(std::string const& host, std::uint16_t port);

/// Throws the error that a failed read or write of a socket means. `closed` is true if this side has closed
/// the socket.
[[noreturn]] void throw_socket_error(error_code const& ec, bool closed, std::string const& peer);

} // namespace coinformer::detail
