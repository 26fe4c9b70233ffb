#pragma once

#include <coinformer/api/allocated_bytes.hpp>
#include <coinformer/api/projection.hpp>

namespace coinformer::detail {

/// Returns the memory that an object takes: its block, and what its members of std types have allocated. An
/// object without such members costs three loads, because its type says so. The result is the same whenever
/// it is asked for, as long as the object exists: objects do not change.
inline std::size_t object_bytes(object_header const& object) noexcept
{
    auto const& type = object.type();
    auto const block = allocated_bytes(object.size_bytes());
    return type.heap_bytes ? block + type.heap_bytes(type, object.object()) : block;
}

/// Returns 0 for no object.
inline std::size_t object_bytes(object_ref const& object) noexcept
{
    return object ? object_bytes(*object.get()) : 0;
}

/// Returns what the members of a decoded object have allocated: object_type::heap_bytes of projections.
std::size_t heap_bytes_of_members(object_type const& type, void const* object) noexcept;

} // namespace coinformer::detail
