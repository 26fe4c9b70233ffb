#pragma once

#include <coinformer/core/environment.hpp>
#include <coinformer/transport/byte_stream.hpp>
#include <coinformer/transport/endpoint.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coinformer {

/// A request to an API server. The connection adds Host, User-Agent, Authorization and Content-Length.
class http_request {
public:
    http_request(std::string its_method, std::string its_target)
        : method(std::move(its_method)), target(std::move(its_target))
    {
    }

    std::string method;
    std::string target; ///< path and query, percent-encoded, without the endpoint's prefix
    std::string accept = "application/json";
    std::string content_type; ///< of the body; empty when there is none
    std::string body;
};

class credential_mask; // of the library

/// An answer whose body is read as it comes: memory is bounded by one network buffer, however long the body is.
///
/// Threads    the client's executor.
/// Lifetime   outlived by the http_client. Destroying it before the end of the body closes (HTTP/1.1) or resets
///            (HTTP/2) the exchange; reading it to the end gives the connection back to the pool.
class http_response {
public:
    class exchange; // an HTTP/1.1 connection, or a stream of an HTTP/2 one

    explicit http_response(std::unique_ptr<exchange> e);
    http_response(http_response&&) noexcept;
    http_response& operator=(http_response&&) noexcept;
    ~http_response();

    int status() const noexcept;
    /// A header's value; empty when absent. The name is compared without regard to case.
    std::string_view header(std::string_view name) const noexcept;
    /// For the library: hides the credentials that the request carried, should the answer quote them.
    credential_mask mask() const;

    /// The pieces of the body that one network read brought; empty at the end of the body.
    /// The views hold until the next call.
    ///
    /// Errors     errc::truncated when the connection ends before the body; connection_reset, connection_closed,
    ///            protocol_error. What came before the error is given first.
    /// Cancel     closes the connection, throws condition::cancelled.
    [[nodiscard]] task<std::span<std::string_view const>> read() &;

    /// The whole rest of the body, at most `limit_bytes`: errc::object_too_large when it is longer.
    [[nodiscard]] task<std::string> read_all(std::size_t limit_bytes) &;

private:
    std::unique_ptr<exchange> exchange_;
};

/// The time-outs have to be longer than zero.
struct http_options {
    duration connect_timeout = std::chrono::seconds(10); ///< name, TCP
    duration tls_timeout = std::chrono::seconds(10);
    duration header_timeout =
        std::chrono::seconds(30);     ///< for the answer to begin; of a plain answer, also between two reads
    std::size_t idle_connections = 8; ///< kept open for reuse; 0: none, each request makes a connection
    duration idle_timeout = std::chrono::seconds(75); ///< unused for longer, a connection is not used again
    std::size_t read_buffer_bytes = 256 * 1024;       ///< grown to when reads fill it; starts at 2 KB; at least 1
    std::string user_agent = "coinformer";
};

/// Connections to one API server, reused.
///
/// Threads    one serial executor, the environment's.
/// Lifetime   outlives its responses. close() first, so that nothing is under way when it dies.
class http_client {
public:
    /// `dial` may be null: then connections are TCP or TLS as the endpoint says.
    /// Errors     errc::bad_request that names the option whose value is not allowed; errc::config_invalid for a user
    ///            agent with control characters.
    http_client(environment env, endpoint server, http_options options, std::unique_ptr<dialer> dial);
    http_client(http_client const&) = delete;
    ~http_client();

    /// Sends the request; ends when the answer's header is here.
    ///
    /// A request that fails on a reused connection before any byte of an answer came is sent once more on a new one,
    /// when its method is GET.
    /// Errors     those of dialer and byte_stream; errc::timed_out, protocol_error, header_too_large,
    ///            credentials_unreadable. A status of 400 and above is no error here.
    /// Cancel     closes the connection, throws condition::cancelled.
    [[nodiscard]] task<http_response> send(http_request request) &;

    /// Closes every idle connection and timer; responses under way end with errc::connection_closed.
    void close() noexcept;

    /// Reads the token file again for the next request, and uses no present connection (and its certificate) again.
    void reread_credentials() noexcept;

private:
    class impl;
    std::unique_ptr<impl> impl_;
};

} // namespace coinformer
