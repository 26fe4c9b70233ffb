#include "api/stream/status.hpp"

#include "api/protobuf/wire.hpp"
#include "api/stream/status_reader.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace coinformer::detail {

namespace {

// An API server says it in the message of a 504 Timeout, and gives this cause
// (storage.NewTooLargeResourceVersionError). One that reads lists at an exact version from etcd passes on
// what etcd says, with a status 500. Other refusals may have the same words, because they quote what users
// wrote.
bool says_too_large(server_status const& s, int code)
{
    if (s.reason != "Timeout" && code != 504 && code != 500) return false;
    return s.message.find("Too large resource version") != std::string::npos ||
           s.message.find("required revision is a future revision") != std::string::npos ||
           std::ranges::any_of(s.causes,
                               [](status_cause const& c) { return c.reason == "ResourceVersionTooLarge"; });
}

// An API server answers 500 to a watch from a version that it cannot parse (storage.NewInvalidError). Asking
// again does not help.
bool says_no_version(server_status const& s)
{
    return s.message.find("resourceVersion: Invalid value") != std::string::npos;
}

// The conflict of an apply concerns the owners of fields: reading the object again does not help.
bool is_about_fields(server_status const& s)
{
    return std::ranges::any_of(s.causes,
                               [](status_cause const& c) { return c.reason == "FieldManagerConflict"; });
}

errc errc_of_code(int code)
{
    switch (code) {
    case 400: return errc::bad_request;
    case 401: return errc::unauthorized;
    case 403: return errc::forbidden;
    case 404: return errc::not_found;
    case 408: return errc::timed_out;
    case 409: return errc::conflict;
    case 410: return errc::expired;
    case 422: return errc::invalid;
    case 429: return errc::throttled;
    case 500:
    case 501: return errc::internal_server_error;
    case 502:
    case 503: return errc::service_unavailable;
    case 504: return errc::timed_out;
    default: return code > 500 ? errc::service_unavailable : errc::unexpected_status;
    }
}

// Returns the code of the status, else that of the answer. An ERROR event comes in an answer that says 200,
// and some servers give its status no code, so that only its reason says what it means.
int code_of(int http_code, server_status const& status)
{
    if (status.code != 0) return status.code;
    bool const is_event = http_code == 0 || http_code / 100 == 2;
    return is_event ? code_of_reason(status.reason) : http_code;
}

} // namespace

// A reason that Kubernetes does not know, or none, means that the server does not say what went wrong, and
// has the code 500 (metav1.StatusReasonUnknown).
int code_of_reason(std::string_view reason) noexcept
{
    constexpr std::pair<std::string_view, int> known[]{
        {"BadRequest", 400},
        {"Unauthorized", 401},
        {"Forbidden", 403},
        {"NotFound", 404},
        {"MethodNotAllowed", 405},
        {"NotAcceptable", 406},
        {"AlreadyExists", 409},
        {"Conflict", 409},
        {"Expired", 410},
        {"Gone", 410},
        {"RequestEntityTooLarge", 413},
        {"UnsupportedMediaType", 415},
        {"Invalid", 422},
        {"TooManyRequests", 429},
        {"ServiceUnavailable", 503},
        {"Timeout", 504},
    };
    auto const* const at = std::ranges::find(known, reason, &std::pair<std::string_view, int>::first);
    return at == std::end(known) ? 500 : at->second;
}

std::optional<status_answer> parse_status(std::string_view body)
{
    if (body.size() > max_status_bytes) return std::nullopt;
    auto answer = body.starts_with(detail::proto_magic) ? detail::read_proto_status(body)
                                                        : detail::read_json_status(body);
    if (answer) answer->too_large_version = says_too_large(answer->status, code_of(0, answer->status));
    return answer;
}

server_status masked(server_status status, credential_mask const& mask)
{
    auto const apply = [&mask](std::string& text) { text = mask.apply(std::move(text)); };
    apply(status.reason);
    apply(status.message);
    for (auto& cause : status.causes) {
        apply(cause.field);
        apply(cause.reason);
        apply(cause.message);
    }
    return status;
}

errc errc_of_status(int http_code, server_status const& status)
{
    auto const& reason = status.reason;
    auto const code = code_of(http_code, status);
    if (reason == "Expired" || reason == "Gone") return errc::expired;
    if (reason == "AlreadyExists") return errc::already_exists;
    if (reason == "Conflict") return is_about_fields(status) ? errc::field_conflict : errc::conflict;
    if (reason == "Invalid") return errc::invalid;
    if (reason == "TooManyRequests") return errc::throttled;
    if (reason == "Timeout" || code == 504)
        return says_too_large(status, code) ? errc::version_too_large : errc::timed_out;
    if (code == 500 && says_no_version(status)) return errc::bad_request;
    return errc_of_code(code);
}

errc errc_of_answer(int http_code, std::optional<status_answer> const& said)
{
    if (said && says_too_large(said->status, code_of(http_code, said->status)))
        return errc::version_too_large;
    auto const code = errc_of_status(http_code, said ? said->status : server_status());
    return code == errc::not_found && !(said && said->names_object) ? errc::not_served : code;
}

} // namespace coinformer::detail
