#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

/// Tells it on standard error, and ends the process.
[[noreturn]] void fail(std::string_view what);

/// HTTP/1.1 over a socket, one request after the other; bodies come in chunks.
class connection {
public:
    /// `address`: 127.0.0.1:8080
    explicit connection(std::string const& address);
    connection(connection const&) = delete;

    /// Asks, and reads the answer up to its body.
    void get(std::string const& target);
    /// More of the body, valid until the next call; empty at its end.
    std::string_view piece();

private:
    std::string_view line();
    void receive();

    int const socket_, epoll_;
    std::array<char, 256 * 1024> buffer_;
    std::size_t begin_ = 0, end_ = 0; // of what was received and not read yet
    std::size_t left_ = 0;            // of the chunk
    bool first_ = true;               // chunk of the body
    std::string line_;
};
