#pragma once

#include <coinformer/api/described.hpp>
#include <coinformer/api/object.hpp>

#include <string_view>

namespace coinformer {

/// A struct whose members are what is wanted of an object: described with BOOST_DESCRIBE_STRUCT, each member named as
/// the Kubernetes API spells it (one trailing underscore is dropped: `namespace_`). All that it does not name is
/// skipped, neither kept nor validated, unless client_options::validate_json asks for it. If a JSON object has a key
/// twice, the first one counts.
///
/// Members may be: described structs, and those of the generated kinds; `text`, `list<X>`, `labels`, `map<X>`,
/// `boxed<X>` (a struct that may be absent), `raw_json`, `whole_json`, `whole_object`, `compressed_object`,
/// `int_or_string`, `quantity` (these live in the object's own block); `interned_text` (one for all objects);
/// std::string, std::vector<X>, std::map<std::string, X>; std::optional<X>; bool, the std integers, float, double;
/// std::chrono::sys_time (RFC 3339) and durations (a number of seconds, or Go's "1m30s"); `required<X>` of any of them;
/// `key<"a.key/in-the-json", X>`; `element<"type", "Ready", X>` of a list. A map of strings may be a described struct,
/// too: the keys that it declares. What the server leaves out, or writes as null, keeps its default.
///
/// Templates that take a projection declare their parameter as `class T` and check it inside, so that the compiler's
/// first error says what T lacks.
///
/// Of a projection that declares nothing but `metadata` the server sends nothing but metadata (PartialObjectMetadata).
template <class T>
concept projection = detail::described<T> && std::is_default_constructible_v<T>;

namespace detail {

class schema;

/// Returns true if T is a projection, and otherwise does not compile: the compiler's first error says what to do. The
/// templates that take a projection call this function instead of naming the concept, because a constraint that fails
/// gives "no matching function" as the first error.
template <class T>
consteval bool require_projection()
{
    static_assert(described<T>, "coinformer reads only the members that a struct describes: write "
                                "BOOST_DESCRIBE_STRUCT(T, (), (member, ...)) after the struct T, in its namespace");
    if constexpr (described<T>)
        static_assert(std::is_default_constructible_v<T>,
                      "coinformer makes an object before it reads it: give this struct a default constructor");
    return true;
}

/// A table (table.hpp): what the server makes of objects, and no object itself.
template <class T>
inline constexpr bool is_table = false;

/// What is known of a projection once and for all: how to read, place and destroy its objects. Stays where it is.
struct object_type {
    object_type(member_type const& root, bool is_trivially_destructible, void (*destroy_object)(void*) noexcept,
                bool anonymous = false, bool table = false);

    std::uint32_t size;
    std::uint32_t align;
    std::uint32_t identity_offset; ///< in the block
    std::uint16_t number;          ///< in the order in which projections are first used
    void (*construct)(void* at, std::size_t count);
    void (*destroy)(void*) noexcept; ///< nullptr when there is nothing to do
    bool is_anonymous;               ///< an object may lack metadata.name (bookmarks, tables)
    bool is_table;                   ///< wanted from the server in that form
    bool is_metadata_only;           ///< no need for the server to send the rest
    schema const* fields;            ///< compiled; lives as long as the process
};

/// For a new one. Errors: std::length_error.
std::uint16_t number_of(object_type const& type);

// The identity is read from metadata, so that it must be there to be looked into.
template <class T, template <class...> class L, class... D>
consteval bool has_plain_metadata(L<D...>)
{
    return ((describe_member<T, D>().name != "metadata" || described<bare_t<type_of_member<T, D>>>) && ...);
}
template <class T>
consteval bool has_plain_metadata()
{
    if constexpr (compiled<T>)
        return true;
    else
        return has_plain_metadata<T>(members_of<T>());
}

template <class T>
void destroy_object(void* object) noexcept
{
    static_cast<T*>(object)->~T();
}

/// The one description of a projection. Time: built at the first call, then a load.
template <class T>
object_type const& object_type_of()
{
    static_assert(require_projection<T>());
    static_assert(alignof(T) <= alignof(std::max_align_t), "a projection cannot be over-aligned");
    static_assert(has_plain_metadata<T>(), "the member `metadata` must be a described struct: object_meta or your own");
    static object_type const type(member_type_of<T>, std::is_trivially_destructible_v<T>, &destroy_object<T>,
                                  is_table<T>, is_table<T>);
    return type;
}

object_ref decode_object(object_type const& type, std::string_view json);

} // namespace detail

/// Reads one object from JSON: for tests, files and single answers.
///
/// Errors     api_error: errc::malformed_json, truncated, or what a decode_fault of the object says.
template <class T>
object_ptr<T> decode_object(std::string_view json)
{
    return object_ptr<T>(detail::decode_object(detail::object_type_of<T>(), json));
}

} // namespace coinformer
