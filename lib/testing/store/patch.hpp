#pragma once

#include "testing/store/served_resource.hpp"

#include <coinformer/testing/patch_type.hpp>

#include <boost/json/object.hpp>

#include <string_view>

namespace coinformer::testing::detail {

/// Returns `target` after a patch. Throws refusal: 400 if the patch does not parse, 422 if it cannot be
/// applied, 415 for a strategic merge patch of a custom resource.
boost::json::object patched(served_resource const& of, boost::json::object target, patch_type type,
                            std::string_view patch);

/// Applies a JSON merge patch (RFC 7386).
void merge(boost::json::value& target, boost::json::value const& patch);

} // namespace coinformer::testing::detail
