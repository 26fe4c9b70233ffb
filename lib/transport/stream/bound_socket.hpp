#pragma once

#include "core/context_member.hpp"

#include <coinformer/core/error.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <sys/socket.h>

#include <cerrno>
#include <optional>
#include <utility>

namespace coinformer::detail {

/// A TCP socket that may outlive its execution context, which a plain socket may not. It is closed when the
/// context ends.
///
/// Threads    the executor of the socket. The thread that destroys the context closes the socket.
class bound_socket final : private context_member {
public:
    explicit bound_socket(boost::asio::ip::tcp::socket socket)
        : context_member(socket.get_executor()), socket_(std::move(socket))
    {
    }

    /// Must not be called after the end of the context. No coroutine can run then that would read or write.
    boost::asio::ip::tcp::socket& operator*() noexcept { return *socket_; }
    boost::asio::ip::tcp::socket* operator->() noexcept { return &*socket_; }

    /// True if bytes, an error or the end of the connection wait to be read. Looks without waiting.
    bool has_input() noexcept
    {
        if (!socket_) return true;
        char first = 0;
        auto const n = ::recv(socket_->native_handle(), &first, 1, MSG_PEEK | MSG_DONTWAIT);
        return n >= 0 || errno != EAGAIN;
    }

    /// Ends the operations under way with asio::error::operation_aborted. May be called at any time.
    void close() noexcept
    {
        error_code ignored;
        if (socket_) socket_->close(ignored);
    }

private:
    void context_ends() noexcept override { socket_.reset(); }

    std::optional<boost::asio::ip::tcp::socket> socket_;
};

} // namespace coinformer::detail
