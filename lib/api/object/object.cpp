#include "api/object/packed_uid.hpp"

#include <coinformer/api/projection.hpp>

#include <array>
#include <cstring>
#include <new>
#include <stdexcept>

namespace coinformer::detail {

namespace {

// All projections of the program by their number: an object has no room for a pointer to its type.
std::array<object_type const*, 4096> types;
std::atomic<std::size_t> types_in_use{0};

} // namespace

std::uint16_t number_of(object_type const& type)
{
    auto const n = types_in_use.fetch_add(1, std::memory_order_relaxed);
    if (n >= types.size()) throw std::length_error("a program has 4096 projections at most");
    types[n] = &type;
    return static_cast<std::uint16_t>(n);
}

object_header::object_header(object_type const& type, std::uint32_t size_bytes) noexcept
    : size_bytes_(size_bytes), type_(type.number)
{
}

object_header::object_header(object_type const& type, std::uint32_t size_bytes,
                             object_header const& identity_of) noexcept
    : size_bytes_(size_bytes), type_(type.number), name_size_(identity_of.name_size_),
      version_size_(identity_of.version_size_), ns_size_(identity_of.ns_size_),
      uid_size_(identity_of.uid_size_)
{
}

object_type const& object_header::type() const noexcept
{
    return *types[type_];
}

char const* object_header::identity_begin() const noexcept
{
    return reinterpret_cast<char const*>(this) + types[type_]->identity_offset;
}

std::string object_header::uid() const
{
    auto const stored = stored_uid();
    if (uid_size_ != packed) return std::string(stored);
    packed_uid bytes;
    std::memcpy(bytes.data(), stored.data(), bytes.size());
    return unpack_uid(bytes);
}

bool object_header::has_uid(std::string_view text) const noexcept
{
    auto const stored = stored_uid();
    if (uid_size_ != packed) return stored == text;
    auto const bytes = pack_uid(text);
    return bytes && std::memcmp(bytes->data(), stored.data(), bytes->size()) == 0;
}

bool has_same_uid(object_ref const& a, object_ref const& b) noexcept
{
    if (a->uid_size_ == b->uid_size_) return a->stored_uid() == b->stored_uid();
    // Objects of a projection that declares metadata.uid keep it as text.
    bool const is_packed = a->uid_size_ == object_header::packed;
    if (is_packed == (b->uid_size_ == object_header::packed)) return false;
    auto const packed = (is_packed ? a : b)->stored_uid();
    auto const other = pack_uid((is_packed ? b : a)->stored_uid());
    return other && std::memcmp(other->data(), packed.data(), other->size()) == 0;
}

void object_ref::destroy(object_header const* h) noexcept
{
    auto* block = const_cast<object_header*>(h);
    auto const& type = h->type();
    auto const size = h->size_bytes();
    if (type.destroy) type.destroy(block + 1);
    block->~object_header();
    ::operator delete(block, size);
}

} // namespace coinformer::detail
