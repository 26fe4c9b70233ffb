#include "tls_server.hpp"

#include <iostream>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace hostile {

namespace {

void demand(bool succeeded, char const* what)
{
    if (!succeeded) throw std::runtime_error(what);
}

} // namespace

tls_server::tls_server(tls_script attack, tls_script honest)
    : attack_(std::move(attack)), honest_(std::move(honest)),
      listener_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    demand(listener_ != -1 && ::bind(listener_, generic, size) == 0 && ::listen(listener_, 64) == 0 &&
               ::getsockname(listener_, generic, &size) == 0,
           "a listening socket on loopback");
    port_ = ntohs(address.sin_port);
    accepting_ = std::thread([this, &self = threads_.enter()] { accept_all(self); });
}

tls_server::~tls_server()
{
    threads_.stop();
    accepting_.join();
    for (auto& t : serving_) t.join();
    ::close(listener_);
}

void tls_server::accept_all(outside_threads::waiter& self)
{
    try {
        for (;;) {
            threads_.wait(self, listener_, POLLIN);
            auto const socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
            if (socket == -1) continue;
            ++connections_;
            serving_.emplace_back([this, socket, &its = threads_.enter()] { serve(socket, its); });
        }
    } catch (outside_threads::over const&) { // the test ends
    }
    threads_.leave(self);
}

void tls_server::serve(int socket, outside_threads::waiter& self)
{
    // The kernel takes few bytes that the client has not read, so that the server's count says what the
    // client took.
    int const few = 64 * 1024;
    ::setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &few, sizeof few);
    int const yes = 1; // send at once, because to wait for the client's acknowledgement would take real time
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    auto const& script = is_honest_ ? honest_ : attack_;
    try {
        tls_peer peer({threads_, self, bytes_}, socket, script.setup);
        script.play(peer);
    } catch (outside_threads::over const&) { // the client has gone, or the test ends
    } catch (std::exception const& e) {
        std::cerr << "hostile server: the script cannot go on: " << e.what() << std::endl;
    }
    threads_.leave(self);
}

} // namespace hostile
