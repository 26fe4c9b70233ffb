#include <coinformer/testing/fault.hpp>

#include "testing/formats/refusal.hpp"

#include <boost/json/serialize.hpp>

#include <stdexcept>

namespace coinformer::testing {

using namespace detail;

namespace faults {

namespace {

void check_code(int code)
{
    if (code < 400 || code > 599)
        throw std::invalid_argument("faults: the code of an error is from 400 to 599, not " +
                                    std::to_string(code));
}

fault refusing(int code, std::optional<std::chrono::seconds> retry_after = {},
               std::vector<status_cause> causes = {})
{
    check_code(code);
    auto f = answer({.status = code, .retry_after = retry_after});
    f.tells_status = true;
    f.causes = std::move(causes);
    return f;
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

fault status(int code, std::vector<status_cause> causes)
{
    return refusing(code, {}, std::move(causes));
}

fault unauthorized()
{
    return refusing(401);
}

fault forbidden()
{
    return refusing(403);
}

fault throttled(std::chrono::seconds retry_after)
{
    return refusing(429, retry_after);
}

fault internal_error()
{
    return refusing(500);
}

fault unavailable(std::optional<std::chrono::seconds> retry_after)
{
    return refusing(503, retry_after);
}

fault gone()
{
    return refusing(410);
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
    return answer(
        {.body = R"({"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[{"meta)"});
}

fault close_watch(std::size_t events)
{
    return ending_watch(events, {});
}

fault error_event(int code, std::size_t events)
{
    check_code(code);
    auto const status = injected(code, "watch", {}, {}, {}).json();
    return ending_watch(events, R"({"type":"ERROR","object":)" + boost::json::serialize(status) + "}");
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

fault endless_watch()
{
    return {.verb = "watch", .no_timeout = true};
}

fault slow_initial_events(duration pause)
{
    return {.verb = "watch", .initial_pause = pause};
}

fault no_initial_end()
{
    return {.verb = "watch", .no_initial_end = true};
}

} // namespace faults

} // namespace coinformer::testing
