#include "transport/stream/tls_carrier.hpp"

#include "transport/stream/bound_socket.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace coinformer::detail {

namespace {

/// A carrier that is a TCP socket.
class socket_carrier final : public tls_carrier {
public:
    explicit socket_carrier(boost::asio::ip::tcp::socket socket) : socket_(std::move(socket))
    {
        socket_->non_blocking(true);
    }

    task<error_code> readable() override
    {
        error_code ec;
        co_await socket_->async_wait(boost::asio::ip::tcp::socket::wait_read,
                                     boost::asio::redirect_error(boost::asio::use_awaitable, ec));
        co_return ec;
    }

    std::size_t read_now(std::span<char> into, error_code& ec) override
    {
        return socket_->read_some(boost::asio::buffer(into.data(), into.size()), ec);
    }

    task<error_code> write(std::span<char const> bytes) override
    {
        error_code ec;
        auto const buffer = boost::asio::buffer(bytes.data(), bytes.size());
        co_await boost::asio::async_write(*socket_, buffer,
                                          boost::asio::redirect_error(boost::asio::use_awaitable, ec));
        co_return ec;
    }

    bool has_input() noexcept override { return socket_.has_input(); }
    bool may_gather() const noexcept override { return true; }

    void set_low_watermark(int bytes) noexcept override
    {
        error_code ignored; // without it there are more wake-ups
        socket_->set_option(boost::asio::ip::tcp::socket::receive_low_watermark(bytes), ignored);
    }

    bool reads_resume() const noexcept override { return true; }
    void close() noexcept override { socket_.close(); }

private:
    bound_socket socket_;
};

/// A carrier that is another stream: readable() reads ahead into a buffer, and read_now() empties it.
class stream_carrier final : public tls_carrier {
public:
    explicit stream_carrier(std::unique_ptr<byte_stream> stream) : stream_(std::move(stream)) {}

    task<error_code> readable() override
    {
        if (unread_.empty() && !ended_) {
            auto const n = co_await stream_->read_some(buffer_);
            unread_ = std::string_view(buffer_.data(), n);
            ended_ = n == 0;
        }
        co_return error_code();
    }

    std::size_t read_now(std::span<char> into, error_code& ec) override
    {
        auto const n = std::min(into.size(), unread_.size());
        if (n != 0) std::memcpy(into.data(), unread_.data(), n);
        unread_.remove_prefix(n);
        if (n == 0 && ended_) ec = boost::asio::error::eof;
        if (n == 0 && !ended_) ec = boost::asio::error::would_block;
        return n;
    }

    task<error_code> write(std::span<char const> bytes) override
    {
        co_await stream_->write(bytes);
        co_return error_code();
    }

    bool has_input() noexcept override { return !unread_.empty() || ended_ || stream_->has_input(); }
    bool may_gather() const noexcept override { return false; } // the stream inside does it
    void set_low_watermark(int) noexcept override {}
    bool reads_resume() const noexcept override { return stream_->reads_resume(); }
    void close() noexcept override { stream_->close(); }

private:
    std::unique_ptr<byte_stream> stream_;
    std::array<char, 16 * 1024> buffer_;
    std::string_view unread_; // a part of the buffer
    bool ended_ = false;
};

} // namespace

std::unique_ptr<tls_carrier> make_tls_carrier(boost::asio::ip::tcp::socket socket)
{
    return std::make_unique<socket_carrier>(std::move(socket));
}

std::unique_ptr<tls_carrier> make_tls_carrier(std::unique_ptr<byte_stream> stream)
{
    return std::make_unique<stream_carrier>(std::move(stream));
}

} // namespace coinformer::detail
