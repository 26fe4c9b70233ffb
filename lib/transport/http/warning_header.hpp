#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::detail {

/// Returns the texts of a header Warning (RFC 7234, 5.5) that are meant for people: those of code 299, in
/// their order, without control characters. It stops at the first mistake.
std::vector<std::string> warning_texts(std::string_view value);

} // namespace coinformer::detail
