#include "testing/store/builtin_resources.hpp"

#include <algorithm>

namespace coinformer::testing::detail {

namespace {

constexpr auto cluster = scope::cluster;
constexpr auto spaced = scope::namespaced;
constexpr subresources no_parts{false, false};
constexpr subresources status{true, false};
constexpr subresources scaled{true, true};
constexpr auto strict = unconditional_updates::no;

constexpr builtin_resource builtin_table[] = {
#include "testing/store/builtin_resources.inc"
};

} // namespace

std::span<builtin_resource const> builtin_resources() noexcept
{
    return builtin_table;
}

builtin_resource const* find_builtin(std::string_view group, std::string_view plural) noexcept
{
    auto const it = std::ranges::find_if(
        builtin_table, [&](auto const& b) { return b.of.group == group && b.of.plural == plural; });
    return it == std::end(builtin_table) ? nullptr : &*it;
}

} // namespace coinformer::testing::detail
