#pragma once

#include <boost/json/object.hpp>

namespace coinformer::testing::detail {

/// Applies a strategic merge patch of a built-in kind. Lists are merged by their keys (list_keys.hpp); a list
/// without keys is replaced. The directives `$patch`, `$retainKeys`, `$deleteFromPrimitiveList/…` and
/// `$setElementOrder/…` are known.
/// Throws refusal: 400 for a list item without its key, 500 for an unknown `$patch`.
void strategic_merge(boost::json::object& target, boost::json::object const& patch);

} // namespace coinformer::testing::detail
