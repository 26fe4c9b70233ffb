#include "testing/http/http2_service.hpp"

namespace coinformer::testing::detail {

// Without nghttp2 the server refuses the bytes of such a client, which it has not offered to understand.
class http2_service::impl {};

http2_service::http2_service(std::shared_ptr<server_state>, certificate_subject const*, wakeup&, nursery&) {}
http2_service::~http2_service() = default;

bool http2_service::receive(std::string_view)
{
    return false;
}

std::string http2_service::output()
{
    return {};
}

bool http2_service::is_over() const noexcept
{
    return true;
}

} // namespace coinformer::testing::detail
