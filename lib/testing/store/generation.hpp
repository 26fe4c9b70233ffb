#pragma once

#include "testing/store/builtin_resources.hpp"

#include <boost/json/object.hpp>

namespace coinformer::testing::detail {

/// True if an update raises metadata.generation. `before` is the stored object. `metadata` and `wanted`
/// are the object as it will be stored, except that `wanted` may have other metadata.
bool counts_change(generations counted, boost::json::object const& before,
                   boost::json::object const& metadata, boost::json::object const& wanted);

} // namespace coinformer::testing::detail
