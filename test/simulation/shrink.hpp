#pragma once

#include "plan.hpp"

#include <chrono>
#include <string>

namespace simulation {

/// Returns a smaller plan that breaks the same property. It cuts the plan, and not the stream of draws from
/// which the plan came, so that each cut changes one thing only.
plan shrink(plan p, std::string const& property, std::chrono::seconds limit);

} // namespace simulation
