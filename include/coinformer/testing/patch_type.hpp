#pragma once

#include <coinformer/core/requirements.hpp>

namespace coinformer::testing {

/// How a patch is to be read.
enum class patch_type {
    merge,     ///< JSON merge patch, RFC 7386
    json,      ///< JSON patch, RFC 6902
    strategic, ///< strategic merge patch, of built-in kinds: lists are merged by their keys
};

} // namespace coinformer::testing
