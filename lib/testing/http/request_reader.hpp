#pragma once

#include "testing/formats/refusal.hpp"
#include "testing/formats/websocket.hpp"

#include <memory>
#include <optional>
#include <string>

namespace coinformer::testing::detail {

struct certificate_subject;

/// A request as it came over the connection.
struct wire_request {
    std::string method;
    std::string target;
    std::string content_type; ///< without parameters
    std::string accept;
    std::string accept_encoding;
    std::string authorization;
    std::string user_agent;
    bool impersonates = false; ///< true if the client asks to be treated as another user (Impersonate-User)
    std::string body;
    certificate_subject const* peer =
        nullptr; ///< the subject of the client certificate; null if there is none
    bool keep_alive = true;
    std::optional<websocket_offer> websocket; ///< set if the request asks for a WebSocket
    std::optional<refusal> fault; ///< set if it cannot be read; the connection ends with its answer
};

/// Parses one request from the bytes of a connection. It does no I/O: an http_session feeds it, and makes a
/// new one for each request.
class request_reader {
public:
    static constexpr std::size_t body_limit_bytes = 3 * 1024 * 1024; // the limit of a real server

    request_reader();
    ~request_reader();

    /// Removes what it needs from the front of `bytes`. Returns the request when it is complete.
    std::optional<wire_request> feed(std::string& bytes);
    /// Returns true, once, if the client waits for "100 Continue" before it sends the body.
    bool wants_continue();

private:
    struct parser;
    std::unique_ptr<parser> parser_;
};

} // namespace coinformer::testing::detail
