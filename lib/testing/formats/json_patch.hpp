#pragma once

#include <boost/json/value.hpp>

namespace coinformer::testing::detail {

/// Applies a JSON patch (RFC 6902) wholly or not at all. It is as lenient as a real server: "replace" adds an
/// absent member, and for "test" an absent member is null. Throws refusal: 400 if `patch` is not a list of
/// operations, 422 if an operation cannot be done or a test fails.
void json_patch(boost::json::value& target, boost::json::value const& patch);

} // namespace coinformer::testing::detail
