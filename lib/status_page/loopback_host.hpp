#pragma once

#include <string_view>

namespace coinformer::detail {

/// True if the header Host of a request names this machine by a loopback name: localhost, 127.0.0.1 or
/// [::1], with or without a port.
bool is_loopback_host(std::string_view host) noexcept;

} // namespace coinformer::detail
