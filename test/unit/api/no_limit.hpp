#pragma once

#include <cstddef>

/// A limit of an object's bytes that no test reaches which is not about limits.
inline constexpr std::size_t no_limit = 1 << 24;
