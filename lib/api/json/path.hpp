#pragma once

#include <string>
#include <string_view>

// Follows JSON pointers (RFC 6901) through JSON that nothing has checked.

namespace coinformer::detail {

/// Returns the first name of a pointer, without its escapes. Errors: errc::bad_request if the pointer does
/// not begin with '/'.
std::string first_step(std::string_view pointer);
/// Returns the part of a pointer behind its first name.
std::string_view rest_of(std::string_view pointer) noexcept;

/// Returns the JSON to which a pointer leads; an empty view if there is nothing, or if it is cut off. Errors:
/// those of first_step().
std::string_view value_at(std::string_view json, std::string_view pointer);
/// Returns a JSON value as text: a string without quotes and escapes, anything else as it stands; an empty
/// text for null.
std::string plain_text(std::string_view value);

} // namespace coinformer::detail
