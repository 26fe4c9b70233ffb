#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coinformer {

/// What people are to read of a header `Warning` (RFC 7234, 5.5): the texts of code 299, in their order. They hold no
/// control characters. What is malformed ends the reading.
std::vector<std::string> warning_texts(std::string_view value);

} // namespace coinformer
