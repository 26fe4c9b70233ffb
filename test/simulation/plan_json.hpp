#pragma once

#include "plan.hpp"

#include <string>

namespace simulation {

std::string to_json(plan const& p, std::string const& why);
/// Reads a plan from a file. Throws std::invalid_argument, or what Boost.JSON throws.
plan read_plan(std::string const& file);

} // namespace simulation
