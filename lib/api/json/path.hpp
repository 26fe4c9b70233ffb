#pragma once

#include <string>
#include <string_view>

// JSON pointers (RFC 6901), in JSON that nobody has checked.

namespace coinformer::detail {

/// The name that a pointer begins with, without its escapes. Errors: errc::bad_request when it does not begin with '/'.
std::string first_step(std::string_view pointer);
/// What comes after it.
std::string_view rest_of(std::string_view pointer) noexcept;

/// The JSON of what a pointer leads to; empty when there is nothing, or it is cut off. Errors: those of first_step().
std::string_view value_at(std::string_view json, std::string_view pointer);
/// Of a value: a string without quotes and escapes, anything else as it stands; empty for null.
std::string plain_text(std::string_view value);

} // namespace coinformer::detail
