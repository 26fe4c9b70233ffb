#pragma once

#include "testing/formats/yaml_body.hpp"
#include "testing/store/api_store.hpp"

#include <boost/json/object.hpp>

#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// Returns the objects of a manifest, which may be YAML documents or JSON. Lists, such as "kind: List", are
/// replaced by their items. Throws refusal (400).
std::vector<boost::json::object> objects_of(std::string_view manifest);

/// Returns the collection of an object, by its apiVersion and kind. Throws refusal (400).
collection& collection_of(api_store& store, boost::json::object const& object);

} // namespace coinformer::testing::detail
