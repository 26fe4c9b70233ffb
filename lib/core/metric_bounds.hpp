#pragma once

#include <array>

namespace coinformer::detail {

/// Bounds of histograms for times inside this process: from a microsecond to a quarter of a minute, in
/// factors of four.
inline constexpr std::array bounds_from_microseconds{1e-6,   4e-6,   1.6e-5, 6.4e-5, 2.5e-4, 1e-3, 4e-3,
                                                     1.6e-2, 6.4e-2, 0.25,   1.0,    4.0,    16.0};

} // namespace coinformer::detail
