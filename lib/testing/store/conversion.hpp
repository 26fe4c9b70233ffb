#pragma once

#include <boost/json/object.hpp>

#include <string_view>

namespace coinformer::testing::detail {

/// Returns an object in another version of its resource. Events have other field names in v1 than in
/// events.k8s.io/v1; every other object has the same members in all its versions, as with the conversion
/// strategy None of a CustomResourceDefinition.
boost::json::object converted(boost::json::object body, std::string_view api_version);

} // namespace coinformer::testing::detail
