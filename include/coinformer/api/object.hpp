#pragma once

#include <coinformer/api/resource.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace coinformer {

namespace detail {

class object_ref;
struct object_type; // describes a projection: its fields, and how to build and destroy it (projection.hpp)

/// Stands in front of each cached object, in one allocation with it: [header][object][identity][the object's
/// strings]. The identity is namespace, name, UID and version. A UID of the usual form is kept in 16 bytes,
/// unless the projection declares it and so needs its text.
class alignas(std::max_align_t) object_header {
public:
    object_header(object_type const& type, std::uint32_t size_bytes) noexcept;
    /// For an object that is computed from another one and has its identity, in the same form.
    object_header(object_type const& type, std::uint32_t size_bytes,
                  object_header const& identity_of) noexcept;

    object_key key() const noexcept
    {
        auto const* s = identity_begin();
        return {{s, ns_size_}, {s + ns_size_, name_size_}};
    }
    std::string uid() const;
    bool has_uid(std::string_view text) const noexcept;
    std::string_view resource_version() const noexcept
    {
        return {identity_begin() + ns_size_ + name_size_ + uid_bytes(), version_size_};
    }
    std::size_t size_bytes() const noexcept { return size_bytes_; }
    object_type const& type() const noexcept;
    void const* object() const noexcept { return this + 1; }
    /// The identity as it lies in the block.
    std::string_view identity() const noexcept
    {
        return {identity_begin(), ns_size_ + name_size_ + uid_bytes() + version_size_};
    }

private:
    friend class object_ref;
    friend class object_builder;
    friend class image_writer;
    friend class image_reader;
    friend bool has_same_uid(object_ref const& a, object_ref const& b) noexcept;
    static constexpr std::uint8_t packed = 255; // in place of a UID's size: it is kept in 16 bytes
    char const* identity_begin() const noexcept;
    std::size_t uid_bytes() const noexcept { return uid_size_ == packed ? 16 : uid_size_; }
    std::string_view stored_uid() const noexcept
    {
        return {identity_begin() + ns_size_ + name_size_, uid_bytes()};
    }

    mutable std::atomic<std::uint32_t> references_{1};
    std::uint32_t size_bytes_;
    std::uint16_t type_; // its object_type::number, which takes less than a pointer
    std::uint16_t name_size_ = 0, version_size_ = 0;
    std::uint8_t ns_size_ = 0, uid_size_ = 0;
};
static_assert(sizeof(object_header) == 16);

/// A counted reference to an immutable object of any projection.
///
/// Threads    any: copies may be made and dropped on different threads.
class object_ref {
public:
    object_ref() noexcept = default;
    object_ref(object_ref const& o) noexcept : header_(o.header_)
    {
        if (header_) header_->references_.fetch_add(1, std::memory_order_relaxed);
    }
    object_ref(object_ref&& o) noexcept : header_(std::exchange(o.header_, nullptr)) {}
    object_ref& operator=(object_ref o) noexcept
    {
        std::swap(header_, o.header_);
        return *this;
    }
    ~object_ref()
    {
        if (header_ && header_->references_.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy(header_);
    }

    /// Takes over the one reference with which a new block begins.
    static object_ref adopt(object_header const* h) noexcept
    {
        object_ref r;
        r.header_ = h;
        return r;
    }

    object_header const* get() const noexcept { return header_; }
    object_header const* operator->() const noexcept { return header_; }
    explicit operator bool() const noexcept { return header_ != nullptr; }
    friend bool operator==(object_ref const&, object_ref const&) noexcept = default;

private:
    static void destroy(object_header const* h) noexcept;
    object_header const* header_ = nullptr;
};

/// True if both are states of the same life of an object: they have the same UID.
bool has_same_uid(object_ref const& a, object_ref const& b) noexcept;

} // namespace detail

/// A cached object: a counted pointer to a constant object, with the object's identity beside it, so that a
/// projection need not declare metadata to have a key.
///
/// Threads    any: copies may be made, kept and dropped on different threads. The object never changes.
template <class T>
class object_ptr {
public:
    object_ptr() noexcept = default;
    explicit object_ptr(detail::object_ref ref) noexcept : ref_(std::move(ref)) {}

    T const& operator*() const noexcept { return *static_cast<T const*>(ref_->object()); }
    T const* operator->() const noexcept { return &**this; }
    /// Lets a handler take a plain `T const&`.
    operator T const&() const noexcept { return **this; }
    explicit operator bool() const noexcept { return static_cast<bool>(ref_); }

    object_key key() const noexcept { return ref_->key(); }
    /// Returns a copy, because the UID is kept in a shorter form.
    std::string uid() const { return ref_->uid(); }
    std::string_view resource_version() const noexcept { return ref_->resource_version(); }
    /// Returns the memory that the object takes, without the memory that its std members allocate for
    /// themselves.
    std::size_t size_bytes() const noexcept { return ref_->size_bytes(); }

    /// For the library's other rooms.
    detail::object_ref const& ref() const noexcept { return ref_; }
    friend bool operator==(object_ptr const&, object_ptr const&) noexcept = default;

private:
    detail::object_ref ref_;
};

} // namespace coinformer
