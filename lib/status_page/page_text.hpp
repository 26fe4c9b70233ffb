#pragma once

#include <string_view>

namespace coinformer::detail {

// CMake makes these from the files in lib/status_page/page: see embed_page.cmake.

/// The page, with its styles and scripts in it.
extern std::string_view const page_html;

/// The Content-Security-Policy of the page. It allows the scripts of the page by their hashes, and requests
/// to the server that has sent the page; nothing else is loaded.
extern std::string_view const page_security_policy;

} // namespace coinformer::detail
