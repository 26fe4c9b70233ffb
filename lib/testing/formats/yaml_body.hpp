#pragma once

#include <boost/json/object.hpp>

#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// Parses the body of a request, which may be YAML or JSON. Throws refusal (400) if it is not an object.
boost::json::object parse_yaml_object(std::string_view text);
/// Parses each document of a text; empty documents are left out. Throws refusal (400) if one is not an
/// object.
std::vector<boost::json::object> parse_yaml_documents(std::string_view text);

} // namespace coinformer::testing::detail
