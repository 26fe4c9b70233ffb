#pragma once

#include <coinformer/testing/memory_stream.hpp>

namespace coinformer::testing {

/// A server's address in memory: clients dial it, the server accepts.
///
///     memory_network network(env);
///     work.start(server.run(network));
///     client api(env, {.server = "http://in-memory"}, {}, network.dialer()); // the host's name does not matter
///
/// And what goes wrong on the way, a line each:
///
///     network.refuse(true);                        // as when the server is down
///     network.conditions({}, {.delay = 50ms});     // to the server, to the client: of connections from now on
///     network.conditions({}, {.most_at_once = 1}); // byte by byte
///     network.conditions({}, {.reset_after = 700});
///     network.silence();                           // what is open stays open, and nothing arrives any more
///     network.reset();
///
/// Threads    one serial executor for both sides.
/// Lifetime   a dialer may outlive it; dialing then ends with errc::connect_failed. No accept() is under way when it
///            dies.
class memory_network {
public:
    explicit memory_network(std::size_t capacity_bytes = 64 * 1024);
    /// With a clock for delays, an executor for its timers, and a seed for what is random. Capacity is of each
    /// direction of a connection: a writer waits while so much is unread.
    explicit memory_network(environment env, std::size_t capacity_bytes = 64 * 1024);
    memory_network(memory_network const&) = delete;
    memory_network& operator=(memory_network const&) = delete;
    ~memory_network();

    /// A way to the server, for a client or an http_client.
    std::unique_ptr<coinformer::dialer> dialer();

    /// Waits for the next connection: the server's end of it. A connection whose client has gone is given too.
    /// Cancel     at any time, nothing is lost.
    [[nodiscard]] task<std::unique_ptr<memory_stream>> accept() &;

    /// Whether to dial ends with errc::connect_failed, as with a server that is down.
    void refuse(bool refused) noexcept;
    /// Whether to dial takes until this is over, as with a router that drops packets. Who dials may be cancelled.
    void hang(bool hanging) noexcept;
    /// Of connections made from now on. Errors: std::invalid_argument for a delay without an environment.
    void conditions(link_options to_server, link_options to_client);
    /// All open connections break: both ends get errc::connection_reset; bytes on their way are lost.
    void reset() noexcept;
    /// Nothing arrives on the open connections any more, in both directions; neither does their end. For good; a
    /// connection made later is sound.
    void silence() noexcept;
    /// While it is so nothing arrives on the connections that were open when it began. What was sent meanwhile arrives
    /// afterwards.
    void hold(bool held) noexcept;

    /// How many times it was dialed, refused ones included.
    std::size_t dialed() const noexcept;

private:
    struct state;
    class memory_dialer;
    std::shared_ptr<state> state_;
};

} // namespace coinformer::testing
