#pragma once

#include "testing/store/served_resource.hpp"

#include <optional>
#include <string_view>

namespace coinformer::testing {

/// What a field selector's label stands for.
struct selectable_field {
    std::string_view path;        ///< of the member
    std::string_view absent = {}; ///< what it is when the member is not there
};

/// Throws refusal (400) when `of` cannot be selected by this label. The views hold as long as the label and `of` do.
selectable_field find_selectable(served_resource const& of, std::string_view label);

} // namespace coinformer::testing
