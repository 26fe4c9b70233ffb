#pragma once

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/task.hpp>

#include <boost/asio/ip/tcp.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>

namespace chaos {

enum class way : std::uint8_t { to_server, to_client };

/// The faults in one direction, on the connections that are open and on those to come.
struct weather {
    std::chrono::milliseconds latency{};  ///< the delay of each piece
    std::size_t slice = 0;                ///< sends this many bytes at a time, 2 ms apart; 0: as they come
    bool swallows = false;                ///< a black hole: a connection that lost bytes in it never recovers
    std::optional<std::size_t> cut_after; ///< resets each connection after this many bytes of it
    std::chrono::milliseconds late_close{}; ///< the delay before the end of one side is passed on
};

/// A TCP relay on loopback that does to its connections what bad networks do.
///
/// Threads    one serial executor.
/// Lifetime   outlives run().
class fault_proxy {
public:
    explicit fault_proxy(coinformer::executor ex);

    std::uint16_t port() const noexcept { return port_; }
    /// Relays new connections to this port; 0: resets them.
    void target(std::uint16_t port) noexcept { target_ = port; }

    weather& at(way which) noexcept { return weather_[static_cast<std::size_t>(which)]; }
    /// With `refuses`, closes the listening socket, so that connections are refused.
    void refuse(bool refuses);
    /// Resets all connections.
    void reset();
    /// Lets the open connections carry nothing any more, not even their end: they stay half-open for good.
    void freeze();
    /// Ends all faults for the time from now on. Bytes that were lost stay lost.
    void heal();

    std::size_t accepted() const noexcept { return accepted_; }

    /// Relays until it is cancelled.
    [[nodiscard]] coinformer::task<> run() &;

private:
    using tcp = boost::asio::ip::tcp;
    struct link {
        link(tcp::socket c, coinformer::executor ex) : client(std::move(c)), server(ex) {}
        tcp::socket client, server;
        std::array<bool, 2> dead{};           // by direction
        std::array<std::size_t, 2> carried{}; // bytes that were carried while there was a limit, by direction
        void reset();
    };
    using link_ptr = std::shared_ptr<link>;

    void bind();
    [[nodiscard]] coinformer::task<> accept() &;
    [[nodiscard]] coinformer::task<> relay(link_ptr l) &;
    [[nodiscard]] coinformer::task<> pump(link_ptr l, way which) &;
    [[nodiscard]] coinformer::task<bool> pass_on(link_ptr l, way which, char const* data, std::size_t size) &;

    coinformer::executor ex_;
    tcp::acceptor acceptor_;
    coinformer::nursery work_;
    std::uint16_t port_ = 0, target_ = 0;
    std::array<weather, 2> weather_;
    std::list<std::weak_ptr<link>> links_;
    bool refuses_ = false;
    std::size_t accepted_ = 0;
};

} // namespace chaos
