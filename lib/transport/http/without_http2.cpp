#include "transport/http/http2_codec.hpp"

namespace coinformer::detail {

bool has_http2() noexcept
{
    return false;
}

std::unique_ptr<connection_codec> make_http2_codec(std::shared_ptr<std::size_t>)
{
    throw api_error(errc::config_invalid, "HTTP/2",
                    "coinformer was built without nghttp2 (COINFORMER_WITH_HTTP2)");
}

} // namespace coinformer::detail
