#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Turns the characters of one JSON value into a number, a time or a string.

namespace coinformer::detail {

/// Says if a token was read and, if not, why not. A wrong type is a number of another kind, such as 1.5 for
/// an integer.
enum class number_status { ok, not_a_number, wrong_type, out_of_range };

/// Reads an integer of `size` bytes; if it is unsigned, `value` holds its bits. "-0" is 0. A number with a
/// fraction or an exponent has the wrong type, even "1.0" and "1e3", because the API server refuses these,
/// too.
number_status parse_integer(std::string_view token, bool is_signed, std::size_t size,
                            std::int64_t& value) noexcept;

/// Reads a floating-point number of `size` bytes, a float or a double. One that is too small to differ from 0
/// gives 0.
number_status parse_real(std::string_view token, std::size_t size, double& value) noexcept;

/// A duration: a number of microseconds or, if 64 bits cannot hold that, of seconds.
struct parsed_duration {
    std::int64_t count = 0;
    bool is_in_seconds = false;
};
parsed_duration duration_of_seconds(std::int64_t seconds) noexcept;

/// Reads a number of seconds, with or without a fraction. More seconds than 64 bits can hold become as many
/// as they can.
number_status parse_seconds(std::string_view token, parsed_duration& value) noexcept;

/// Returns true if the characters are a number by the grammar of JSON.
bool is_number(std::string_view token) noexcept;

/// Reads a time (RFC 3339) as microseconds since 1970. Further digits are cut off.
std::optional<std::int64_t> parse_time(std::string_view text) noexcept;

/// Reads a duration in Go's notation ("1h30m", "1.5s", "-2ms", "0") as microseconds. Go's durations are a
/// number of nanoseconds in 64 bits, so that longer ones are refused.
std::optional<std::int64_t> parse_go_duration(std::string_view text) noexcept;

/// Returns the length of a string with escapes when it is decoded, or nullopt if an escape is wrong. Half of
/// a pair of surrogates becomes U+FFFD.
std::optional<std::uint32_t> decoded_size(std::string_view escaped) noexcept;

/// Decodes a string that decoded_size() accepts. Returns the end of what it has written.
char* decode_escapes(std::string_view escaped, char* out) noexcept;

/// Returns the decoded string; an empty one if an escape is wrong.
std::string decode_escapes(std::string_view escaped);

} // namespace coinformer::detail
