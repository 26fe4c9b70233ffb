#include "transport/http/retry_after.hpp"

#include <coinformer/core/error.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace coinformer::detail {

namespace {

std::optional<unsigned> number(std::string_view digits)
{
    if (digits.find_first_not_of("0123456789") != digits.npos) return std::nullopt;
    unsigned value = 0;
    auto const [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

std::optional<unsigned> month_number(std::string_view name)
{
    constexpr auto names = std::to_array<std::string_view>(
        {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"});
    auto const found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<unsigned>(found - names.begin()) + 1;
}

} // namespace

std::optional<std::chrono::sys_seconds> parse_http_date(std::string_view text)
{
    constexpr std::string_view form = "Sun, 06 Nov 1994 08:49:37 GMT";
    if (text.size() != form.size()) return std::nullopt;
    // The characters between the fields.
    for (std::size_t const at : {3u, 4u, 7u, 11u, 16u, 19u, 22u, 25u, 26u, 27u, 28u})
        if (text[at] != form[at]) return std::nullopt;
    auto const day = number(text.substr(5, 2));
    auto const month = month_number(text.substr(8, 3));
    auto const year = number(text.substr(12, 4));
    auto const hour = number(text.substr(17, 2));
    auto const minute = number(text.substr(20, 2));
    auto const second = number(text.substr(23, 2));
    if (!day || !month || !year || !hour || !minute || !second) return std::nullopt;
    std::chrono::year_month_day const date(std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(*month), std::chrono::day(*day));
    bool const is_time = *hour < 24 && *minute < 60 && *second <= 60; // 60 is a leap second
    if (!date.ok() || !is_time) return std::nullopt;
    return std::chrono::sys_days(date) + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
           std::chrono::seconds(*second);
}

std::optional<std::chrono::seconds> parse_retry_after(std::string_view retry_after, std::string_view date,
                                                      wall_time now)
{
    if (retry_after.empty()) return std::nullopt;
    if (retry_after.find_first_not_of("0123456789") == retry_after.npos) {
        auto const seconds = number(retry_after); // nullopt: it has too many digits
        return seconds ? std::min(std::chrono::seconds(*seconds), status_limits::retry_after)
                       : status_limits::retry_after;
    }
    auto const until = parse_http_date(retry_after);
    if (!until) return std::nullopt;
    auto const from = parse_http_date(date).value_or(std::chrono::floor<std::chrono::seconds>(now));
    return std::clamp(*until - from, std::chrono::seconds::zero(), status_limits::retry_after);
}

} // namespace coinformer::detail
