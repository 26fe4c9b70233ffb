#pragma once

#include "transport/http/connection_codec.hpp"

namespace coinformer {

/// HTTP/1.1: one stream at a time, the connection is used again while the peer keeps it alive.
/// An answer's header, interim answers before it included, is at most 64 KB; its body has no limit and is not copied.
std::unique_ptr<connection_codec> make_http1_codec();

} // namespace coinformer
