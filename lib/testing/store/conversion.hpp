#pragma once

#include <boost/json/object.hpp>

#include <string_view>

namespace coinformer::testing {

/// An object in another version of its resource. Events change the names of their fields between v1 and
/// events.k8s.io/v1; everything else has the same shape in all its versions, as under a CRD's strategy None.
boost::json::object converted(boost::json::object body, std::string_view api_version);

} // namespace coinformer::testing
