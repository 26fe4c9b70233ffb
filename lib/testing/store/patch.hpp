#pragma once

#include "testing/store/served_resource.hpp"

#include <coinformer/testing/patch_type.hpp>

#include <boost/json/object.hpp>

#include <string_view>

namespace coinformer::testing {

/// What a patch makes of `target`. Throws refusal: 400 when it does not parse, 422 when it cannot be done, 415 for a
/// strategic merge of a custom resource.
boost::json::object patched(served_resource const& of, boost::json::object target, patch_type type,
                            std::string_view patch);

/// RFC 7386.
void merge(boost::json::value& target, boost::json::value const& patch);

} // namespace coinformer::testing
