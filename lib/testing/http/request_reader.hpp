#pragma once

#include "testing/formats/refusal.hpp"
#include "testing/formats/websocket.hpp"

#include <memory>
#include <optional>
#include <string>

namespace coinformer::testing {

struct certificate_subject;

/// A request as it came over the wire.
struct wire_request {
    std::string method;
    std::string target;
    std::string content_type; ///< without parameters
    std::string accept;
    std::string accept_encoding;
    std::string authorization;
    std::string user_agent;
    bool impersonates = false; ///< asks to be taken for somebody else
    std::string body;
    certificate_subject const* peer = nullptr; ///< whom the connection's client certificate names
    bool keep_alive = true;
    std::optional<websocket_offer> websocket; ///< set if the request asks for a WebSocket
    std::optional<refusal> fault;             ///< what is wrong with it; the connection cannot be used on
};

/// Puts bytes together to one request. No I/O.
class request_reader {
public:
    static constexpr std::size_t body_limit_bytes = 3 * 1024 * 1024; // a real server's

    request_reader();
    ~request_reader();

    /// Takes what it needs from the front of `bytes`. Result: the request once it is complete.
    std::optional<wire_request> feed(std::string& bytes);
    /// True once: the peer waits for "100 Continue" before it sends the body.
    bool wants_continue();

private:
    struct parser;
    std::unique_ptr<parser> parser_;
};

} // namespace coinformer::testing
