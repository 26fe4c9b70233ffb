#include "testing/formats/refusal.hpp"

namespace coinformer::testing::detail {

namespace json = boost::json;

namespace {

std::string qualified(resource_name r)
{
    std::string text(r.plural);
    if (!r.group.empty()) text.append(".").append(r.group);
    return text;
}

json::object about(resource_name r, std::string_view name)
{
    json::object details;
    if (!name.empty()) details["name"] = name;
    if (!r.group.empty()) details["group"] = r.group;
    details["kind"] = r.plural;
    return details;
}

json::array one_cause(std::string_view reason, std::string_view message, std::string_view field)
{
    json::object cause;
    cause["reason"] = reason;
    cause["message"] = message;
    if (!field.empty()) cause["field"] = field;
    json::array causes;
    causes.push_back(std::move(cause));
    return causes;
}

// Returns the reason that a real server gives with a code; empty for other codes.
std::string_view usual_reason(int code)
{
    switch (code) {
    case 400: return "BadRequest";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "NotFound";
    case 405: return "MethodNotAllowed";
    case 406: return "NotAcceptable";
    case 409: return "Conflict";
    case 410: return "Expired";
    case 413: return "RequestEntityTooLarge";
    case 415: return "UnsupportedMediaType";
    case 422: return "Invalid";
    case 429: return "TooManyRequests";
    case 500: return "InternalError";
    case 503: return "ServiceUnavailable";
    case 504: return "Timeout";
    default: return {};
    }
}

} // namespace

std::string quoted(std::string_view s)
{
    return std::string("\"").append(s).append("\"");
}

json::object refusal::json() const
{
    json::object metadata;
    if (!continue_.empty()) metadata["continue"] = continue_;
    json::object status;
    status["kind"] = "Status";
    status["apiVersion"] = "v1";
    status["metadata"] = std::move(metadata);
    status["status"] = "Failure";
    status["message"] = message_;
    if (!reason_.empty()) status["reason"] = reason_;
    json::object details = details_;
    if (retry_after_) details["retryAfterSeconds"] = retry_after_->count();
    if (!details.empty()) status["details"] = std::move(details);
    status["code"] = code_;
    return status;
}

refusal&& refusal::with_details(json::object details) &&
{
    details_ = std::move(details);
    return std::move(*this);
}

refusal&& refusal::with_continue(std::string token) &&
{
    continue_ = std::move(token);
    return std::move(*this);
}

refusal&& refusal::with_retry_after(std::chrono::seconds s) &&
{
    retry_after_ = s;
    return std::move(*this);
}

refusal unknown_resource()
{
    return {errc::not_served, 404, "NotFound", "the server could not find the requested resource"};
}

refusal not_found(resource_name r, std::string_view name)
{
    return refusal(errc::not_found, 404, "NotFound", qualified(r) + " " + quoted(name) + " not found")
        .with_details(about(r, name));
}

refusal already_exists(resource_name r, std::string_view name)
{
    return refusal(errc::already_exists, 409, "AlreadyExists",
                   qualified(r) + " " + quoted(name) + " already exists")
        .with_details(about(r, name));
}

refusal conflict(resource_name r, std::string_view name, std::string_view why)
{
    auto message = "Operation cannot be fulfilled on " + qualified(r) + " " + quoted(name) + ": ";
    return refusal(errc::conflict, 409, "Conflict", message.append(why)).with_details(about(r, name));
}

refusal stale(resource_name r, std::string_view name)
{
    return conflict(
        r, name,
        "the object has been modified; please apply your changes to the latest version and try again");
}

refusal invalid(resource_name r, std::string_view name, std::string_view field, std::string_view cause,
                std::string_view why)
{
    return invalid(r, name, std::string(field).append(": ").append(why), one_cause(cause, why, field));
}

refusal invalid(resource_name r, std::string_view name, std::string_view faults, json::array causes)
{
    auto details = about(r, name);
    details["kind"] = r.kind;
    details["causes"] = std::move(causes);
    auto message = std::string(r.kind);
    if (!r.group.empty()) message.append(".").append(r.group);
    message.append(" ").append(quoted(name)).append(" is invalid: ").append(faults);
    return refusal(errc::invalid, 422, "Invalid", std::move(message)).with_details(std::move(details));
}

refusal namespace_terminating(resource_name r, std::string_view name, std::string_view ns)
{
    auto const text = std::string(ns);
    auto details = about(r, name);
    details["causes"] =
        one_cause("NamespaceTerminating", "namespace " + text + " is being terminated", "metadata.namespace");
    return refusal(errc::forbidden, 403, "Forbidden",
                   qualified(r) + " " + quoted(name) +
                       " is forbidden: unable to create new content in namespace " + text +
                       " because it is being terminated")
        .with_details(std::move(details));
}

refusal bad_request(std::string message)
{
    return {errc::bad_request, 400, "BadRequest", std::move(message)};
}

refusal unexplained(std::string message)
{
    return {errc::internal_server_error, 500, "", std::move(message)};
}

refusal method_not_allowed()
{
    return {errc::unexpected_status, 405, "MethodNotAllowed",
            "the server does not allow this method on the requested resource"};
}

refusal not_acceptable()
{
    return not_acceptable("only the following media types are accepted: application/json");
}

refusal not_acceptable(std::string message)
{
    return {errc::unexpected_status, 406, "NotAcceptable", std::move(message)};
}

refusal unsupported_media_type(std::string_view got)
{
    return {errc::unexpected_status, 415, "UnsupportedMediaType",
            "the body of the request was in an unknown format (" + std::string(got) +
                ") - accepted media types include: application/json"};
}

refusal unsupported_patch(bool strategic)
{
    std::string types =
        "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml";
    if (strategic) types += ", application/strategic-merge-patch+json";
    return {errc::unexpected_status, 415, "UnsupportedMediaType",
            "the body of the request was in an unknown format - accepted media types include: " + types};
}

refusal body_too_large(std::size_t limit)
{
    return {errc::object_too_large, 413, "RequestEntityTooLarge",
            "Request entity too large: limit is " + std::to_string(limit)};
}

refusal unauthorized()
{
    return {errc::unauthorized, 401, "Unauthorized", "Unauthorized"};
}

refusal forbidden(resource_name r, std::string_view name, std::string_view why)
{
    auto message = qualified(r);
    if (!name.empty()) message += " " + quoted(name);
    message.append(" is forbidden: ").append(why);
    return refusal(errc::forbidden, 403, "Forbidden", std::move(message)).with_details(about(r, name));
}

refusal forbidden_path(std::string_view why)
{
    return refusal(errc::forbidden, 403, "Forbidden", "forbidden: " + std::string(why));
}

refusal watch_too_old(std::uint64_t asked, std::uint64_t oldest)
{
    return {errc::expired, 410, "Expired",
            "too old resource version: " + std::to_string(asked) + " (" + std::to_string(oldest) + ")"};
}

refusal list_too_old()
{
    return {errc::expired, 410, "Expired", "The resourceVersion for the provided list is too old."};
}

refusal continue_too_old(std::string token)
{
    return refusal(errc::expired, 410, "Expired",
                   "The provided continue parameter is too old to display a consistent list result. You can "
                   "start a "
                   "new list without the continue parameter, or use the continue token in this response to "
                   "retrieve "
                   "the remainder of the results. Continuing with the provided token results in an "
                   "inconsistent list "
                   "- objects that were created, modified, or deleted between the time the first chunk was "
                   "returned "
                   "and now may show up in the list.")
        .with_continue(std::move(token));
}

refusal version_too_large(std::uint64_t asked, std::uint64_t current)
{
    json::object details;
    details["causes"] = one_cause("ResourceVersionTooLarge", "Too large resource version", {});
    return refusal(errc::version_too_large, 504, "Timeout",
                   "Timeout: Too large resource version: " + std::to_string(asked) +
                       ", current: " + std::to_string(current))
        .with_details(std::move(details))
        .with_retry_after(std::chrono::seconds(1));
}

refusal injected(int code, std::string_view verb, resource_name r, std::string_view name,
                 std::vector<status_cause> const& causes)
{
    auto const exists = code == 409 && verb == "create";
    auto const reason = exists ? "AlreadyExists" : usual_reason(code);
    auto details = r.plural.empty() ? json::object() : about(r, name);
    for (auto const& c : causes) {
        auto& list = details["causes"];
        if (!list.is_array()) list.emplace_array();
        list.get_array().push_back(one_cause(c.reason, c.message, c.field).front());
    }
    auto message = "injected fault: " + (reason.empty() ? std::to_string(code) : std::string(reason));
    return refusal(errc::unexpected_status, code, reason, std::move(message))
        .with_details(std::move(details));
}

} // namespace coinformer::testing::detail
