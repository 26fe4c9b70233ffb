#include "connection.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <utility>

void fail(std::string_view what)
{
    char const* const why = errno ? std::strerror(errno) : "the server sent something unexpected";
    std::fprintf(stderr, "floor: %.*s: %s\n", static_cast<int>(what.size()), what.data(), why);
    std::exit(1);
}

connection::connection(std::string const& address)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)), epoll_(::epoll_create1(0))
{
    auto const colon = address.find(':');
    sockaddr_in to{};
    to.sin_family = AF_INET;
    if (colon == std::string::npos ||
        ::inet_pton(AF_INET, address.substr(0, colon).c_str(), &to.sin_addr) != 1)
        fail("the server's address is not of the form http://1.2.3.4:PORT");
    to.sin_port = htons(static_cast<std::uint16_t>(std::atoi(address.c_str() + colon + 1)));
    if (::connect(socket_, reinterpret_cast<sockaddr const*>(&to), sizeof to) != 0) fail("connect");
    epoll_event wanted{};
    wanted.events = EPOLLIN;
    if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, socket_, &wanted) != 0) fail("epoll_ctl");
}

void connection::get(std::string const& target)
{
    auto const request = "GET " + target + " HTTP/1.1\r\nHost: synthapi\r\nAccept: application/json\r\n\r\n";
    if (::send(socket_, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size()))
        fail("send");
    if (line() != "HTTP/1.1 200 OK") fail(line_);
    bool chunked = false;
    while (!line().empty()) chunked |= line_ == "Transfer-Encoding: chunked";
    if (!chunked) fail("the body does not come in chunks");
    first_ = true;
}

std::string_view connection::piece()
{
    if (left_ == 0) {
        if (!std::exchange(first_, false)) line(); // the end of the chunk before
        line();
        left_ = std::strtoul(line_.c_str(), nullptr, 16);
        if (left_ == 0) return line();
    }
    if (begin_ == end_) receive();
    std::string_view const found(buffer_.data() + begin_, std::min(left_, end_ - begin_));
    begin_ += found.size();
    left_ -= found.size();
    return found;
}

// Returns a line of the framing, which recv may have cut anywhere.
std::string_view connection::line()
{
    for (line_.clear();;) {
        if (begin_ == end_) receive();
        char const c = buffer_[begin_++];
        if (c == '\n') return line_;
        if (c != '\r') line_ += c;
    }
}

void connection::receive()
{
    epoll_event ready{};
    while (::epoll_wait(epoll_, &ready, 1, -1) < 0)
        if (errno != EINTR) fail("epoll_wait");
    auto const n = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (n <= 0) fail("recv");
    begin_ = 0;
    end_ = static_cast<std::size_t>(n);
}
