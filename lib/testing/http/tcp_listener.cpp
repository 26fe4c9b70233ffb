#include <coinformer/testing/tcp_listener.hpp>

#include "core/context_member.hpp"
#include "transport/stream/tcp_stream.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <optional>

namespace coinformer::testing {

using namespace coinformer::detail;

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

/// The acceptor. It belongs to the execution context, which may end before the listener: context_ends() then
/// destroys the acceptor, and the listener does nothing any more.
class tcp_listener::impl final : private context_member {
public:
    explicit impl(executor ex) : context_member(ex), acceptor(std::in_place, std::move(ex)) {}

    std::optional<tcp::acceptor> acceptor; // empty when the execution context has ended
    std::uint16_t port = 0;

private:
    void context_ends() noexcept override { acceptor.reset(); }
};

tcp_listener::tcp_listener(executor ex, std::uint16_t port) : impl_(std::make_unique<impl>(std::move(ex)))
{
    auto& acceptor = *impl_->acceptor;
    tcp::endpoint const here(asio::ip::address_v4::loopback(), port);
    error_code ec;
    acceptor.open(here.protocol(), ec);
    if (!ec) acceptor.set_option(asio::socket_base::reuse_address(true), ec);
    if (!ec) acceptor.bind(here, ec);
    if (!ec) acceptor.listen(asio::socket_base::max_listen_connections, ec);
    if (ec)
        throw api_error(ec, "listen on " + host_and_port("127.0.0.1", port),
                        "choose another port, or 0 for a free one");
    impl_->port = acceptor.local_endpoint().port();
}

tcp_listener::~tcp_listener() = default;

std::uint16_t tcp_listener::port() const noexcept
{
    return impl_->port;
}

std::string tcp_listener::url() const
{
    return "http://127.0.0.1:" + std::to_string(impl_->port);
}

task<std::unique_ptr<byte_stream>> tcp_listener::accept() &
{
    tcp::endpoint peer;
    auto socket = co_await impl_->acceptor->async_accept(peer, asio::use_awaitable);
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored); // an event is to be sent at once
    auto const name = host_and_port(peer.address().to_string(), peer.port());
    co_return std::make_unique<tcp_stream>(std::move(socket), name);
}

void tcp_listener::close() noexcept
{
    error_code ignored;
    if (impl_->acceptor) impl_->acceptor->close(ignored);
}

} // namespace coinformer::testing
