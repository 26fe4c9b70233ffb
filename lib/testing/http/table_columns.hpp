#pragma once

#include "testing/store/served_resource.hpp"

#include <coinformer/core/time_source.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace coinformer::testing {

/// What kubectl prints of a resource: a Table's columnDefinitions. A real server's for the best known resources, a
/// definition's own, for the others the name and the age.
boost::json::array column_definitions(served_resource const& of);

/// One object's row of them.
boost::json::array cells_of(served_resource const& of, boost::json::object const& body, wall_time now);

} // namespace coinformer::testing
