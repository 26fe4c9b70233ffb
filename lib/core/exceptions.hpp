#pragma once

#include <coinformer/core/error.hpp>
#include <coinformer/core/time_source.hpp>

#include <exception>
#include <string>

namespace coinformer::detail {

/// Returns true if the failure is a coroutine's end by cancellation, and false for a null pointer.
bool is_cancellation(std::exception_ptr const& failure) noexcept;

/// Returns the code of a failure that has one (a system_error, and so each of this library's errors);
/// otherwise, and for a null pointer, a code that is not an error.
error_code code_of(std::exception_ptr const& failure) noexcept;

/// Returns how long the API server has asked to wait, if the failure is an api_error in which it does so;
/// otherwise, and for a null pointer, zero.
duration pause_of(std::exception_ptr const& failure) noexcept;

/// Returns an api_error with this code in place of a failure that has none, or one of cancellation or misuse.
/// The user's code, such as a dialer, may throw anything, and an informer would end with such a failure. The
/// caller makes sure that nobody has asked for a cancellation. Returns the failure itself if it has another
/// code, is std::bad_alloc, or is a null pointer. Returns std::bad_alloc if there is no memory.
std::exception_ptr with_code(std::exception_ptr failure, errc code, std::string where) noexcept;

/// Returns the text of what was thrown, for a log line or for another error. A null pointer has an empty
/// text.
std::string message_of(std::exception_ptr const& failure);

} // namespace coinformer::detail
