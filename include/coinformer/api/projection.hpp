#pragma once

#include <coinformer/api/described.hpp>
#include <coinformer/api/object.hpp>

#include <string_view>

namespace coinformer {

/// A struct with the members that a program wants of an object. It is described with BOOST_DESCRIBE_STRUCT,
/// and each member has the name that the Kubernetes API gives it, from which one trailing underscore is
/// dropped (`namespace_`). Everything else in the object is skipped: it is not kept, and it is not validated
/// unless client_options::validate_json asks for it. If a JSON object has a key twice, the first one counts.
///
/// The types that members may have:
/// - in the object's own block of memory: `text`, `list<X>`, `labels`, `map<X>`, `boxed<X>` (a struct that
///   may be absent), `raw_json`, `whole_json`, `whole_object`, `compressed_object`, `int_or_string`,
///   `quantity`;
/// - once for all objects: `interned_text`;
/// - of the standard library: std::string, std::vector<X>, std::map<std::string, X>, std::optional<X>, bool,
///   the integers, float, double, std::chrono::sys_time (RFC 3339) and durations (a number of seconds, or
///   Go's "1m30s"), of which a value that the member's type cannot say becomes the nearest one that it can;
/// - described structs, also for a map of strings, of which the struct then reads the keys that it declares;
///   structs of the generated kinds;
/// - wrappers that say how a member is read: `required<X>` for any of them, `key<"a.key/in-the-json", X>`,
///   and `element<"type", "Ready", X>` for one element of a list.
///
/// A member that the server leaves out, or writes as null, keeps its default.
///
/// Templates that take a projection declare their parameter as `class T` and check it inside, so that the
/// compiler's first error says what T lacks.
///
/// If a projection declares nothing but `metadata`, the server sends nothing but metadata
/// (PartialObjectMetadata).
template <class T>
concept projection = detail::described<T> && std::is_default_constructible_v<T>;

namespace detail {

class schema;

/// Returns true if T is a projection, and otherwise does not compile: the compiler's first error says what to
/// do. The templates that take a projection call this function instead of naming the concept, because a
/// constraint that fails gives "no matching function" as the first error.
template <class T>
consteval bool require_projection()
{
    static_assert(described<T>,
                  "coinformer reads only the members that a struct describes: write "
                  "BOOST_DESCRIBE_STRUCT(T, (), (member, ...)) after the struct T, in its namespace");
    if constexpr (described<T>)
        static_assert(
            std::is_default_constructible_v<T>,
            "coinformer makes an object before it reads it: give this struct a default constructor");
    return true;
}

/// True for a table (table.hpp): the server makes it from objects, but it is not an object itself.
template <class T>
inline constexpr bool is_table = false;

/// The description of a projection: how to read, place and destroy its objects. One of them exists for each
/// projection, and it never moves. Objects that a program computes have one as well, with fewer members.
struct object_type {
    object_type(member_type const& root, bool is_trivially_destructible,
                void (*destroy_object)(void*) noexcept, bool anonymous = false, bool table = false);
    /// For objects that a program computes: see transform::derive(). `equal` and `heap` may be null.
    object_type(std::uint32_t size_bytes, std::uint32_t alignment, void (*destroy_object)(void*) noexcept,
                bool (*equal)(void const*, void const*),
                std::size_t (*heap)(object_type const&, void const*) noexcept);

    std::uint32_t size;
    std::uint32_t align;
    std::uint32_t identity_offset; ///< in the block
    std::uint16_t number;          ///< counts the projections in the order in which they are first used
    void (*construct)(void* at, std::size_t count); ///< nullptr for computed objects
    void (*destroy)(void*) noexcept;                ///< nullptr if there is nothing to destroy
    bool is_anonymous;     ///< true if an object may lack metadata.name (bookmarks, tables)
    bool is_table;         ///< true if the server is asked for a table
    bool is_metadata_only; ///< true if the server need not send more than the metadata
    schema const* fields;  ///< the compiled form of `root`, which lives as long as the process; nullptr for
                           ///< computed objects
    /// Compares computed objects. It is nullptr for others, and for types without an operator==.
    bool (*is_equal)(void const* a, void const* b);
    /// Returns what the members of an object have allocated. nullptr if they allocate nothing, or if that is
    /// not known, as for most computed objects.
    std::size_t (*heap_bytes)(object_type const& self, void const* object) noexcept;
};

/// Returns the number for a new projection. Errors: std::length_error if there are too many.
std::uint16_t number_of(object_type const& type);

// True unless T has a member `metadata` that is not a described struct. The decoder reads the identity of an
// object from there, so it has to be able to look into it.
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

/// Returns the one description of a projection. The first call builds it, later calls only load it.
template <class T>
object_type const& object_type_of()
{
    static_assert(require_projection<T>());
    static_assert(alignof(T) <= alignof(std::max_align_t), "a projection cannot be over-aligned");
    static_assert(has_plain_metadata<T>(),
                  "the member `metadata` must be a described struct: object_meta or your own");
    static object_type const type(member_type_of<T>, std::is_trivially_destructible_v<T>, &destroy_object<T>,
                                  is_table<T>, is_table<T>);
    return type;
}

object_ref decode_object(object_type const& type, std::string_view json);

} // namespace detail

/// Decodes one object from JSON: for tests, for files and for single answers.
///
/// Errors     api_error: errc::malformed_json, errc::truncated, or the code and message of the decode_fault.
template <class T>
object_ptr<T> decode_object(std::string_view json)
{
    return object_ptr<T>(detail::decode_object(detail::object_type_of<T>(), json));
}

} // namespace coinformer
