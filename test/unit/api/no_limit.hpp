#pragma once

#include <cstddef>

/// A limit of an object's bytes that no test reaches, for tests that are not about limits.
inline constexpr std::size_t no_limit = 1 << 24;
