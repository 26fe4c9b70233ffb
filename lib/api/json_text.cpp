#include "api/json_text.hpp"

#include <chrono>
#include <cstdio>

namespace coinformer::detail {

std::string base64(std::string_view bytes)
{
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned bits = 0;
        for (auto k = i; k < i + 3; ++k)
            bits = bits << 8 | (k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0U);
        for (int shift = 18; shift >= 0; shift -= 6) out += digits[bits >> shift & 63];
    }
    auto const padding = (3 - bytes.size() % 3) % 3;
    return out.replace(out.size() - padding, padding, padding, '=');
}

namespace {

std::string rfc3339(std::int64_t seconds, char const* fraction)
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
    return rfc3339(seconds, "");
}

std::string rfc3339_micro(std::int64_t seconds, std::int64_t microseconds)
{
    char fraction[24];
    std::snprintf(fraction, sizeof fraction, ".%06d", static_cast<int>(microseconds));
    return rfc3339(seconds, fraction);
}

} // namespace coinformer::detail
