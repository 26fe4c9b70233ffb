#pragma once

#include <exception>
#include <string>

namespace coinformer {

/// Returns true if the failure is a coroutine's end by cancellation, and false for a null pointer.
bool is_cancellation(std::exception_ptr const& failure) noexcept;

/// Returns the text of what was thrown, for a log line or for another error. A null pointer has an empty
/// text.
std::string message_of(std::exception_ptr const& failure);

} // namespace coinformer
