#pragma once

#include <coinformer/core/requirements.hpp>

namespace coinformer::testing {

/// Which objects keep metadata.managedFields: who wrote which of their fields.
enum class managed_fields_policy {
    after_apply, ///< those that were ever applied; what was there before belongs to "before-first-apply"
    always,      ///< all, as in a real server
};

} // namespace coinformer::testing
