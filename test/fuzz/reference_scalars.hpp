#pragma once

#include <coinformer/core/error.hpp>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <optional>
#include <string>

// How the references read numbers, times and durations: with the C library, or digit by digit, and without
// the library under test.

namespace fuzz {

using coinformer::errc;

/// The reason why a value does not fit its member: a code, and the path of the member within the object.
struct misfit {
    errc code;
    std::string path;

    void prepend(std::string const& step)
    {
        auto const needs_dot = !path.empty() && path.front() != '[';
        path = step + (needs_dot ? "." : "") + path;
    }
};

/// Reads an integer in the notation of JSON.
template <class I>
I reference_integer(std::string const& notation)
{
    if (notation.find_first_of(".eE") != notation.npos) throw misfit{errc::wrong_type, ""};
    bool const is_negative = notation.front() == '-';
    __int128 value = 0;
    for (auto const c : notation.substr(is_negative ? 1 : 0)) {
        value = value * 10 + (c - '0');
        if (value > __int128(1) << 100) break;
    }
    if (is_negative) value = -value;
    if (value < std::numeric_limits<I>::min() || value > std::numeric_limits<I>::max())
        throw misfit{errc::out_of_range, ""};
    return static_cast<I>(value);
}

inline double reference_real(std::string const& notation)
{
    auto const value = std::strtod(notation.c_str(), nullptr);
    if (std::isinf(value)) throw misfit{errc::out_of_range, ""};
    return value;
}

/// Reads `count` digits at `at`, and moves `at` past them.
inline std::optional<int> reference_digits(std::string const& text, std::size_t& at, std::size_t count)
{
    int value = 0;
    for (std::size_t i = 0; i != count; ++i, ++at) {
        if (at >= text.size() || !std::isdigit(static_cast<unsigned char>(text[at]))) return std::nullopt;
        value = value * 10 + (text[at] - '0');
    }
    return value;
}

/// Reads a time in RFC 3339. Returns microseconds since 1970, or nullopt if the text is no time.
inline std::optional<std::int64_t> reference_time(std::string const& text)
{
    static constexpr std::string_view pattern = "dddd-dd-ddTdd:dd:dd"; // d is a digit
    std::size_t at = 0;
    for (auto const c : pattern) {
        if (at >= text.size()) return std::nullopt;
        bool const is_digit = std::isdigit(static_cast<unsigned char>(text[at])) != 0;
        bool const fits = c == 'd' ? is_digit : c == 'T' ? text[at] == 'T' || text[at] == 't' : text[at] == c;
        if (!fits) return std::nullopt;
        ++at;
    }
    auto const part = [&](std::size_t from, std::size_t count) {
        return *reference_digits(text, from, count);
    };
    std::int64_t fraction = 0;
    if (at < text.size() && text[at] == '.') {
        auto const first = ++at;
        for (std::int64_t unit = 100'000;
             at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])); ++at) {
            fraction += (text[at] - '0') * unit;
            unit /= 10;
        }
        if (at == first) return std::nullopt;
    }
    int offset = 0;
    if (at < text.size() && (text[at] == 'Z' || text[at] == 'z')) {
        ++at;
    } else {
        if (at >= text.size() || (text[at] != '+' && text[at] != '-')) return std::nullopt;
        auto const sign = text[at++] == '-' ? -1 : 1;
        auto const hours = reference_digits(text, at, 2);
        if (!hours || *hours > 23 || at >= text.size() || text[at++] != ':') return std::nullopt;
        auto const minutes = reference_digits(text, at, 2);
        if (!minutes || *minutes > 59) return std::nullopt;
        offset = sign * (*hours * 3600 + *minutes * 60);
    }
    if (at != text.size()) return std::nullopt;

    std::tm fields{};
    fields.tm_year = part(0, 4) - 1900, fields.tm_mon = part(5, 2) - 1, fields.tm_mday = part(8, 2);
    fields.tm_hour = part(11, 2), fields.tm_min = part(14, 2), fields.tm_sec = part(17, 2);
    if (fields.tm_hour > 23 || fields.tm_min > 59 || fields.tm_sec > 60) return std::nullopt;
    auto const day = fields;
    // timegm() also turns the 30th of February into another day, and that is no date
    auto const seconds = ::timegm(&fields);
    std::tm date = day;
    date.tm_hour = date.tm_min = date.tm_sec = 0;
    ::timegm(&date);
    if (date.tm_mday != day.tm_mday || date.tm_mon != day.tm_mon) return std::nullopt;
    return (seconds - offset) * 1'000'000 + fraction;
}

/// A duration in microseconds, however many, and its possible error: it is a sum of decimal fractions. A sum
/// of whole seconds is exact, as long as a long double holds its microseconds.
struct approximate_time {
    long double microseconds = 0;
    long double error = 0;
};

inline approximate_time approximately(long double microseconds, bool are_whole_seconds)
{
    auto const size = std::fabs(microseconds);
    bool const is_exact = are_whole_seconds && size < 0x1p63L;
    return {microseconds, is_exact ? 0 : 1 + size * 1e-14L};
}

inline approximate_time reference_seconds(std::string const& notation)
{
    reference_real(notation); // throws if a double cannot hold it
    auto const seconds = std::strtold(notation.c_str(), nullptr);
    return approximately(seconds * 1e6L, seconds == std::trunc(seconds));
}

/// Reads a duration in Go's notation, such as "1h30m". Returns nullopt if the text is no duration.
inline std::optional<approximate_time> reference_go_duration(std::string const& text)
{
    std::size_t at = 0;
    long double sign = 1, sum = 0;
    bool are_whole_seconds = true;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) sign = text[at++] == '-' ? -1 : 1;
    if (text.substr(at) == "0") return approximate_time{};
    if (at == text.size()) return std::nullopt;
    while (at < text.size()) {
        auto const from = at;
        while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) ++at;
        auto digits = at - from;
        if (at < text.size() && text[at] == '.') {
            auto const point = at++;
            while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) ++at;
            digits += at - point - 1;
        }
        if (digits == 0) return std::nullopt;
        auto const amount = std::strtold(text.substr(from, at - from).c_str(), nullptr);
        auto const unit_end = std::min(text.find_first_of("0123456789.", at), text.size());
        auto const unit = text.substr(at, unit_end - at);
        at = unit_end;
        long double const scale = unit == "ns"                                                 ? 1e-3L
                                  : unit == "us" || unit == "\xc2\xb5s" || unit == "\xce\xbcs" ? 1
                                  : unit == "ms"                                               ? 1e3L
                                  : unit == "s"                                                ? 1e6L
                                  : unit == "m"                                                ? 6e7L
                                  : unit == "h"                                                ? 3.6e9L
                                                                                               : 0;
        if (scale == 0) return std::nullopt;
        sum += amount * scale;
        are_whole_seconds = are_whole_seconds && scale >= 1e6L && amount == std::trunc(amount);
    }
    // Go counts nanoseconds, in 64 bits. The targets make no sums that are so near to the limit that
    // fractions decide.
    if (sum >= 0x1p63L / 1000) return std::nullopt;
    return approximately(sign * sum, are_whole_seconds);
}

} // namespace fuzz
