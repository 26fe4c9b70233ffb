#pragma once

#include "testing/http/server_state.hpp"

#include <coinformer/core/nursery.hpp>
#include <coinformer/core/wakeup.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace coinformer::testing::detail {

/// The first bytes of a client that speaks HTTP/2.
inline constexpr std::string_view http2_preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The server's side of HTTP/2 without I/O. It gives each stream an http_session of its own, which sees an
/// HTTP/1.1 connection with one request: so everything that the server does over HTTP/1.1, faults included,
/// happens over HTTP/2 in the same way. A session whose stream's window is full waits alone.
///
/// Threads    the server's serial executor.
/// Lifetime   the http_session of the connection owns it; `changed`, which is notified when there is output,
///            and `sessions`, which run the streams' sessions, outlive it.
class http2_service {
public:
    /// `client` is the subject of the client's certificate, or null.
    http2_service(std::shared_ptr<server_state> state, certificate_subject const* client, wakeup& changed,
                  nursery& sessions);
    http2_service(http2_service const&) = delete;
    ~http2_service(); ///< ends all streams

    /// Takes bytes from the client. Returns false if they are not HTTP/2.
    bool receive(std::string_view bytes);
    /// Returns the bytes to send; empty if there are none.
    std::string output();
    /// True if the two sides have nothing more to say.
    bool is_over() const noexcept;

    class impl;

private:
    std::shared_ptr<impl> impl_;
};

} // namespace coinformer::testing::detail
