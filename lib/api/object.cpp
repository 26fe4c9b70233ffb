#include <coinformer/api/object.hpp>

#include <coinformer/api/projection.hpp>

#include <new>

namespace coinformer::detail {

void const* object_header::object() const noexcept
{
    return reinterpret_cast<char const*>(this) + type_->object_offset;
}

char const* object_header::strings() const noexcept
{
    return reinterpret_cast<char const*>(this) + type_->strings_offset;
}

void object_ref::destroy(object_header const* h) noexcept
{
    auto* block = const_cast<object_header*>(h);
    auto const& type = h->type();
    auto const size = h->size_bytes();
    if (type.destroy) type.destroy(reinterpret_cast<char*>(block) + type.object_offset);
    block->~object_header();
    ::operator delete(block, size);
}

} // namespace coinformer::detail
