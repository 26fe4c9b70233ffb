#include "transport/http/response_head.hpp"

#include <algorithm>

namespace coinformer::detail {

namespace {

bool same_name(std::string_view a, std::string_view b) noexcept
{
    auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

} // namespace

std::string_view response_head::find(std::string_view name) const noexcept
{
    auto const found =
        std::ranges::find_if(fields, [name](auto const& f) { return same_name(f.first, name); });
    return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

std::vector<std::string_view> response_head::find_all(std::string_view name) const
{
    std::vector<std::string_view> found;
    for (auto const& [field, value] : fields)
        if (same_name(field, name)) found.push_back(value);
    return found;
}

} // namespace coinformer::detail
