#pragma once

#include <boost/json/object.hpp>

#include <string_view>

namespace coinformer::testing {

/// Parses a request's body that is YAML or JSON; throws refusal (400) when it is no object.
boost::json::object parse_yaml_object(std::string_view text);

} // namespace coinformer::testing
