#include "api/object/object_bytes.hpp"

#include "api/object/schema.hpp"

namespace coinformer::detail {

namespace {

std::size_t heap_bytes_of_value(node const& type, char const* at) noexcept;

std::size_t heap_bytes_of_record(record const& fields, char const* at) noexcept
{
    std::size_t all = 0;
    for (std::size_t i = 0; i != fields.size(); ++i)
        if (auto const& f = fields[i]; !f.is_hidden && f.type->allocates)
            all += heap_bytes_of_value(*f.type, at + f.offset);
    return all;
}

// An optional, a vector or a map: only its member_type knows how to go through the elements.
std::size_t heap_bytes_of_container(node const& type, char const* at) noexcept
{
    element_bytes of{nullptr, type.element};
    if (type.element->allocates)
        of.bytes = [](void const* element, void const* value) noexcept {
            return heap_bytes_of_value(*static_cast<node const*>(element), static_cast<char const*>(value));
        };
    return type.type->heap_bytes(at, of);
}

// Elements that lie in the object's block, as builder.cpp has placed them.
std::size_t heap_bytes_in_block(node const& element, char const* member) noexcept
{
    auto const& place = *reinterpret_cast<block_ref const*>(member);
    std::size_t all = 0;
    for (std::size_t i = 0; i != place.size; ++i)
        all += heap_bytes_of_value(element, place.data<char>() + i * element.size);
    return all;
}

std::size_t heap_bytes_of_value(node const& type, char const* at) noexcept
{
    switch (type.what) {
    case shape::record:
    case shape::element: return heap_bytes_of_record(*type.fields, at);
    case shape::string: return heap_bytes(*reinterpret_cast<std::string const*>(at));
    case shape::optional:
    case shape::vector:
    case shape::map: return heap_bytes_of_container(type, at);
    case shape::boxed:
    case shape::list:
    case shape::entries: return heap_bytes_in_block(*type.element, at);
    case shape::entry: return heap_bytes_of_value(*type.element, at + sizeof(text));
    default: return 0;
    }
}

} // namespace

std::size_t heap_bytes_of_members(object_type const& type, void const* object) noexcept
{
    return heap_bytes_of_record(type.fields->root(), static_cast<char const*>(object));
}

} // namespace coinformer::detail
