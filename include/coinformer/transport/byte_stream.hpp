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
///            without an error code, an error of misuse (condition::misused), and condition::cancelled
///            although the operation was not cancelled, such as that of a time limit of the stream's own,
///            count as errc::connection_closed with their text: see dialer::dial(). std::bad_alloc stays
///            what it is.
/// Cancel     ends the operation with condition::cancelled. After that, the stream can only be closed, unless
///            it was a read and reads_resume() returns true. The operation must not reset the cancellation
///            state of its coroutine after it was cancelled: the caller could not see that it was, and would
///            take its end for that of the connection.
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
    /// However a dialer or a stream fails, that counts as a failed connection. An informer tries again after
    /// a pause; a single request ends with the error, or is sent again as client_options::retry says. So a
    /// mistake in a dialer or in a stream ends no informer.
    ///
    /// Errors     errc::resolve_failed, errc::connect_failed, or a TLS code. An exception without an error
    ///            code, an error of misuse (condition::misused), and condition::cancelled although the task
    ///            was not cancelled, such as that of a time limit of the dialer's own, count as
    ///            errc::connect_failed with their text. So does a null pointer. std::bad_alloc stays what it
    ///            is. For the stream see byte_stream.
    /// Cancel     at any time. A task that was cancelled counts as cancelled, whatever it throws.
    [[nodiscard]] virtual task<std::unique_ptr<byte_stream>> dial() = 0;
};

} // namespace coinformer
