#pragma once

#include <coinformer/core/requirements.hpp>

namespace coinformer::testing {

/// The form of a patch.
enum class patch_type {
    merge,     ///< JSON merge patch, RFC 7386
    json,      ///< JSON patch, RFC 6902
    strategic, ///< strategic merge patch, for built-in kinds: lists are merged by their keys
};

} // namespace coinformer::testing
