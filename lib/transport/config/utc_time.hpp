#pragma once

#include <charconv>
#include <chrono>
#include <optional>
#include <string_view>

namespace coinformer::detail {

/// Reads a time as RFC 3339 writes it: "2026-11-24T20:53:00Z", with a fraction of a second, which is left
/// out, or with an offset such as "+01:00". Returns nullopt for any other text. Years are those of RFC 3339,
/// 0 to 9999, which wall_time cannot hold.
inline std::optional<std::chrono::sys_seconds> parse_utc_time(std::string_view text)
{
    using namespace std::chrono;
    bool is_right = true;
    auto const number = [&](std::size_t at, std::size_t digits, int least, int most) {
        int value = -1;
        auto const part = at <= text.size() ? text.substr(at, digits) : std::string_view();
        auto const [end, failure] = std::from_chars(part.data(), part.data() + part.size(), value);
        is_right &= failure == std::errc() && part.size() == digits && end == part.data() + digits &&
                    value >= least && value <= most;
        return value;
    };
    auto const letter = [&](std::size_t at, std::string_view allowed) {
        is_right &= at < text.size() && allowed.find(text[at]) != allowed.npos;
    };
    year_month_day const date(year(number(0, 4, 0, 9999)), month(static_cast<unsigned>(number(5, 2, 1, 12))),
                              day(static_cast<unsigned>(number(8, 2, 1, 31))));
    seconds const time =
        hours(number(11, 2, 0, 23)) + minutes(number(14, 2, 0, 59)) + seconds(number(17, 2, 0, 60));
    letter(4, "-");
    letter(7, "-");
    letter(10, "Tt ");
    letter(13, ":");
    letter(16, ":");
    auto zone = std::size_t(19);
    if (zone < text.size() && text[zone] == '.') {
        auto const digits = text.find_first_not_of("0123456789", zone + 1);
        is_right &= digits != text.npos && digits > zone + 1;
        zone = digits;
    }
    letter(zone, "Zz+-");
    if (!is_right) return std::nullopt;
    minutes offset{};
    bool const has_offset = text[zone] == '+' || text[zone] == '-';
    if (has_offset) {
        offset = hours(number(zone + 1, 2, 0, 23)) + minutes(number(zone + 4, 2, 0, 59));
        letter(zone + 3, ":");
        if (text[zone] == '-') offset = -offset;
    }
    if (!is_right || !date.ok() || text.size() != zone + (has_offset ? 6 : 1)) return std::nullopt;
    return sys_days(date) + time - offset;
}

} // namespace coinformer::detail
