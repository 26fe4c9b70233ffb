#pragma once

#include <map>
#include <string>
#include <string_view>

namespace simulation {

/// The parameters of a request's target, what follows its question mark.
std::map<std::string, std::string> read_query(std::string_view query);

} // namespace simulation
