#pragma once

#include "plan.hpp"

#include <chrono>
#include <string>

namespace simulation {

/// A plan that is smaller and breaks the same property; works on the plan, not on the stream of draws behind it.
plan shrink(plan p, std::string const& property, std::chrono::seconds limit);

} // namespace simulation
