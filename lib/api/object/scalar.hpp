#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// From the characters of one JSON value to a number, a time or a string.

namespace coinformer::detail {

enum class number_status { ok, not_a_number, wrong_type, out_of_range };

/// An integer of `size` bytes; of an unsigned one `value` holds the bits. "-0" is 0. A fraction or an exponent makes it
/// another type, even in "1.0" and "1e3": so does the API server.
number_status parse_integer(std::string_view token, bool is_signed, std::size_t size, std::int64_t& value) noexcept;

/// Too small to be told from 0 gives 0.
number_status parse_real(std::string_view token, double& value) noexcept;

/// A number of seconds, with or without a fraction.
number_status parse_seconds(std::string_view token, std::int64_t& microseconds) noexcept;

/// Whether the characters are a number by the grammar of JSON.
bool is_number(std::string_view token) noexcept;

/// RFC 3339, as microseconds since 1970; further digits are cut off.
std::optional<std::int64_t> parse_time(std::string_view text) noexcept;

/// Go's notation ("1h30m", "1.5s", "-2ms", "0"), as microseconds.
std::optional<std::int64_t> parse_go_duration(std::string_view text) noexcept;

/// How long a string with escapes is when decoded; nullopt when an escape is wrong. A lone surrogate becomes U+FFFD.
std::optional<std::uint32_t> decoded_size(std::string_view escaped) noexcept;

/// Decodes a string that decoded_size() accepts; returns the end of what it wrote.
char* decode_escapes(std::string_view escaped, char* out) noexcept;

std::string decode_escapes(std::string_view escaped);

} // namespace coinformer::detail
