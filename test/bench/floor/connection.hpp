#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

/// Prints `what` to standard error, and ends the process.
[[noreturn]] void fail(std::string_view what);

/// HTTP/1.1 over a socket, one request after the other. Bodies come in chunks.
class connection {
public:
    /// `address` is for example 127.0.0.1:8080.
    explicit connection(std::string const& address);
    connection(connection const&) = delete;

    /// Sends a request, and reads the answer up to its body.
    void get(std::string const& target);
    /// Returns the next part of the body, valid until the next call, or an empty view at its end.
    std::string_view piece();

private:
    std::string_view line();
    void receive();

    int const socket_, epoll_;
    std::array<char, 256 * 1024> buffer_;
    std::size_t begin_ = 0, end_ = 0; // the bytes that were received and not read yet
    std::size_t left_ = 0;            // bytes left of the chunk
    bool first_ = true;               // the next chunk is the first of the body
    std::string line_;
};
