#pragma once

#include "testing/stored_object.hpp"

#include <coinformer/core/time_source.hpp>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <span>
#include <string>
#include <string_view>

namespace coinformer::testing {

/// A column of what kubectl prints of a resource.
struct table_column {
    std::string_view name;
    std::string_view description;
    boost::json::value (*cell)(boost::json::object const& body, wall_time now);
    int priority = 0; ///< 1: with `-o wide` only
};

/// A real server's for the best known resources, for the others the name and the age.
std::span<table_column const> table_columns(served_resource const& of);

/// A Table's columnDefinitions.
boost::json::array column_definitions(served_resource const& of);

/// How long something has been, as kubectl says it: "90s", "5m30s", "3d4h".
std::string short_duration(duration d);

} // namespace coinformer::testing
