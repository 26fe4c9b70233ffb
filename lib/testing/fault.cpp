#include <coinformer/testing/fault.hpp>

#include "testing/refusal.hpp"

#include <boost/json/serialize.hpp>

#include <stdexcept>

namespace coinformer::testing {

fault fault::on(std::string_view v) const
{
    auto f = *this;
    f.verb = v;
    return f;
}

fault fault::of(std::string_view p) const
{
    auto f = *this;
    f.plural = p;
    return f;
}

fault fault::on_later_pages() const
{
    auto f = on("list");
    f.later_pages = true;
    return f;
}

fault fault::after(std::size_t requests) const
{
    auto f = *this;
    f.skipped = requests;
    return f;
}

fault fault::times(std::size_t requests) const
{
    auto f = *this;
    f.left = requests;
    return f;
}

namespace faults {

namespace {

struct known_status {
    int code;
    std::string_view reason;
};
constexpr known_status known[] = {
    {400, "BadRequest"},    {401, "Unauthorized"},
    {403, "Forbidden"},     {404, "NotFound"},
    {409, "Conflict"},      {410, "Expired"},
    {422, "Invalid"},       {429, "TooManyRequests"},
    {500, "InternalError"}, {503, "ServiceUnavailable"},
    {504, "Timeout"},
};

std::string status_text(int code)
{
    for (auto const& s : known)
        if (s.code == code)
            return boost::json::serialize(
                refusal(errc::unexpected_status, code, s.reason, "injected fault: " + std::string(s.reason)).json());
    throw std::invalid_argument("faults::status: no usual reason for " + std::to_string(code));
}

fault ending_watch(std::size_t events, std::string last_line)
{
    fault f;
    f.verb = "watch";
    f.events = events;
    f.last_line = std::move(last_line);
    if (!f.last_line.empty() && f.last_line.back() != '\n') f.last_line += '\n';
    return f;
}

} // namespace

fault answer(canned_answer a)
{
    fault f;
    f.answer = std::move(a);
    return f;
}

fault status(int code)
{
    return answer({.status = code, .body = status_text(code)});
}

fault unauthorized()
{
    return status(401);
}

fault forbidden()
{
    return status(403);
}

fault throttled(std::chrono::seconds retry_after)
{
    return answer({.status = 429, .body = status_text(429), .retry_after = retry_after});
}

fault internal_error()
{
    return status(500);
}

fault unavailable(std::optional<std::chrono::seconds> retry_after)
{
    return answer({.status = 503, .body = status_text(503), .retry_after = retry_after});
}

fault gone()
{
    return status(410);
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
    fault f;
    f.delay = delay;
    return f;
}

fault cut(std::size_t bytes)
{
    fault f;
    f.cut_after = bytes;
    return f;
}

fault stall(std::size_t bytes)
{
    fault f;
    f.stall_after = bytes;
    return f;
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
    auto f = fault().on("watch");
    f.no_initial_end = true;
    return f;
}

} // namespace faults

} // namespace coinformer::testing
