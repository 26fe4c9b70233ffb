#pragma once

#include <boost/json/object.hpp>

namespace coinformer::testing {

/// Merges as a strategic merge patch of a built-in kind does: lists by their keys (list_keys), with `$patch`,
/// `$retainKeys`, `$deleteFromPrimitiveList/…` and `$setElementOrder/…`. A list without keys is replaced.
/// Throws refusal: 400 for a list item without its key, 500 for an unknown `$patch`.
void strategic_merge(boost::json::object& target, boost::json::object const& patch);

} // namespace coinformer::testing
