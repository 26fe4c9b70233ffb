#pragma once

#include <coinformer/core/requirements.hpp>

#include <boost/system/system_error.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coinformer {

using error_code = boost::system::error_code;

/// Says exactly what happened, for messages and metrics. Programs branch on `condition` instead.
enum class errc {
    cancelled = 1,
    timed_out,
    // configuration
    config_not_found,
    config_invalid,
    config_unknown_name, ///< a context, cluster or user that the kubeconfig does not define
    credentials_unreadable,
    credentials_not_issued, ///< a token source or an exec plugin has failed
    invalid_name, ///< a namespace, object or resource name that cannot be part of a URL; nothing was sent
    // connection
    resolve_failed,
    connect_failed,
    connection_reset,
    connection_closed,
    request_refused,   ///< the server has not acted on the request (HTTP/2), so that it may be sent again
    silent_connection, ///< nothing arrived for longer than the liveness deadline
    slow_answer,       ///< an answer arrives too slowly to be worth waiting for
    watch_cut_short,   ///< the server, or a proxy, ended a watch at once, without an event in it
    stream_unfinished, ///< a streamed list ended without the mark that says that the collection is complete
    tls_failed,
    tls_untrusted, ///< the certificate has no chain to a trusted CA
    tls_expired,
    tls_wrong_host,
    proxy_failed,   ///< the proxy cannot be reached, or does not speak as it should
    proxy_refused,  ///< the proxy makes no connection to the server, and says why
    protocol_error, ///< the answer is not valid HTTP
    header_too_large,
    // answers of the server
    bad_request,
    unauthorized,
    forbidden,
    not_found,
    not_served, ///< 404 for a whole collection: the server does not have the resource
    already_exists,
    conflict,
    field_conflict,    ///< 409 for an apply: other managers own the fields with other values
    expired,           ///< 410: the resource version or continue token is too old
    copy_differs,      ///< an audit has found that an informer's copy differs from the server's collection
    history_replaced,  ///< the resource version went back: the server was restored, or is another one
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
    transform_failed, ///< a function of the informer's transform has thrown an exception
    // use of the library
    already_running,
    would_deadlock,
    stopped,
    queue_overflow,
    no_version, ///< a watch without a resource version to begin at
    unknown_index,
    index_exists,
    leadership_lost,
    no_share,      ///< this process gets no share of the objects from its shard group
    unknown_field, ///< a projection reads a field that objects of its kind do not have
};

/// A group of errors that a program handles in the same way. `error_code == condition` also maps the codes of
/// Asio and of the system.
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
    untrusted,   ///< TLS verification failed: retrying helps only after somebody has acted
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

/// Returns the condition that a code belongs to; `condition::unavailable` for an unknown code.
condition condition_of(error_code const& code) noexcept;

/// Returns what can be done about an error, as half a sentence; empty if there is no advice.
std::string_view advice(error_code const& code) noexcept;

/// The server's words on what is wrong with one field.
struct status_cause {
    std::string field = {};   ///< "spec.replicas"
    std::string reason = {};  ///< machine-readable, for example "FieldValueInvalid"
    std::string message = {}; ///< for people
};

/// Limits the part of a server's Status that an api_error keeps, so that an error costs little to make, to
/// keep and to print.
struct status_limits {
    static constexpr std::size_t causes = 100;                    ///< further causes are only counted
    static constexpr std::size_t message_bytes = 512 * 1024;      ///< a longer message loses its middle
    static constexpr std::size_t name_bytes = 512;                ///< a longer reason or field is cut off
    static constexpr std::chrono::seconds retry_after{24 * 3600}; ///< the longest Retry-After that counts
};

/// The `Status` object that a Kubernetes API server answers with when it refuses a request.
///
/// The texts are the server's own, within status_limits, and may hold line ends and control characters;
/// api_error::what() is always one harmless line. The bearer token of the request is replaced by "***".
struct server_status {
    int code = 0;             ///< HTTP status; 0 if no server answered
    std::string reason = {};  ///< machine-readable, for example "Forbidden"
    std::string message = {}; ///< for people
    std::vector<status_cause> causes = {};
    std::size_t causes_left_out = 0; ///< how many more causes the server gave
};

/// The exception that tasks of the library throw when they fail. what() is one line: what failed, where, why,
/// and what to do.
///
/// It holds no secret: credentials never enter a message. Text from a server or a file enters the line
/// without control characters, and without its middle if it is long.
class api_error : public boost::system::system_error {
public:
    /// `where` says what was being done, for example "list /api/v1/pods". `detail` adds what the code does
    /// not say. Both may be empty.
    api_error(error_code code, std::string where, std::string detail = {});
    api_error(error_code code, std::string verb, std::string path, server_status status,
              std::optional<std::chrono::seconds> retry_after);

    /// Returns a copy that also names the request that failed. If this error names a request already, the
    /// copy is equal.
    api_error during(std::string verb, std::string path) const;
    /// Returns a copy whose message also says that the failure has lasted for `time`.
    api_error lasting(std::chrono::seconds time) const;
    /// Returns a copy whose message also says that the request was sent `times` times, within `time`.
    api_error attempted(unsigned times, std::chrono::seconds time) const;

    /// "list /api/v1/pods: forbidden: user … cannot list (grant …)"
    char const* what() const noexcept override { return line_.c_str(); }

    std::string const& verb() const noexcept { return verb_; } ///< "list", …; empty if no request failed
    std::string const& path() const noexcept { return path_; } ///< without the query
    server_status const& status() const noexcept { return status_; }
    /// How long the server has asked to wait, between zero and status_limits::retry_after.
    std::optional<std::chrono::seconds> retry_after() const noexcept { return retry_after_; }

private:
    std::string line_;
    std::string where_and_detail_; // the parts of the line before and after the code's message
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
