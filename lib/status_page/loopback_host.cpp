#include "status_page/loopback_host.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

bool is_equal_ignoring_case(std::string_view a, std::string_view b) noexcept
{
    auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

} // namespace

bool is_loopback_host(std::string_view host) noexcept
{
    for (std::string_view const name : {"localhost", "127.0.0.1", "[::1]"}) {
        if (!is_equal_ignoring_case(host.substr(0, name.size()), name)) continue;
        auto const port = host.substr(name.size());
        if (port.empty()) return true;
        bool const is_number =
            std::ranges::all_of(port.substr(1), [](char c) { return c >= '0' && c <= '9'; });
        return port.front() == ':' && port.size() <= 6 && is_number;
    }
    return false;
}

} // namespace coinformer::detail
