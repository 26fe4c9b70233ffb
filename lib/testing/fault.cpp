#include <coinformer/testing/fault.hpp>

#include "testing/refusal.hpp"

#include <boost/json/serialize.hpp>

#include <stdexcept>

namespace coinformer::testing {

namespace faults {

namespace {

// as a real server names them; empty for others
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

std::string status_text(int code)
{
    auto const number = std::to_string(code);
    if (code < 400 || code > 599) throw std::invalid_argument("no error has the code " + number + ": from 400 to 599");
    auto const reason = usual_reason(code);
    auto const message = "injected fault: " + (reason.empty() ? number : std::string(reason));
    return boost::json::serialize(refusal(errc::unexpected_status, code, reason, message).json());
}

fault canned(int code, std::optional<std::chrono::seconds> retry_after = {})
{
    return answer({.status = code, .body = status_text(code), .retry_after = retry_after});
}

fault ending_watch(std::size_t events, std::string last_line)
{
    if (!last_line.empty() && last_line.back() != '\n') last_line += '\n';
    return {.verb = "watch", .events = events, .last_line = std::move(last_line)};
}

} // namespace

fault answer(canned_answer a)
{
    return {.answer = std::move(a)};
}

fault status(int code)
{
    return canned(code);
}

fault unauthorized()
{
    return canned(401);
}

fault forbidden()
{
    return canned(403);
}

fault throttled(std::chrono::seconds retry_after)
{
    return canned(429, retry_after);
}

fault internal_error()
{
    return canned(500);
}

fault unavailable(std::optional<std::chrono::seconds> retry_after)
{
    return canned(503, retry_after);
}

fault gone()
{
    return canned(410);
}

fault html(int code)
{
    return answer({.status = code,
                   .content_type = "text/html",
                   .body = "<!DOCTYPE html><html><body>Please log in.</body></html>"});
}

fault empty_answer()
{
    return answer({});
}

fault late(duration delay)
{
    return {.delay = delay};
}

fault cut(std::size_t bytes)
{
    return {.cut_after = bytes};
}

fault stall(std::size_t bytes)
{
    return {.stall_after = bytes};
}

fault warning(std::string text)
{
    return {.warning = std::move(text)};
}

fault truncated_json()
{
    return answer({.body = R"({"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[{"meta)"});
}

fault close_watch(std::size_t events)
{
    return ending_watch(events, {});
}

fault error_event(int code, std::size_t events)
{
    return ending_watch(events, "{\"type\":\"ERROR\",\"object\":" + status_text(code) + "}");
}

fault oversized_event(std::size_t bytes, std::size_t events)
{
    return ending_watch(events, R"({"type":"ADDED","object":{"metadata":{"name":"huge"},"data":{"k":")" +
                                    std::string(bytes, 'x') + "\"}}}");
}

fault odd_line(std::string line, std::size_t events)
{
    return ending_watch(events, std::move(line));
}

fault no_initial_end()
{
    return {.verb = "watch", .no_initial_end = true};
}

} // namespace faults

} // namespace coinformer::testing
