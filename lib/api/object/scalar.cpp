#include "api/object/scalar.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>

namespace coinformer::detail {

namespace {

bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

std::size_t count_digits(std::string_view s) noexcept
{
    std::size_t n = 0;
    while (n < s.size() && is_digit(s[n])) ++n;
    return n;
}

// Takes all digits off the front.
std::string_view take_all_digits(std::string_view& s) noexcept
{
    auto const digits = s.substr(0, count_digits(s));
    s.remove_prefix(digits.size());
    return digits;
}

// Takes exactly `count` digits off the front.
bool take_digits(std::string_view& s, std::size_t count, int& value) noexcept
{
    if (s.size() < count || count_digits(s.substr(0, count)) != count) return false;
    value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value * 10 + (s[i] - '0');
    s.remove_prefix(count);
    return true;
}

bool take(std::string_view& s, char c) noexcept
{
    if (s.empty() || s.front() != c) return false;
    s.remove_prefix(1);
    return true;
}

// Takes ".123456789" off the front, as microseconds.
bool take_fraction(std::string_view& s, int& microseconds) noexcept
{
    microseconds = 0;
    if (!take(s, '.')) return true;
    auto const digits = count_digits(s);
    int unit = 100'000;
    for (std::size_t i = 0; i < digits; ++i, unit /= 10) microseconds += (s[i] - '0') * unit;
    s.remove_prefix(digits);
    return digits != 0;
}

// Takes "Z" or "+01:00" off the front.
bool take_offset(std::string_view& s, int& minutes) noexcept
{
    minutes = 0;
    if (take(s, 'Z') || take(s, 'z')) return true;
    auto const is_west = !s.empty() && s.front() == '-';
    if (!is_west && (s.empty() || s.front() != '+')) return false;
    s.remove_prefix(1);
    int h = 0, m = 0;
    if (!take_digits(s, 2, h) || !take(s, ':') || !take_digits(s, 2, m) || h > 23 || m > 59) return false;
    minutes = (is_west ? -1 : 1) * (h * 60 + m);
    return true;
}

// Returns the part of a unit that the digits behind a point stand for, rounded down. A `double` cannot hold
// most such fractions exactly.
std::uint64_t fraction_of(std::uint64_t unit, std::string_view fraction) noexcept
{
    std::uint64_t part = 0;
    for (; !fraction.empty(); fraction.remove_suffix(1))
        part = (part + static_cast<std::uint64_t>(fraction.back() - '0') * unit) / 10;
    return part;
}

// Returns true if the magnitude of a number is less than 1. The place of the first digit that is not 0
// decides, together with the exponent. There has to be such a digit.
bool is_below_one(std::string_view number) noexcept
{
    auto const mark = std::min(number.find_first_of("eE"), number.size());
    auto const point = static_cast<std::int64_t>(std::min(number.find('.'), mark));
    auto const first = static_cast<std::int64_t>(number.find_first_of("123456789"));
    // the power of ten of that digit, before the exponent is added to it
    auto const power = first < point ? point - first - 1 : point - first;
    if (mark == number.size()) return power < 0;
    auto digits = number.substr(mark + 1);
    bool const is_negative = take(digits, '-');
    if (!is_negative) take(digits, '+');
    std::int64_t exponent = 0;
    auto const error = std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec;
    if (error != std::errc()) return is_negative; // it has more digits than any mantissa could make up for
    return is_negative ? exponent > power : exponent < -power;
}

// Returns true if a number is less than the middle between the largest float and what would be the next one,
// so that it is not rounded up to infinity.
bool fits_float(double value) noexcept
{
    constexpr double middle = 0x1.ffffffp127;
    return std::abs(value) < middle;
}

// Reads four hexadecimal digits; returns -1 if there are others.
int hex4(std::string_view s) noexcept
{
    if (s.size() < 4 || s.front() == '-') return -1;
    int value = 0;
    auto const [end, error] = std::from_chars(s.data(), s.data() + 4, value, 16);
    return error == std::errc() && end == s.data() + 4 ? value : -1;
}

bool is_high_surrogate(int unit) noexcept
{
    return unit >= 0xd800 && unit < 0xdc00;
}
bool is_low_surrogate(int unit) noexcept
{
    return unit >= 0xdc00 && unit < 0xe000;
}

// Takes what follows "\u": one code point, from two escapes if they are a pair. Returns -1 if the digits are
// wrong.
std::int32_t take_code_point(std::string_view& s) noexcept
{
    auto const unit = hex4(s);
    if (unit < 0) return -1;
    s.remove_prefix(4);
    if (is_high_surrogate(unit) && s.starts_with("\\u")) {
        if (auto const low = hex4(s.substr(2)); low >= 0 && is_low_surrogate(low)) {
            s.remove_prefix(6);
            return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        }
    }
    return is_high_surrogate(unit) || is_low_surrogate(unit) ? 0xfffd : unit;
}

std::uint32_t utf8_size(std::int32_t c) noexcept
{
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

char* put_utf8(std::int32_t c, char* out) noexcept
{
    auto const put = [&](std::int32_t byte) { *out++ = static_cast<char>(byte); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xc0 | c >> 6);
        put(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        put(0xe0 | c >> 12);
        put(0x80 | (c >> 6 & 0x3f));
        put(0x80 | (c & 0x3f));
    } else {
        put(0xf0 | c >> 18);
        put(0x80 | (c >> 12 & 0x3f));
        put(0x80 | (c >> 6 & 0x3f));
        put(0x80 | (c & 0x3f));
    }
    return out;
}

// Returns the character that stands for "\n" and its like; 0 if there is no such escape.
char simple_escape(char c) noexcept
{
    switch (c) {
    case '"':
    case '\\':
    case '/': return c;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
    }
}

} // namespace

bool is_number(std::string_view s) noexcept
{
    take(s, '-');
    auto const whole = count_digits(s);
    if (whole == 0 || (whole > 1 && s.front() == '0')) return false;
    s.remove_prefix(whole);
    if (take(s, '.')) {
        auto const fraction = count_digits(s);
        if (fraction == 0) return false;
        s.remove_prefix(fraction);
    }
    if (take(s, 'e') || take(s, 'E')) {
        if (!take(s, '+')) take(s, '-');
        auto const exponent = count_digits(s);
        if (exponent == 0) return false;
        s.remove_prefix(exponent);
    }
    return s.empty();
}

number_status parse_integer(std::string_view token, bool is_signed, std::size_t size,
                            std::int64_t& value) noexcept
{
    auto digits = token;
    auto const is_negative = take(digits, '-');
    std::uint64_t magnitude = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
    if (digits.empty() || end != digits.data() + digits.size() ||
        (digits.size() > 1 && digits.front() == '0'))
        return is_number(token) ? number_status::wrong_type : number_status::not_a_number;

    auto const bits = 8 * size - (is_signed ? 1 : 0);
    auto limit = ~std::uint64_t(0) >> (64 - bits);
    if (is_negative) limit = is_signed ? limit + 1 : 0;
    if (error != std::errc() || magnitude > limit) return number_status::out_of_range;
    value = static_cast<std::int64_t>(is_negative ? std::uint64_t(0) - magnitude : magnitude);
    return number_status::ok;
}

number_status parse_real(std::string_view token, std::size_t size, double& value) noexcept
{
    if (!is_number(token)) return number_status::not_a_number;
    auto const [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (error == std::errc())
        return size == sizeof value || fits_float(value) ? number_status::ok : number_status::out_of_range;
    // from_chars reports a number that is too small like one that is too large
    if (!is_below_one(token)) return number_status::out_of_range;
    value = token.front() == '-' ? -0.0 : 0.0;
    return number_status::ok;
}

parsed_duration duration_of_seconds(std::int64_t seconds) noexcept
{
    constexpr std::int64_t microseconds = 1'000'000, // in a second
        most = std::numeric_limits<std::int64_t>::max() / microseconds;
    if (seconds < -most || seconds > most) return {seconds, true};
    return {seconds * microseconds, false};
}

number_status parse_seconds(std::string_view token, parsed_duration& value) noexcept
{
    constexpr double first_beyond = 0x1p63;
    std::int64_t whole = 0;
    if (parse_integer(token, true, sizeof whole, whole) == number_status::ok) {
        value = duration_of_seconds(whole);
        return number_status::ok;
    }
    double seconds = 0;
    auto const status = parse_real(token, sizeof seconds, seconds);
    if (status != number_status::ok) return status;
    if (auto const microseconds = seconds * 1e6; std::abs(microseconds) < first_beyond)
        value = {std::llround(microseconds), false};
    else if (std::abs(seconds) < first_beyond)
        value = {static_cast<std::int64_t>(seconds), true};
    else
        value = {seconds < 0 ? std::numeric_limits<std::int64_t>::min()
                             : std::numeric_limits<std::int64_t>::max(),
                 true};
    return number_status::ok;
}

std::optional<std::int64_t> parse_time(std::string_view s) noexcept
{
    using namespace std::chrono;
    int y = 0, mo = 0, d = 0, h = 0, mi = 0, sec = 0, fraction = 0, offset = 0;
    if (!take_digits(s, 4, y) || !take(s, '-') || !take_digits(s, 2, mo) || !take(s, '-') ||
        !take_digits(s, 2, d))
        return std::nullopt;
    if (!take(s, 'T') && !take(s, 't')) return std::nullopt;
    if (!take_digits(s, 2, h) || !take(s, ':') || !take_digits(s, 2, mi) || !take(s, ':') ||
        !take_digits(s, 2, sec))
        return std::nullopt;
    if (!take_fraction(s, fraction) || !take_offset(s, offset) || !s.empty()) return std::nullopt;

    year_month_day const date{year(y), month(static_cast<unsigned>(mo)), day(static_cast<unsigned>(d))};
    if (!date.ok() || h > 23 || mi > 59 || sec > 60) return std::nullopt; // 60 is a leap second
    auto const at = sys_days(date) + hours(h) + minutes(mi - offset) + seconds(sec);
    return microseconds(at.time_since_epoch()).count() + fraction;
}

std::optional<std::int64_t> parse_go_duration(std::string_view s) noexcept
{
    struct unit {
        std::string_view name;
        std::uint64_t nanoseconds;
    };
    // Unicode has two characters that look like the Greek letter in "µs": both are accepted, as in Go
    static constexpr unit units[]{
        {"ns", 1},         {"us", 1'000},        {"\xc2\xb5s", 1'000},  {"\xce\xbcs", 1'000},
        {"ms", 1'000'000}, {"s", 1'000'000'000}, {"m", 60'000'000'000}, {"h", 3'600'000'000'000}};
    auto const is_negative = take(s, '-');
    if (!is_negative) take(s, '+');
    if (s == "0") return 0;

    auto const most = (std::uint64_t(1) << 63) - (is_negative ? 0 : 1); // nanoseconds
    std::uint64_t sum = 0;
    if (s.empty()) return std::nullopt;
    while (!s.empty()) {
        auto const whole = take_all_digits(s);
        auto const fraction = take(s, '.') ? take_all_digits(s) : std::string_view();
        if (whole.empty() && fraction.empty()) return std::nullopt;
        auto const size = std::min(s.find_first_of("0123456789."), s.size());
        auto const* found =
            std::find_if(std::begin(units), std::end(units),
                         [name = s.substr(0, size)](unit const& u) { return u.name == name; });
        if (found == std::end(units)) return std::nullopt;
        std::uint64_t count = 0;
        auto const error = std::from_chars(whole.data(), whole.data() + whole.size(), count).ec;
        if (error == std::errc::result_out_of_range || count > most / found->nanoseconds) return std::nullopt;
        auto const part = count * found->nanoseconds + fraction_of(found->nanoseconds, fraction);
        if (part > most - sum) return std::nullopt;
        sum += part;
        s.remove_prefix(size);
    }
    auto const microseconds = static_cast<std::int64_t>(sum / 1000);
    return is_negative ? -microseconds : microseconds;
}

std::optional<std::uint32_t> decoded_size(std::string_view s) noexcept
{
    std::uint32_t size = 0;
    for (;;) {
        auto const plain = std::min(s.find('\\'), s.size());
        size += static_cast<std::uint32_t>(plain);
        s.remove_prefix(plain);
        if (s.empty()) return size;
        if (s.size() < 2) return std::nullopt;
        auto const kind = s[1];
        s.remove_prefix(2);
        if (kind == 'u') {
            auto const c = take_code_point(s);
            if (c < 0) return std::nullopt;
            size += utf8_size(c);
        } else if (simple_escape(kind)) {
            size += 1;
        } else {
            return std::nullopt;
        }
    }
}

char* decode_escapes(std::string_view s, char* out) noexcept
{
    for (;;) {
        auto const plain = std::min(s.find('\\'), s.size());
        std::memcpy(out, s.data(), plain);
        out += plain;
        s.remove_prefix(plain);
        if (s.empty()) return out;
        auto const kind = s[1];
        s.remove_prefix(2);
        if (kind == 'u')
            out = put_utf8(take_code_point(s), out);
        else
            *out++ = simple_escape(kind);
    }
}

std::string decode_escapes(std::string_view s)
{
    std::string decoded(decoded_size(s).value_or(0), '\0');
    if (!decoded.empty()) decode_escapes(s, decoded.data());
    return decoded;
}

} // namespace coinformer::detail
