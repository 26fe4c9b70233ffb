#pragma once

#include <coinformer/core/task.hpp>
#include <coinformer/transport/byte_stream.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace coinformer::testing {

/// A listening TCP socket on 127.0.0.1, for an api_server that is to be reached over sockets, for example by
/// other processes.
///
/// Threads    one serial executor; accepted streams run on it, too.
/// Lifetime   it outlives the api_server::run() or accept() that uses it.
class tcp_listener {
public:
    /// Listens at once. With port 0, the system chooses a free port.
    /// Errors     api_error with the system's code if the port is not to be had.
    explicit tcp_listener(executor ex, std::uint16_t port = 0);
    tcp_listener(tcp_listener const&) = delete;
    tcp_listener& operator=(tcp_listener const&) = delete;
    ~tcp_listener();

    std::uint16_t port() const noexcept;
    std::string url() const; ///< "http://127.0.0.1:PORT"

    /// Waits for the next connection. Cancel: at any time; no connection is lost.
    [[nodiscard]] task<std::unique_ptr<byte_stream>> accept() &;

    /// Refuses later connections; a pending accept() ends with condition::cancelled.
    void close() noexcept;

private:
    class impl;
    std::unique_ptr<impl> impl_;
};

} // namespace coinformer::testing
