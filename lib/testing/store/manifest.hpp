#pragma once

#include "testing/formats/yaml_body.hpp"
#include "testing/store/api_store.hpp"

#include <boost/json/object.hpp>

#include <string_view>
#include <vector>

namespace coinformer::testing {

/// The objects of a manifest: YAML documents, or JSON; lists ("kind: List") are taken apart. Throws refusal (400).
std::vector<boost::json::object> objects_of(std::string_view manifest);

/// Where an object belongs, by its apiVersion and kind. Throws refusal (400).
collection& collection_of(api_store& store, boost::json::object const& object);

} // namespace coinformer::testing
