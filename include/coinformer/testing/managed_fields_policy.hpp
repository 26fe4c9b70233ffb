#pragma once

#include <coinformer/core/requirements.hpp>

namespace coinformer::testing {

/// Which objects keep metadata.managedFields, the record of which manager wrote which field.
enum class managed_fields_policy {
    after_apply, ///< objects that were ever applied; fields from before belong to "before-first-apply"
    always,      ///< all objects, as in a real server
};

} // namespace coinformer::testing
