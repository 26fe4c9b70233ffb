#pragma once

#include <coinformer/core/task.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace coinformer::testing {

/// A listening TCP socket on 127.0.0.1, for an api_server that other processes or real sockets are to reach.
///
/// Threads    one serial executor; accepted streams run on it too.
/// Lifetime   outlives the api_server::run() or accept() that uses it.
class tcp_listener {
public:
    /// Listens at once. Port 0: the system picks a free one.
    /// Errors     api_error with the system's code when the port cannot be had.
    explicit tcp_listener(executor ex, std::uint16_t port = 0);
    tcp_listener(tcp_listener const&) = delete;
    tcp_listener& operator=(tcp_listener const&) = delete;
    ~tcp_listener();

    std::uint16_t port() const noexcept;
    std::string url() const; ///< "http://127.0.0.1:PORT"

    /// Waits for the next connection. Cancel: at any time, no connection is lost.
    [[nodiscard]] task<std::unique_ptr<byte_stream>> accept() &;

    /// Later connections are refused, a pending accept() ends with condition::cancelled.
    void close() noexcept;

private:
    class impl;
    std::unique_ptr<impl> impl_;
};

} // namespace coinformer::testing
