#pragma once

#include <boost/json/object.hpp>

#include <string_view>
#include <vector>

namespace coinformer::testing {

/// Parses a request's body that is YAML or JSON; throws refusal (400) when it is no object.
boost::json::object parse_yaml_object(std::string_view text);
/// The same of each document of a text; empty ones are left out.
std::vector<boost::json::object> parse_yaml_documents(std::string_view text);

} // namespace coinformer::testing
