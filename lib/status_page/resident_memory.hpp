#pragma once

#include <cstdint>
#include <optional>

namespace coinformer::detail {

/// Returns the memory of this process that is in RAM; nullopt if the system does not tell.
std::optional<std::uint64_t> resident_bytes();

} // namespace coinformer::detail
