#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <memory>
#include <span>

namespace coinformer::detail {

/// The carrier of a tls_stream's encrypted bytes: a socket or, in a tunnel through a proxy with TLS,
/// another byte_stream. The stream reads without waiting, and waits in between, so that it knows when it has
/// read everything that has come. A virtual call of a few nanoseconds stands in front of each call of the
/// kernel, which takes a microsecond.
///
/// Threads    one serial executor. One readable() and one write() may be under way at a time.
/// Errors     a socket's errors are returned; a byte_stream's are thrown, because they say more.
/// Cancel     readable() and write() at any time. After that, the carrier can only be closed, unless it was
///            readable() and reads_resume() returns true.
class tls_carrier {
public:
    virtual ~tls_carrier() = default;

    /// Waits until read_now() returns bytes, or the end.
    [[nodiscard]] virtual task<error_code> readable() = 0;
    /// Returns the number of bytes that were there; `ec` becomes would_block if there are none now, and eof
    /// at the end.
    virtual std::size_t read_now(std::span<char> into, error_code& ec) = 0;
    [[nodiscard]] virtual task<error_code> write(std::span<char const> bytes) = 0;
    /// True if read_now() would return bytes, or the end.
    virtual bool has_input() noexcept = 0;
    /// True if bytes gather in the carrier while nobody reads, so that a pause may be worth it (read_pace).
    virtual bool may_gather() const noexcept = 0;
    /// Lets readable() wait for this number of bytes, if the carrier can do that.
    virtual void set_low_watermark(int bytes) noexcept = 0;
    /// True if a readable() that was cancelled has lost nothing.
    virtual bool reads_resume() const noexcept = 0;
    virtual void close() noexcept = 0;
};

std::unique_ptr<tls_carrier> make_tls_carrier(boost::asio::ip::tcp::socket socket);
/// The carrier keeps a buffer of 16 KB, so that a connection through a proxy with TLS takes more memory.
std::unique_ptr<tls_carrier> make_tls_carrier(std::unique_ptr<byte_stream> stream);

} // namespace coinformer::detail
