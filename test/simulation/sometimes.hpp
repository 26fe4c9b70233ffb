#pragma once

#include "verdict.hpp"

#include <cstdint>

namespace simulation {

/// Prints how often each event happened that a run must reach, or its properties were not put to the test. Result: how
/// many of them came less than 20 times in 20,000 seeds.
std::uint64_t report_sometimes(sometimes_counts const& counts, std::uint64_t seeds);

} // namespace simulation
