#include "api/json/text.hpp"

#include <chrono>
#include <cstdio>

namespace coinformer::detail {

namespace {

std::string rfc3339_with(std::int64_t seconds, char const* fraction)
{
    using namespace std::chrono;
    sys_seconds const at{std::chrono::seconds(seconds)};
    auto const day = floor<days>(at);
    year_month_day const date(day);
    hh_mm_ss const time(at - day);
    char text[80];
    auto const size = std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d%sZ", int(date.year()),
                                    unsigned(date.month()), unsigned(date.day()), int(time.hours().count()),
                                    int(time.minutes().count()), int(time.seconds().count()), fraction);
    return {text, static_cast<std::size_t>(size)};
}

} // namespace

std::string rfc3339(std::int64_t seconds)
{
    return rfc3339_with(seconds, "");
}

std::string rfc3339_micro(std::int64_t seconds, std::int64_t microseconds)
{
    char fraction[24];
    std::snprintf(fraction, sizeof fraction, ".%06d", static_cast<int>(microseconds));
    return rfc3339_with(seconds, fraction);
}

} // namespace coinformer::detail
