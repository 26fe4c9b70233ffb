#pragma once

#include "testing/store/served_resource.hpp"

#include <optional>
#include <string_view>

namespace coinformer::testing::detail {

/// The field of an object that a field selector's label stands for.
struct selectable_field {
    std::string_view path;        ///< the path of the member
    std::string_view absent = {}; ///< the value if the object does not have the member
};

/// Throws refusal (400) if objects of `of` cannot be selected by this label. The views are valid while the
/// label and `of` exist.
selectable_field find_selectable(served_resource const& of, std::string_view label);

} // namespace coinformer::testing::detail
