#pragma once

#include <coinformer/core/environment.hpp>
#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>
#include <coinformer/testing/api_server.hpp>
#include <coinformer/testing/certificate_authority.hpp>
#include <coinformer/testing/tls_listener.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace incidents {

/// The state that all connections of an entrance share.
struct wire_state {
    std::uint64_t bytes_sent = 0;  ///< bytes that the server wrote, before encryption
    std::uint64_t accepted = 0;    ///< connections that were accepted
    std::uint64_t first_alive = 0; ///< connections with a lower number are frozen
};

/// The door to an API server: it accepts connections over TLS, with HTTP/2 for clients that offer it, and
/// counts what passes. It can freeze the connections that are open, as when a machine between the client and
/// the server vanishes, and it can be closed for a while.
///
/// Threads    one serial executor.
/// Lifetime   it outlives run().
class entrance {
public:
    explicit entrance(coinformer::executor ex);

    /// Accepts connections and serves them. It ends when it is cancelled.
    coinformer::task<> run(coinformer::testing::api_server& server) &;

    /// From now on no byte arrives or leaves on the connections that are open. New connections work.
    void freeze() noexcept { wires_->first_alive = wires_->accepted; }
    /// Refuses new connections (ECONNREFUSED) until open() is called. The open ones go on.
    void close() noexcept;
    void open();

    std::string const& url() const noexcept { return url_; }
    std::string const& ca() const noexcept { return authority_.certificate(); }
    wire_state const& wires() const noexcept { return *wires_; }

private:
    coinformer::task<> accept(coinformer::testing::api_server& server, coinformer::nursery& connections) &;

    coinformer::executor ex_;
    coinformer::testing::certificate_authority authority_;
    coinformer::testing::tls_identity identity_ = authority_.server();
    std::shared_ptr<coinformer::testing::tls_listener> listener_; // null while it is closed
    std::uint16_t port_;
    std::string url_;
    coinformer::wakeup opened_;
    std::shared_ptr<wire_state> wires_ = std::make_shared<wire_state>();
};

} // namespace incidents
