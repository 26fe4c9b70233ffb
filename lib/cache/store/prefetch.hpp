#pragma once

#include <coinformer/api/object.hpp>

#include <cstdint>

namespace coinformer::detail {

/// Loads the first cache lines of an object, which hold its key, without waiting for them. The first line
/// says where the key lies, so that a reader who waited for one line after the other would wait twice as
/// long.
inline void prefetch(object_ref const& object) noexcept
{
    // computed with numbers, not pointers: a line may lie behind a small object's end, and `object` may be
    // null
    auto const begin = reinterpret_cast<std::uintptr_t>(object.get());
    for (auto offset : {0U, 64U, 128U}) __builtin_prefetch(reinterpret_cast<void const*>(begin + offset));
}

} // namespace coinformer::detail
