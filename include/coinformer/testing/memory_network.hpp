#pragma once

#include <coinformer/testing/memory_stream.hpp>

#include <memory>
#include <string_view>

namespace coinformer::testing {

/// The address of a server in memory: clients dial it, and the server accepts.
///
///     memory_network network(env);
///     work.start(server.run(network));
///     client api(env, {.server = "http://any.host"}, {}, network.dialer());
///
/// A test can disturb the network:
///
///     network.refuse(true);                        // new connections fail, as when the server is down
///     network.conditions({}, {.delay = 50ms});     // new connections: what the server sends comes late
///     network.conditions({}, {.most_at_once = 1}); // byte by byte
///     network.conditions({}, {.reset_after = 700});
///     network.silence();                           // open connections stay open, and nothing arrives
///     network.reset();
///
/// Threads    one serial executor for both sides.
/// Lifetime   a dialer may outlive it; to dial then fails with errc::connect_failed. When it is destroyed, no
///            accept() may be under way.
class memory_network {
public:
    /// Makes a network without an environment, and so without delays. Errors: as below.
    explicit memory_network(std::size_t capacity_bytes = 64 * 1024);
    /// With an environment, conditions() may delay bytes: it brings the clock, the executor for its timers,
    /// and the seed for random numbers. The capacity is that of each direction of a connection: a writer
    /// waits while this number of bytes is unread.
    ///
    /// Errors     std::invalid_argument if the capacity is 0.
    explicit memory_network(environment env, std::size_t capacity_bytes = 64 * 1024);
    memory_network(memory_network const&) = delete;
    memory_network& operator=(memory_network const&) = delete;
    ~memory_network();

    /// Returns a dialer to this server, for a client or an http_client.
    std::unique_ptr<coinformer::dialer> dialer();

    /// Waits for the next connection, and returns the server's end of it. The client may have closed it
    /// already.
    /// Cancel     at any time; no connection is lost.
    [[nodiscard]] task<std::unique_ptr<memory_stream>> accept() &;

    /// While `refused` is true, to dial fails with errc::connect_failed, as if the server were down.
    void refuse(bool refused) noexcept;
    /// While `hanging` is true, to dial takes until hang(false), as if a router dropped packets. Dialing can
    /// be cancelled.
    void hang(bool hanging) noexcept;
    /// Sets how bytes travel on connections that are made from now on.
    /// Errors     std::invalid_argument for a delay without an environment, a negative delay or jitter,
    ///            and if most_at_once is 0.
    void conditions(link_options to_server, link_options to_client);
    /// Breaks all open connections: both ends get errc::connection_reset, and bytes on their way are lost.
    void reset() noexcept;
    /// Sets the protocol of connections that are made from now on, as TLS agrees on it by ALPN: "h2", or an
    /// empty text, with which a client speaks HTTP/1.1 unless http_options::version says otherwise. It begins
    /// with the value of the environment variable COINFORMER_MEMORY_PROTOCOL.
    void agree_on(std::string_view protocol);
    /// From now on nothing arrives on the open connections, in both directions, not even their end. It cannot
    /// be undone; connections that are made later are sound.
    void silence() noexcept;
    /// While `held` is true, nothing arrives on the connections that are open now. hold(false) lets arrive
    /// what was sent meanwhile.
    void hold(bool held) noexcept;

    /// How many times the network was dialed, refused attempts included.
    std::size_t dialed() const noexcept;

private:
    struct state;
    class memory_dialer;
    std::shared_ptr<state> state_;
};

} // namespace coinformer::testing
