#pragma once

#include <string>
#include <string_view>

namespace coinformer::detail {

/// The name of the handlers with which the page counts changes. It hides them in its own tables.
inline constexpr std::string_view name_of_page_handler = "coinformer status page";

/// Returns how the page calls a collection where there is little room: "pods", or "pods (shop)" if its
/// informer has a name.
inline std::string collection_label(std::string_view resource, std::string_view name)
{
    std::string label(resource);
    if (!name.empty()) label.append(" (").append(name).append(1, ')');
    return label;
}

} // namespace coinformer::detail
