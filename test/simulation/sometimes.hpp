#pragma once

#include "verdict.hpp"

#include <string>

namespace simulation {

/// Writes how often each event happened that runs must reach, or their properties were not put to the test: a line
/// each, "count TAB name". run.sh adds them up, and judges.
void write_sometimes(sometimes_counts const& counts, std::string const& file);

} // namespace simulation
