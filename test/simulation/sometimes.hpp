#pragma once

#include "verdict.hpp"

#include <string>

namespace simulation {

/// Writes how often each event happened that runs must reach, because otherwise their properties were not put
/// to the test. Each line is "count TAB name". run.sh adds the lines of its parts up and judges the sums.
void write_sometimes(sometimes_counts const& counts, std::string const& file);

} // namespace simulation
