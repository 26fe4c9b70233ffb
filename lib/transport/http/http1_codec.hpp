#pragma once

#include "transport/http/connection_codec.hpp"

#include <memory>

namespace coinformer::detail {

/// HTTP/1.1: one exchange at a time. The connection is used again while the peer keeps it alive. The header
/// of an answer has at most 64 KB, including interim answers before it; its body has no limit, and is not
/// copied.
std::unique_ptr<connection_codec> make_http1_codec();

} // namespace coinformer::detail
