#pragma once

#include <coinformer/core/task.hpp>

#include <memory>
#include <span>
#include <string_view>

namespace coinformer {

/// A connection's bytes in both directions: TCP, TLS, or memory (`testing::memory_stream`).
///
/// Threads    one serial executor. One read and one write may be under way at a time.
/// Errors     api_error with errc::connection_reset, errc::connection_closed or a TLS code. An exception
///            without an error code counts as errc::connection_closed with its text, except
///            std::bad_alloc.
/// Cancel     ends the operation with condition::cancelled. After that, the stream can only be closed, unless
///            it was a read and reads_resume() returns true.
class byte_stream {
public:
    virtual ~byte_stream() = default;

    /// Waits for at least one byte. Returns the number of bytes, in [1, into.size()], or 0 if the peer has
    /// closed the connection in an orderly way.
    [[nodiscard]] virtual task<std::size_t> read_some(std::span<char> into) = 0;

    /// Returns when all bytes have been handed to the operating system, or to whatever carries them to the
    /// peer.
    [[nodiscard]] virtual task<> write(std::span<char const> bytes) = 0;

    /// Ends the operations under way, with condition::cancelled or errc::connection_closed. May be called
    /// again.
    virtual void close() noexcept = 0;

    /// Returns true if a read would bring bytes, an error or the end of the connection at once. A client asks
    /// before it sends a request over an unused connection, and makes a new one if so: what the peer has sent
    /// meanwhile answers no request, and is mostly the end. A stream that does not know returns false.
    virtual bool has_input() noexcept { return false; }

    /// Returns true if a read that was cancelled has lost nothing, so that the stream can still be used. An
    /// HTTP/2 connection on such a stream survives the cancellation of its last request.
    virtual bool reads_resume() const noexcept { return false; }

    /// Returns the application protocol that TLS agreed on (ALPN); empty if there is none.
    virtual std::string_view protocol() const noexcept { return {}; }
};

/// Makes connections to one API server. A client owns one; tests pass their own.
class dialer {
public:
    virtual ~dialer() = default;

    /// Makes one connection. The caller limits the time, with with_timeout().
    ///
    /// Errors     errc::resolve_failed, errc::connect_failed, or a TLS code. An exception without an error
    ///            code counts as errc::connect_failed with its text, except std::bad_alloc.
    /// Cancel     at any time.
    [[nodiscard]] virtual task<std::unique_ptr<byte_stream>> dial() = 0;
};

} // namespace coinformer
