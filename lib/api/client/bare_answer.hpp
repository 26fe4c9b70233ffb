#pragma once

#include <coinformer/transport/http.hpp>

#include <string>
#include <string_view>

namespace coinformer::detail {

/// Describes an answer that is no Status, such as the page of a proxy: its HTTP status, its type, the first
/// characters of its body, and where it redirects to. The text has one line, and is masked.
std::string words_of(http_response const& answer, std::string_view body);

} // namespace coinformer::detail
