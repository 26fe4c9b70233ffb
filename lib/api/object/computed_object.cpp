#include <coinformer/api/transform.hpp>

#include <cstring>

namespace coinformer::detail {

// The identity is copied in the form in which the block of `from` has it, so that all objects of one informer
// have their UIDs in the same form.
object_ref make_object(object_type const& type, object_header const& from,
                       void (*move_in)(void*, void*) noexcept, void* value)
{
    auto const identity = from.identity();
    auto const size = type.identity_offset + identity.size();
    auto* const block = static_cast<char*>(::operator new(size));
    auto* const header =
        ::new (static_cast<void*>(block)) object_header(type, static_cast<std::uint32_t>(size), from);
    move_in(header + 1, value);
    std::memcpy(block + type.identity_offset, identity.data(), identity.size());
    return object_ref::adopt(header);
}

} // namespace coinformer::detail
