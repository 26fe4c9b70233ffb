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
    std::string content_type; ///< the type of the body; empty if there is none
    std::string body;
    /// If true, the server may compress the answer with gzip. The response decompresses it.
    bool accepts_gzip = false;
    /// How many times longer than http_options::header_timeout the answer may take to begin: 1 to 1,000. Any
    /// other number counts as the nearest of these.
    unsigned patience = 1;
    static constexpr unsigned most_patience = 1000;
    /// Further fields of the header. A field that belongs to the connection (Host, Content-Length,
    /// Connection, Keep-Alive, Proxy-Connection, Transfer-Encoding, Authorization) is an error, and so is one
    /// that asks for another form of answer (Accept-Encoding, TE, Upgrade, Expect), and a character that a
    /// header cannot carry.
    std::vector<std::pair<std::string, std::string>> headers;
};

namespace detail {
class body_observer; // is told of the body of an answer
class credential_mask;
class gzip_body;     // the body of a compressed answer
class http_exchange; // a request and its answer, on one connection
} // namespace detail

/// An answer whose body is read as it arrives. It uses the memory of one network buffer, however long the
/// body is. A body that the server has compressed is decompressed on the way, with some 100 KB more.
///
/// Threads    the client's executor.
/// Lifetime   must be destroyed before the http_client. If it is destroyed before the end of the body, it
///            closes the connection or, with HTTP/2, its stream; if the body was read to its end, the
///            connection goes back to the pool.
class http_response {
public:
    /// A body in gzip is decompressed only if the request has accepted that.
    http_response(std::unique_ptr<detail::http_exchange> exchange, bool accepts_gzip);
    http_response(http_response&&) noexcept;
    http_response& operator=(http_response&&) noexcept;
    ~http_response();

    int status() const noexcept;
    std::string_view protocol() const noexcept; ///< "HTTP/1.1" or "HTTP/2"
    /// Returns the value of a header, or an empty view if there is none. Upper and lower case are the same.
    std::string_view header(std::string_view name) const noexcept;
    /// For the library: hides the credentials that the request carried, in case the answer quotes them.
    detail::credential_mask mask() const;
    /// For the library: true if the client has another certificate now than when the connection was made. A
    /// watch then goes on over a new connection.
    bool is_retired() const;
    /// Returns what the server warns of (the header Warning, RFC 7234), without the request's credentials.
    std::vector<std::string> warnings() const;
    /// For the library: the observer is told of the rest of the body.
    void observe(std::unique_ptr<detail::body_observer> observer);

    /// Returns the pieces of the body that one network read brought; an empty span at the end of the body.
    /// The views are valid until the next call.
    ///
    /// Errors     errc::truncated if the connection ends before the body does; errc::connection_reset,
    ///            errc::connection_closed; errc::protocol_error, also if a compressed body is damaged. Bytes
    ///            that came before the error are returned first.
    /// Cancel     closes the connection, and throws condition::cancelled.
    [[nodiscard]] task<std::span<std::string_view const>> read() &;

    /// Reads the rest of the body. Throws errc::object_too_large if it has more than `limit_bytes` bytes.
    /// Other errors and cancellation are those of read().
    [[nodiscard]] task<std::string> read_all(std::size_t limit_bytes) &;

private:
    std::unique_ptr<detail::http_exchange> exchange_;
    std::unique_ptr<detail::gzip_body> compressed_; // null if the body comes as it is
};

/// The version of HTTP that a client speaks.
enum class http_version {
    automatic, ///< HTTP/2 if TLS agrees on it (ALPN) and coinformer was built with nghttp2; otherwise
               ///< HTTP/1.1
    http1,     ///< HTTP/1.1 only
    http2      ///< HTTP/2 only; a connection without TLS begins with it at once ("prior knowledge")
};

/// The options of all connections to one API server. Every time-out has to be positive, except for
/// idle_timeout, which may be zero; `duration::max()` means no limit. (Strictly, header_timeout counts as 30
/// days at most, and the others as a year.)
struct http_options {
    http_version version = http_version::automatic;      ///< docs/connecting.md#http2
    duration connect_timeout = std::chrono::seconds(10); ///< for the resolution of the name and for TCP
    duration tls_timeout = std::chrono::seconds(10);
    /// The time until the answer begins, and then for each 64 KB of a plain answer, one that is neither a
    /// list nor a watch. An informer that got no answer waits up to four times as long for the next ones,
    /// because its server may be slow and alive.
    duration header_timeout = std::chrono::seconds(30);
    /// The number of unused connections that are kept open for later requests; 0: each request makes a
    /// connection.
    std::size_t idle_connections = 8;
    duration idle_timeout =
        std::chrono::seconds(75); ///< a connection that was unused for longer is not used again
    /// The buffer of a connection grows to this size while reads fill it; it starts with 2 KB. At least 1.
    std::size_t read_buffer_bytes = 256 * 1024;
    std::string user_agent = "coinformer";
};

/// The connections to one API server. Requests use them again and again.
///
/// Threads    one serial executor: the environment's.
/// Lifetime   must outlive its responses. Call close() first, so that nothing is under way when it is
///            destroyed.
class http_client {
public:
    /// If `dial` is null, connections are TCP or TLS, as the endpoint says.
    ///
    /// Errors     errc::bad_request if an option has a value that is not allowed (the error names it), or if
    ///            the executor is known to run on several threads at the same time; errc::config_invalid if
    ///            the user agent has control characters, if the options ask for HTTP/2 and coinformer was
    ///            built without nghttp2 (COINFORMER_WITH_HTTP2), or if the endpoint cannot be used: its
    ///            server, its proxy, the TLS server name, `impersonate`, the user name or the password.
    http_client(environment env, endpoint server, http_options options, std::unique_ptr<dialer> dial);
    http_client(http_client const&) = delete;
    ~http_client();

    /// Sends the request. Returns when the header of the answer has arrived.
    ///
    /// A GET that fails on a reused connection before any byte of the answer has come is sent once more, on a
    /// new connection: the server may just have closed the old one, which was idle. A request that the server
    /// says it has not acted on (HTTP/2) is sent again with any method, up to three times in all.
    ///
    /// Errors     those of dialer and byte_stream; errc::timed_out, errc::protocol_error,
    ///            errc::header_too_large, errc::credentials_unreadable, errc::credentials_not_issued; with
    ///            HTTP/2, errc::request_refused and errc::silent_connection. errc::bad_request if a part of
    ///            the request cannot be sent: see http_request::headers. errc::config_invalid if the options
    ///            demand HTTP/2, and the server does not agree to it. errc::stopped after close(), and
    ///            errc::connection_closed if close() is called meanwhile. A status of 400 and above is not
    ///            an error here.
    /// Cancel     closes the connection or, with HTTP/2, the stream, and throws condition::cancelled.
    [[nodiscard]] task<http_response> send(http_request request) &;

    /// Waits until there is a credential, if a token source has to issue one. send() waits for it as well, so
    /// this is for a caller that has a time limit for the server, in which a login should not count.
    ///
    /// Errors     those of token_source; errc::stopped or errc::connection_closed after close().
    [[nodiscard]] task<> ready() &;

    /// Runs a task that waits before a request is sent, for example for a pause to end. close() ends it with
    /// errc::connection_closed.
    [[nodiscard]] task<> while_open(task<> body) &;
    bool is_closed() const noexcept;

    /// Closes every idle connection and timer. Responses under way end with errc::connection_closed. Call it
    /// in a turn of the executor (boost::asio::post), also in a program of one thread: it resumes coroutines.
    void close() noexcept;

    /// Reads the token file again before the next request, and uses no present connection again, because
    /// connections were made with the old client certificate.
    void reread_credentials() noexcept;

    /// Makes another connection for later requests than those of HTTP/2 that exist now, because answers come
    /// slowly over one of them. The exchanges under way go on.
    void stop_sharing() noexcept;

private:
    class impl;
    std::unique_ptr<impl> impl_;
};

} // namespace coinformer
