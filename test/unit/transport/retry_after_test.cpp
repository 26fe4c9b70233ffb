#include "transport/http/retry_after.hpp"

#include <coinformer/core/error.hpp>

#include "catch.hpp"

using namespace coinformer;
using namespace coinformer::detail;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view date = "Sun, 06 Nov 1994 08:49:37 GMT";
constexpr std::chrono::sys_seconds moment(784111777s);

} // namespace

TEST_CASE("an HTTP date is read in its only valid form")
{
    CHECK(parse_http_date(date) == moment);
    CHECK(parse_http_date("Thu, 01 Jan 1970 00:00:00 GMT") == std::chrono::sys_seconds(0s));
    CHECK(parse_http_date("Thu, 29 Feb 2024 23:59:60 GMT") == std::chrono::sys_seconds(1709251200s));
    CHECK(parse_http_date("Fri, 31 Dec 9999 23:59:59 GMT") == std::chrono::sys_seconds(253402300799s));
}

TEST_CASE("a text in another form is no HTTP date")
{
    auto const text = GENERATE(
        as<std::string>(), "", "7", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nox 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov +994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GXT",
        "Sun, 06 Nov 1994 08:49:37 GMX", "Sun, 06 Nov 1994 08:49:37 GMTx");
    INFO(text);
    CHECK_FALSE(parse_http_date(text));
}

TEST_CASE("Retry-After is a number of seconds or a date, and never longer than its limit")
{
    wall_time const now = moment - 90s;
    auto const read = [now](std::string_view text, std::string_view answered = {}) {
        return parse_retry_after(text, answered, now);
    };
    CHECK(read("0") == 0s);
    CHECK(read("120") == 120s);
    CHECK(read("999999") == status_limits::retry_after);
    CHECK(read("9223372036854775807") == status_limits::retry_after);
    CHECK(read("99999999999999999999999") == status_limits::retry_after);
    CHECK(read(date) == 90s);
    CHECK(read("Sun, 06 Nov 1994 08:00:00 GMT") == 0s); // this date has passed
    CHECK(read("Fri, 31 Dec 9999 23:59:59 GMT") == status_limits::retry_after);
    for (auto const* text : {"", "soon", "-1", "1.5", "1s"}) CHECK_FALSE(read(text));
}

TEST_CASE("a Retry-After date counts from the answer's own date, whatever this machine's clock shows")
{
    wall_time const now = moment + 24h * 365;
    CHECK(parse_retry_after(date, "Sun, 06 Nov 1994 08:49:07 GMT", now) == 30s);
    CHECK(parse_retry_after(date, "no date", now) == 0s);
}
