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

/// What goes wrong in one direction, on the connections that are open and on those to come.
struct weather {
    std::chrono::milliseconds latency{};    ///< of each piece
    std::size_t slice = 0;                  ///< bytes at once, 2 ms apart; 0: as they come
    bool swallows = false;                  ///< a black hole: a connection that lost bytes so never gets better
    std::optional<std::size_t> cut_after;   ///< bytes of one connection; then it is reset
    std::chrono::milliseconds late_close{}; ///< before the end of one side is passed on
};

/// A TCP relay on loopback that does to its connections what networks do.
///
/// Threads    one serial executor.
/// Lifetime   outlives run().
class fault_proxy {
public:
    explicit fault_proxy(coinformer::executor ex);

    std::uint16_t port() const noexcept { return port_; }
    /// Where to from now on; 0: nowhere, connections are reset.
    void target(std::uint16_t port) noexcept { target_ = port; }

    weather& at(way which) noexcept { return weather_[static_cast<std::size_t>(which)]; }
    /// Whether nobody listens.
    void refuse(bool refuses);
    /// Resets all connections.
    void reset();
    /// What is open now carries nothing any more, not even its end: half-open for good.
    void freeze();
    /// Good weather from now on; what was lost is lost.
    void heal();

    std::size_t accepted() const noexcept { return accepted_; }

    /// Relays until cancelled.
    [[nodiscard]] coinformer::task<> run() &;

private:
    using tcp = boost::asio::ip::tcp;
    struct link {
        link(tcp::socket c, coinformer::executor ex) : client(std::move(c)), server(ex) {}
        tcp::socket client, server;
        std::array<bool, 2> dead{};           // by direction
        std::array<std::size_t, 2> carried{}; // while there was a limit
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
