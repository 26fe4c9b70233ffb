#pragma once

#include <coinformer/core/task.hpp>

#include <memory>
#include <span>
#include <string_view>

namespace coinformer {

/// A connection's bytes in both directions: TCP, TLS, or memory (`testing::memory_stream`).
///
/// Threads    one serial executor. One read and one write may be under way at a time.
/// Errors     api_error with errc::connection_reset, connection_closed or a TLS code.
/// Cancel     ends the operation with condition::cancelled and leaves the stream good only for close().
class byte_stream {
public:
    virtual ~byte_stream() = default;

    /// Waits for at least one byte. Result: how many, in [1, into.size()]; 0 when the peer closed in order.
    [[nodiscard]] virtual task<std::size_t> read_some(std::span<char> into) = 0;

    /// Ends when all bytes are handed to the peer's side.
    [[nodiscard]] virtual task<> write(std::span<char const> bytes) = 0;

    /// Ends what is under way, with condition::cancelled or errc::connection_closed. May be repeated.
    virtual void close() noexcept = 0;

    /// The application protocol agreed on by TLS ALPN; empty when none was.
    virtual std::string_view protocol() const noexcept { return {}; }
};

/// Makes connections to one API server. A client owns one; tests give their own.
class dialer {
public:
    virtual ~dialer() = default;

    /// Errors     errc::resolve_failed, connect_failed, tls_*; timed_out by the caller's with_timeout.
    [[nodiscard]] virtual task<std::unique_ptr<byte_stream>> dial() = 0;
};

} // namespace coinformer
