#include "testing/formats/time_text.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

namespace coinformer::testing::detail {

namespace {

// Returns the number in the `count` digits from text[from] on, or nullopt if these are not all digits.
std::optional<int> digits(std::string_view text, std::size_t from, std::size_t count)
{
    int n = 0;
    if (text.size() < from + count) return std::nullopt;
    auto const* const end = text.data() + from + count;
    for (auto const c : text.substr(from, count))
        if (c < '0' || c > '9') return std::nullopt;
    std::from_chars(text.data() + from, end, n);
    return n;
}

// Returns the fraction of a second with these digits, of which the first six count.
std::chrono::microseconds fraction(std::string_view digits)
{
    int n = 0;
    for (std::size_t i = 0; i != 6; ++i) n = 10 * n + (i < digits.size() ? digits[i] - '0' : 0);
    return std::chrono::microseconds(n);
}

// Reads a zone, such as "Z" or "+02:00".
std::optional<std::chrono::minutes> zone(std::string_view text)
{
    if (text == "Z") return std::chrono::minutes(0);
    auto const h = digits(text, 1, 2), m = digits(text, 4, 2);
    if (text.size() != 6 || text[3] != ':' || !h || !m || *h > 23 || *m > 59) return std::nullopt;
    auto const ahead = std::chrono::hours(*h) + std::chrono::minutes(*m);
    if (text[0] == '+') return ahead;
    if (text[0] == '-') return -ahead;
    return std::nullopt;
}

} // namespace

std::string rfc3339(wall_time at)
{
    using namespace std::chrono;
    auto const day = floor<days>(at);
    year_month_day const date(day);
    hh_mm_ss const time(floor<seconds>(at - day));
    std::array<char, 32> text{};
    auto const n = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02dZ", int(date.year()),
                                 unsigned(date.month()), unsigned(date.day()), int(time.hours().count()),
                                 int(time.minutes().count()), int(time.seconds().count()));
    return {text.data(), static_cast<std::size_t>(n)};
}

std::optional<text_time> parse_rfc3339(std::string_view text)
{
    using namespace std::chrono;
    constexpr std::string_view form = "0000-00-00T00:00:00";
    if (text.size() <= form.size()) return std::nullopt;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] != '0' && text[i] != form[i]) return std::nullopt;
    auto const y = digits(text, 0, 4), mo = digits(text, 5, 2), d = digits(text, 8, 2);
    auto const h = digits(text, 11, 2), m = digits(text, 14, 2), s = digits(text, 17, 2);
    auto rest = text.substr(form.size());
    microseconds beyond{};
    if (rest.front() == '.') {
        auto const end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
        beyond = fraction(rest.substr(1, end - 1));
        rest.remove_prefix(end);
    }
    auto const ahead = zone(rest);
    if (!y || !mo || !d || !h || !m || !s || *h > 23 || *m > 59 || *s > 59 || !ahead) return std::nullopt;
    year_month_day const date(year(*y), month(static_cast<unsigned>(*mo)), day(static_cast<unsigned>(*d)));
    if (!date.ok()) return std::nullopt;
    return sys_days(date) + hours(*h) + minutes(*m) + seconds(*s) - *ahead + beyond;
}

std::string short_duration(std::chrono::milliseconds d)
{
    using namespace std::chrono;
    auto const s = floor<seconds>(d).count();
    auto const two = [](long large, char const* unit, long small, char const* part) {
        auto both = std::to_string(large) + unit;
        return small == 0 ? both : both + std::to_string(small) + part;
    };
    auto const m = s / 60, h = s / 3600, days = h / 24;
    if (s < -1) return "<invalid>";
    if (s < 0) return "0s";
    if (s < 120) return two(s, "s", 0, "");
    if (m < 10) return two(m, "m", s % 60, "s");
    if (m < 180) return two(m, "m", 0, "");
    if (h < 8) return two(h, "h", m % 60, "m");
    if (h < 48) return two(h, "h", 0, "");
    if (days < 8) return two(days, "d", h % 24, "h");
    if (days < 365 * 2) return two(days, "d", 0, "");
    if (days < 365 * 8) return two(days / 365, "y", days % 365, "d");
    return two(days / 365, "y", 0, "");
}

std::string short_age(text_time then, wall_time now)
{
    using std::chrono::floor, std::chrono::seconds;
    // The difference in nanoseconds, the unit of wall_time, could overflow.
    return short_duration(floor<seconds>(now) - floor<seconds>(then));
}

} // namespace coinformer::testing::detail
