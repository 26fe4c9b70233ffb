#include "transport/config/server_name.hpp"

#include <boost/asio/ip/address_v6.hpp>

#include <algorithm>
#include <array>

namespace coinformer::detail {

namespace {

bool is_one_of(char c, std::string_view characters) noexcept
{
    return characters.find(c) != characters.npos;
}

// Asio reads only up to a zero byte, and accepts a zone, so the characters are checked first.
bool is_address_v6(std::string_view text) noexcept
{
    std::array<char, 46> terminated{}; // the longest address has 45 characters
    if (text.size() >= terminated.size()) return false;
    if (!std::ranges::all_of(text, [](char c) { return is_one_of(c, "0123456789abcdefABCDEF:."); }))
        return false;
    std::ranges::copy(text, terminated.begin());
    boost::system::error_code failed;
    boost::asio::ip::make_address_v6(terminated.data(), failed);
    return !failed;
}

bool is_label(std::string_view label) noexcept
{
    constexpr std::size_t longest = 63;
    return !label.empty() && label.size() <= longest && std::ranges::all_of(label, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '_';
    });
}

} // namespace

bool is_server_name(std::string_view name) noexcept
{
    constexpr std::size_t longest = 253;
    if (name.find(':') != name.npos) return is_address_v6(name);
    if (name.ends_with('.')) name.remove_suffix(1);
    if (name.empty() || name.size() > longest) return false;
    for (std::size_t begin = 0; begin <= name.size();) { // an IPv4 address has this form, too
        auto const end = std::min(name.find('.', begin), name.size());
        if (!is_label(name.substr(begin, end - begin))) return false;
        begin = end + 1;
    }
    return true;
}

} // namespace coinformer::detail
