#pragma once

#include <map>
#include <string>
#include <string_view>

namespace simulation {

/// Returns the parameters of a request's target: the part after its question mark.
std::map<std::string, std::string> read_query(std::string_view query);

} // namespace simulation
