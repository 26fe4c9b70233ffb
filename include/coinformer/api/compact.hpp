#pragma once

#include <coinformer/core/requirements.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace coinformer {

namespace detail {

/// The place of data in the object's own block of memory, as a distance from this member. A distance, unlike
/// a pointer, takes 4 bytes and stays right wherever the block lies. It is wrong as soon as the member is
/// moved or copied, which is why compact types can be neither. Every compact type begins with a block_ref;
/// the object builder fills it in.
struct block_ref {
    std::int32_t offset = 0;
    std::uint32_t size = 0;

    block_ref() = default;
    block_ref(block_ref const&) = delete;
    block_ref& operator=(block_ref const&) = delete;

    template <class E>
    E const* data() const noexcept
    {
        return reinterpret_cast<E const*>(reinterpret_cast<char const*>(this) + offset);
    }
};

} // namespace detail

/// A string in the object's own block of memory: 8 bytes, and its characters. It is valid while its object
/// exists, and cannot be copied by accident: to_owned() makes a std::string. Empty if the JSON has no such
/// member.
class text {
public:
    text() = default;

    std::string_view view() const noexcept { return {ref_.data<char>(), ref_.size}; }
    operator std::string_view() const noexcept { return view(); }
    std::size_t size() const noexcept { return ref_.size; }
    bool empty() const noexcept { return ref_.size == 0; }
    std::string to_owned() const { return std::string(view()); }

    friend bool operator==(text const& a, text const& b) noexcept { return a.view() == b.view(); }
    friend bool operator==(text const& a, std::string_view b) noexcept { return a.view() == b; }
    friend auto operator<=>(text const& a, text const& b) noexcept { return a.view() <=> b.view(); }
    friend auto operator<=>(text const& a, std::string_view b) noexcept { return a.view() <=> b; }

private:
    detail::block_ref ref_;
};

std::ostream& operator<<(std::ostream& out, text const& t);

/// The JSON of any value, as the server wrote it. It is always well-formed: grammar and UTF-8 are checked
/// when the object is decoded, and an object that fails the check is a fault. Empty if the value is absent.
class raw_json : public text {
public:
    /// Returns the JSON to which a JSON pointer (RFC 6901) such as "/spec/containers/0/image" leads, or an
    /// empty view if there is nothing. The view is valid while the object exists.
    ///
    /// Time       one pass over the text before that place; nothing is built.
    /// Errors     errc::bad_request if the pointer is not empty and does not begin with '/'.
    std::string_view at(std::string_view pointer) const;
    /// Returns the same value as text: a string without quotes and escapes, anything else as it was written,
    /// and an empty string for null.
    std::string text_at(std::string_view pointer) const;
};

/// The JSON of the whole struct in which it is a member, beside the struct's other members. In a projection's
/// root that is the JSON of the whole object, including all that the projection does not declare. The
/// member's own name means nothing.
class whole_json : public raw_json {};

/// A sequence in the object's own block of memory: 8 bytes, and its elements. Empty if the JSON has no such
/// member.
template <class X>
class list {
public:
    using value_type = X;
    using const_iterator = X const*;

    list() = default;
    list(list const&) = delete;
    list& operator=(list const&) = delete;
    ~list()
        requires std::is_trivially_destructible_v<X>
    = default;
    ~list() { std::destroy(begin(), end()); }

    X const* begin() const noexcept { return ref_.template data<X>(); }
    X const* end() const noexcept { return begin() + ref_.size; }
    std::size_t size() const noexcept { return ref_.size; }
    bool empty() const noexcept { return ref_.size == 0; }
    X const& operator[](std::size_t i) const noexcept { return begin()[i]; }
    X const& front() const noexcept { return *begin(); }
    X const& back() const noexcept { return end()[-1]; }

    /// Returns a std::vector of the elements or, if these are compact, of what their own to_owned() returns.
    /// Does not compile for structs with compact members: copy their fields one by one.
    auto to_owned() const
    {
        if constexpr (std::is_copy_constructible_v<X>) {
            return std::vector<X>(begin(), end());
        } else {
            std::vector<decltype(begin()->to_owned())> copy;
            copy.reserve(size());
            for (auto const& x : *this) copy.push_back(x.to_owned());
            return copy;
        }
    }

private:
    detail::block_ref ref_;
};

/// A struct that may be absent, in the object's own block of memory. While absent it takes 8 bytes, where a
/// std::optional always takes the size of the struct. Use it for large structs that few objects have.
template <class X>
class boxed {
public:
    using value_type = X;

    boxed() = default;
    boxed(boxed const&) = delete;
    boxed& operator=(boxed const&) = delete;
    ~boxed()
        requires std::is_trivially_destructible_v<X>
    = default;
    ~boxed()
    {
        if (has_value()) std::destroy_at(ref_.template data<X>());
    }

    bool has_value() const noexcept { return ref_.size != 0; }
    explicit operator bool() const noexcept { return has_value(); }
    /// Access the struct; only if has_value().
    X const& operator*() const noexcept { return *ref_.template data<X>(); }
    X const* operator->() const noexcept { return ref_.template data<X>(); }

private:
    detail::block_ref ref_;
};

/// One entry of a `map`.
template <class X>
struct map_entry {
    text key;
    X value{};
};

/// A map from strings to anything but strings (for those, use `labels`), in the object's own block of memory
/// and in the server's order. If a key is there twice, find() returns the first. Empty if the JSON has no
/// such member.
template <class X>
class map {
public:
    using value_type = map_entry<X>;
    using const_iterator = map_entry<X> const*;

    const_iterator begin() const noexcept { return entries_.begin(); }
    const_iterator end() const noexcept { return entries_.end(); }
    std::size_t size() const noexcept { return entries_.size(); }
    bool empty() const noexcept { return entries_.empty(); }
    /// Returns the value of a key, or nullptr if there is no such key.
    X const* find(std::string_view key) const noexcept
    {
        for (auto const& e : entries_)
            if (e.key == key) return &e.value;
        return nullptr;
    }
    bool contains(std::string_view key) const noexcept { return find(key) != nullptr; }

private:
    list<map_entry<X>> entries_;
};

static_assert(sizeof(text) == 8 && sizeof(list<text>) == 8);
static_assert(!std::is_move_constructible_v<text>);

} // namespace coinformer
