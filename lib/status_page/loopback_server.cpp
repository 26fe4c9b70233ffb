#include <coinformer/status_page/status_page_server.hpp>

#include "core/context_member.hpp"
#include "core/run_on.hpp"
#include "status_page/loopback_session.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <fcntl.h>
#include <optional>
#include <utility>

namespace coinformer {

using namespace detail;

namespace {

namespace asio = boost::asio;
constexpr std::size_t most_connections = 64;
constexpr duration pause_after_failure = std::chrono::milliseconds(100);

// Keeps a program that this process starts from inheriting the socket: the port would stay taken, and the
// browser would not see the end of a connection. Asio opens and accepts sockets without this flag.
template <class Socket>
void close_on_exec(Socket& socket) noexcept
{
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
}

asio::ip::tcp::acceptor opened(executor const& ex, std::uint16_t port)
{
    asio::ip::tcp::acceptor acceptor(ex);
    asio::ip::tcp::endpoint const here(asio::ip::address_v4::loopback(), port);
    error_code ec;
    acceptor.open(here.protocol(), ec);
    if (!ec) close_on_exec(acceptor);
    if (!ec) acceptor.set_option(asio::socket_base::reuse_address(true), ec);
    if (!ec) acceptor.bind(here, ec);
    if (!ec) acceptor.listen(static_cast<int>(most_connections), ec);
    if (ec)
        throw api_error(ec, "listen on 127.0.0.1:" + std::to_string(port) + " for the status page",
                        "choose another port, or 0 for a free one");
    return acceptor;
}

} // namespace

/// The acceptor, and the nursery of the connections. The acceptor belongs to the execution context, which may
/// end before the server: context_ends() then closes it.
///
/// Threads    run() on the page's strand.
class status_page_server::impl final : private context_member {
public:
    impl(std::shared_ptr<page_state const> page, std::uint16_t at_port)
        : context_member(page->strand()), page_(std::move(page)), acceptor_(opened(page_->strand(), at_port)),
          port_(acceptor_->local_endpoint().port())
    {
    }

    executor const& strand() const noexcept { return page_->strand(); }
    std::uint16_t port() const noexcept { return port_; }

    task<> run()
    {
        if (std::exchange(is_running_, true)) throw api_error(errc::already_running, "status page server");
        connections_ = 0;
        nursery sessions(strand());
        sessions.start(accept(sessions));
        std::exception_ptr ending;
        try {
            co_await sessions.join();
        } catch (...) {
            ending = std::current_exception();
        }
        is_running_ = false;
        if (ending) std::rethrow_exception(ending);
    }

private:
    task<> accept(nursery& sessions)
    {
        for (;;) {
            while (connections_ == most_connections) co_await freed_.wait();
            error_code failure;
            auto socket =
                co_await acceptor_->async_accept(asio::redirect_error(asio::use_awaitable, failure));
            if (failure) { // too many open files, or the server ends: then the pause is cancelled
                co_await page_->env().time->sleep_for(pause_after_failure);
                continue;
            }
            close_on_exec(socket);
            ++connections_;
            sessions.start(serve(std::move(socket)));
        }
    }

    task<> serve(asio::ip::tcp::socket socket)
    {
        co_await serve_page(page_, std::move(socket));
        --connections_;
        freed_.notify();
    }

    void context_ends() noexcept override { acceptor_.reset(); }

    std::shared_ptr<page_state const> const page_;
    std::optional<asio::ip::tcp::acceptor> acceptor_; // empty when the execution context has ended
    wakeup freed_;
    std::uint16_t const port_;
    std::size_t connections_ = 0;
    bool is_running_ = false;
};

status_page_server::status_page_server(status_page const& page, std::uint16_t port)
    : impl_(std::make_shared<impl>(page.state_, port))
{
}

status_page_server::~status_page_server() = default;

std::uint16_t status_page_server::port() const noexcept
{
    return impl_->port();
}

std::string status_page_server::url() const
{
    return "http://127.0.0.1:" + std::to_string(impl_->port()) + '/';
}

task<> status_page_server::run()
{
    return on_strand(impl_, &impl::run);
}

} // namespace coinformer
