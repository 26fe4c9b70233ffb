#pragma once

#include <boost/system/system_error.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer {

using error_code = boost::system::error_code;

/// What happened, exactly. For messages and metrics; branch on `condition`.
enum class errc {
    cancelled = 1,
    timed_out,
    // configuration
    config_not_found,
    config_invalid,
    config_unknown_name, ///< a context, cluster or user that the kubeconfig does not define
    credentials_unreadable,
    invalid_name, ///< of a namespace, object or resource: no URL may be made of it, so that nothing was sent
    // connection
    resolve_failed,
    connect_failed,
    connection_reset,
    connection_closed,
    silent_connection, ///< nothing arrived for longer than the liveness deadline
    slow_answer,       ///< an answer gets on more slowly than is worth waiting for
    watch_cut_short,   ///< a watch that the server, or what stands between, ended at once with nothing in it
    stream_unfinished, ///< a watch that began with the whole collection did not say where that ends
    tls_failed,
    tls_untrusted, ///< no chain to a trusted CA
    tls_expired,
    tls_wrong_host,
    protocol_error, ///< the peer does not speak HTTP as it should
    header_too_large,
    // answers of the server
    bad_request,
    unauthorized,
    forbidden,
    not_found,
    not_served, ///< 404 of a whole collection: the server does not have the resource
    already_exists,
    conflict,
    field_conflict,    ///< 409 of an apply: other managers have what it wants otherwise
    expired,           ///< 410: the resource version or continue token is too old
    history_replaced,  ///< the server shows a version older than one it has shown: it was restored, or is another one
    version_too_large, ///< the server has not yet seen the resource version asked for
    invalid,
    throttled,
    internal_server_error,
    service_unavailable,
    unexpected_status,
    unexpected_content, ///< an answer that is not Kubernetes JSON, for example an HTML page
    too_many_faults,    ///< a list with more undecodable objects than client_options::max_faults_per_list
    // bytes that do not decode
    malformed_json,
    malformed_protobuf,
    truncated,
    wrong_type,
    missing_field,
    out_of_range,
    object_too_large,
    // use of the library
    already_running,
    would_deadlock,
    stopped,
    queue_overflow,
    no_version, ///< a watch without a resource version to begin at
    unknown_index,
    index_exists,
    leadership_lost,
};

/// What a caller branches on. `error_code == condition` also maps Asio's and the system's own codes.
enum class condition {
    cancelled = 1,
    misconfigured, ///< kubeconfig, files, names: nothing was sent
    unauthorized,
    forbidden,
    not_found,
    conflict,
    rejected,    ///< the server understood the request and refuses it: 400, 422
    gone,        ///< the resource version is too old: list again
    throttled,   ///< honour retry_after
    unavailable, ///< network, time-out, 5xx: retry with back-off
    untrusted,   ///< TLS verification failed: retrying helps only after someone acts
    malformed,   ///< the bytes are wrong: retrying seldom helps
    misused,     ///< a call that the object's state does not allow
};

boost::system::error_category const& error_category() noexcept;
boost::system::error_category const& condition_category() noexcept;

inline error_code make_error_code(errc e) noexcept
{
    return {static_cast<int>(e), error_category()};
}
inline boost::system::error_condition make_error_condition(condition c) noexcept
{
    return {static_cast<int>(c), condition_category()};
}

/// The condition that a code belongs to; `condition::unavailable` for a code that nobody knows.
condition condition_of(error_code const& code) noexcept;

/// What can be done about it, as half a sentence; empty when there is nothing to say.
std::string_view advice(error_code const& code) noexcept;

/// What is wrong with one field, in the words of the server.
struct status_cause {
    std::string field = {};   ///< "spec.replicas"
    std::string reason = {};  ///< machine-readable, for example "FieldValueInvalid"
    std::string message = {}; ///< for people
};

/// How much an api_error keeps of what a server says, so that an error costs little to make, to keep and to print.
struct status_limits {
    static constexpr std::size_t causes = 100;                    ///< the first ones; the others are counted
    static constexpr std::size_t message_bytes = 512 * 1024;      ///< of each message; longer ones lose their middle
    static constexpr std::size_t name_bytes = 512;                ///< of a reason or a field; the rest is cut off
    static constexpr std::chrono::seconds retry_after{24 * 3600}; ///< a longer Retry-After counts as this long
};

/// The `Status` object that a Kubernetes API server answers with when it refuses a request.
///
/// The texts are the server's own, within status_limits, and may hold line ends and control characters;
/// api_error::what() is always one harmless line. The bearer token of the request is replaced by "***".
struct server_status {
    int code = 0;             ///< HTTP status; 0 when no server answered
    std::string reason = {};  ///< machine-readable, for example "Forbidden"
    std::string message = {}; ///< for people
    std::vector<status_cause> causes = {};
    std::size_t causes_left_out = 0; ///< how many more causes the server gave
};

/// What every task of the library throws when it fails: what, where and what to do, in one line.
///
/// Holds no secret: credentials never enter a message. What a server or a file wrote enters the line without control
/// characters and without its middle if it is long.
class api_error : public boost::system::system_error {
public:
    /// `where` says what was being done ("list /api/v1/pods"), `detail` what the code does not say; both may be empty.
    api_error(error_code code, std::string where, std::string detail = {});
    api_error(error_code code, std::string verb, std::string path, server_status status,
              std::optional<std::chrono::seconds> retry_after);

    /// The same error, known to have happened during this request; itself when it knows its request already.
    api_error during(std::string verb, std::string path) const;
    /// The same error, known to have lasted for so long.
    api_error lasting(std::chrono::seconds time) const;

    /// "list /api/v1/pods: forbidden: user … cannot list (grant …)"
    char const* what() const noexcept override { return line_.c_str(); }

    std::string const& verb() const noexcept { return verb_; } ///< "list", "watch", "get", …; empty outside a request
    std::string const& path() const noexcept { return path_; } ///< without the query
    server_status const& status() const noexcept { return status_; }
    /// How long the server asks to wait, between zero and status_limits::retry_after.
    std::optional<std::chrono::seconds> retry_after() const noexcept { return retry_after_; }

private:
    std::string line_;
    std::string where_and_detail_; // where and detail, without message and advice
    std::string verb_;
    std::string path_;
    server_status status_;
    std::optional<std::chrono::seconds> retry_after_;
};

} // namespace coinformer

template <>
struct boost::system::is_error_code_enum<coinformer::errc> : std::true_type {};
template <>
struct boost::system::is_error_condition_enum<coinformer::condition> : std::true_type {};
