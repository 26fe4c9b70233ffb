#pragma once

#include "outside_threads.hpp"
#include "tls_peer.hpp"

#include <atomic>
#include <cstdint>
#include <list>
#include <thread>

namespace hostile {

/// A TLS server on loopback. One thread accepts connections, and each connection has a thread of its own, so
/// that nothing that the server does counts as the client's work or memory. It plays the script of an attack
/// on each connection, until it is told to be honest.
class tls_server {
public:
    tls_server(tls_script attack, tls_script honest);
    tls_server(tls_server const&) = delete;
    tls_server& operator=(tls_server const&) = delete;
    ~tls_server();

    outside_world& outside() noexcept { return threads_; }
    std::uint16_t port() const noexcept { return port_; }
    void turn_honest() noexcept { is_honest_ = true; } ///< for connections that are made from now on
    std::size_t connections() const noexcept { return connections_; }
    std::uint64_t bytes() const noexcept
    {
        return bytes_;
    } ///< how many bytes the kernel took from the server

private:
    void accept_all(outside_threads::waiter& self);
    void serve(int socket, outside_threads::waiter& self);

    tls_script attack_, honest_;
    outside_threads threads_;
    int listener_;
    std::uint16_t port_ = 0;
    std::atomic<bool> is_honest_ = false;
    std::atomic<std::size_t> connections_ = 0;
    std::atomic<std::uint64_t> bytes_ = 0;
    std::list<std::thread> serving_; // used by the accepting thread, and after its end
    std::thread accepting_;
};

} // namespace hostile
