#include "api/status.hpp"

#include "api/object_builder.hpp"
#include "api/proto_scanner.hpp"

#include <boost/describe/class.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>

namespace coinformer {

namespace {

namespace json = boost::json;

std::string string_of(json::object const& o, std::string_view key)
{
    auto const* v = o.if_contains(key);
    auto const* s = v ? v->if_string() : nullptr;
    return s ? std::string(s->data(), s->size()) : std::string();
}

std::int64_t integer_of(json::object const& o, std::string_view key)
{
    auto const* v = o.if_contains(key);
    return v && v->is_int64() ? v->get_int64() : 0;
}

std::vector<status_cause> causes_of(json::object const& details)
{
    std::vector<status_cause> causes;
    auto const* v = details.if_contains("causes");
    if (!v || !v->is_array()) return causes;
    for (auto const& cause : v->get_array())
        if (auto const* c = cause.if_object())
            causes.push_back({string_of(*c, "field"), string_of(*c, "reason"), string_of(*c, "message")});
    return causes;
}

// Besides the message, the API server gives this cause (storage.NewTooLargeResourceVersionError).
bool says_too_large(server_status const& s)
{
    return s.message.find("Too large resource version") != std::string::npos ||
           std::ranges::any_of(s.causes, [](status_cause const& c) { return c.reason == "ResourceVersionTooLarge"; });
}

// An apply's: to read the object again does not help.
bool is_about_fields(server_status const& s)
{
    return std::ranges::any_of(s.causes, [](status_cause const& c) { return c.reason == "FieldManagerConflict"; });
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

} // namespace

BOOST_DESCRIBE_STRUCT(status_cause, (), (field, reason, message))

namespace {

struct proto_details {
    std::string name;
    std::vector<status_cause> causes;
    std::int32_t retryAfterSeconds = 0;
};
BOOST_DESCRIBE_STRUCT(proto_details, (), (name, causes, retryAfterSeconds))

struct proto_status {
    std::string message;
    std::string reason;
    std::int32_t code = 0;
    proto_details details;
};
BOOST_DESCRIBE_STRUCT(proto_status, (), (message, reason, code, details))

std::optional<status_answer> parse_proto_status(std::string_view body)
{
    static detail::schema const fields(detail::member_type_of<proto_status>, detail::schema::kind::plain);
    static detail::proto_schema const bound(fields, detail::status_message);
    auto const envelope = detail::open_envelope(body);
    if (!envelope || envelope->kind != "Status") return std::nullopt;
    detail::proto_scanner scanner;
    if (scanner.scan(bound, envelope->raw, nullptr) == detail::proto_scanner::outcome::fault) return std::nullopt;
    proto_status read;
    detail::object_builder().fill(fields.root(), &read, scanner.entries());

    status_answer answer;
    answer.status = {read.code, std::move(read.reason), std::move(read.message), std::move(read.details.causes)};
    if (auto const seconds = read.details.retryAfterSeconds; seconds > 0)
        answer.retry_after = std::chrono::seconds(seconds);
    answer.too_large_version = says_too_large(answer.status);
    answer.names_object = !read.details.name.empty();
    return answer;
}

} // namespace

std::optional<status_answer> parse_status(std::string_view body)
{
    if (body.starts_with(detail::proto_magic)) return parse_proto_status(body);
    boost::system::error_code failed;
    auto const parsed = json::parse(body, failed);
    auto const* o = failed ? nullptr : parsed.if_object();
    if (!o || string_of(*o, "kind") != "Status") return std::nullopt;

    status_answer answer;
    answer.status = {static_cast<int>(integer_of(*o, "code")), string_of(*o, "reason"), string_of(*o, "message"), {}};
    if (auto const* value = o->if_contains("details"); value && value->is_object()) {
        auto const& details = value->get_object();
        if (auto const seconds = integer_of(details, "retryAfterSeconds"); seconds > 0)
            answer.retry_after = std::chrono::seconds(seconds);
        answer.status.causes = causes_of(details);
        answer.names_object = !string_of(details, "name").empty();
    }
    answer.too_large_version = says_too_large(answer.status);
    return answer;
}

errc errc_of_status(int http_code, server_status const& status)
{
    auto const& reason = status.reason;
    auto const code = status.code != 0 ? status.code : http_code;
    if (reason == "Expired" || reason == "Gone") return errc::expired;
    if (reason == "AlreadyExists") return errc::already_exists;
    if (reason == "Conflict") return is_about_fields(status) ? errc::field_conflict : errc::conflict;
    if (reason == "Invalid") return errc::invalid;
    if (reason == "TooManyRequests") return errc::throttled;
    if (reason == "Timeout" || code == 504) return says_too_large(status) ? errc::version_too_large : errc::timed_out;
    return errc_of_code(code);
}

errc errc_of_answer(int http_code, std::optional<status_answer> const& said)
{
    if (said && said->too_large_version) return errc::version_too_large;
    auto const code = errc_of_status(http_code, said ? said->status : server_status());
    return code == errc::not_found && !(said && said->names_object) ? errc::not_served : code;
}

} // namespace coinformer
