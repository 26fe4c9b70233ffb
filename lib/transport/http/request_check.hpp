#pragma once

#include <coinformer/transport/http.hpp>

#include <string_view>

namespace coinformer::detail {

/// Returns true if the text has a control character, such as a line break.
bool has_control(std::string_view text) noexcept;

/// Refuses a request with control characters: a line break in a header would begin another header, or another
/// request. It also refuses fields of the header that the library writes itself.
///
/// Errors     errc::bad_request.
void check_request(http_request const& r);

} // namespace coinformer::detail
