#include <coinformer/controller/mapping.hpp>
#include <coinformer/controller/predicates.hpp>

namespace coinformer::detail {

bool same_entries(labels const& a, labels const& b) noexcept
{
    if (a.size() != b.size()) return false;
    for (auto const [key, value] : a)
        if (b.find(key) != value) return false;
    return true;
}

bool is_of_group(std::string_view api_version, std::string_view group) noexcept
{
    auto const slash = api_version.find('/');
    return slash == api_version.npos ? group.empty() : api_version.substr(0, slash) == group;
}

} // namespace coinformer::detail
