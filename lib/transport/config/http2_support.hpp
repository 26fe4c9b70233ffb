#pragma once

namespace coinformer::detail {

/// False if the library was built without nghttp2.
bool has_http2() noexcept;

} // namespace coinformer::detail
