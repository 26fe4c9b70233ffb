#pragma once

#include "testing/store/served_resource.hpp"

#include <coinformer/core/time_source.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace coinformer::testing::detail {

/// Returns the columns that kubectl prints for a resource (columnDefinitions of a Table): a real server's for
/// the best known resources, those of its definition for a custom resource, and name and age for every other.
boost::json::array column_definitions(served_resource const& of);

/// Returns the cells of one object, in the order of these columns.
boost::json::array cells_of(served_resource const& of, boost::json::object const& body, wall_time now);

} // namespace coinformer::testing::detail
