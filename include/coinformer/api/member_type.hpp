#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/interned_text.hpp>
#include <coinformer/api/json_types.hpp>
#include <coinformer/api/labels.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe/members.hpp>

#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// What the decoder needs to know of a member's type, as constant tables: it is one compiled function for all
// projections. Only what must know the C++ type (construct, open, …) is a function of its own.

namespace coinformer::detail {

/// A struct that is described, by its user or by the library.
template <class T>
concept described = compiled<T> || (std::is_class_v<T> && boost::describe::has_describe_members<T>::value);

/// What a member is in JSON and in memory.
enum class shape : std::uint8_t {
    record,        // object -> described struct
    element,       // array of objects -> described struct, made of one of them
    optional,      // its element's JSON, or nothing
    boxed,         // object -> boxed<X>
    text,          // string -> text
    raw,           // anything -> raw_json
    whole,         // the object that it is a member of -> whole_json, whole_object
    quantity,      // string or number -> quantity
    int_or_string, // string or number -> int_or_string
    string,        // string -> std::string
    interned,      // string -> interned_text
    boolean,
    integer,
    real,
    time,     // string (RFC 3339) -> sys_time
    duration, // number of seconds or string -> chrono duration
    list,     // array -> list<X>
    vector,   // array -> std::vector<X>
    labels,   // object of strings -> labels
    map,      // object -> std::map<std::string, X>
    entries,  // object -> coinformer::map<X>
    entry,    // its elements: key, and value
};

struct member;

struct member_type {
    shape what;
    bool is_signed = false; ///< integer
    bool any_form = false;  ///< whole: as it came, without managedFields
    std::uint32_t size = 0;
    std::uint32_t align = 1;
    member_type const* element = nullptr; ///< optional, boxed, list, vector, labels, map, entries, entry, element
    member const* members = nullptr;      ///< record
    std::size_t member_count = 0;
    std::string_view match_key = {}, match_value = {};        ///< element
    void (*construct)(void* at, std::size_t count) = nullptr; ///< default objects (list elements, whole objects)
    void* (*open)(void* at, std::size_t count) = nullptr;     ///< optional, vector: makes the elements
    void* (*slot)(void* map, std::string&& key) = nullptr;    ///< map: the value of a new key, nullptr if known
    void (*set_ticks)(void* at, std::int64_t microseconds) = nullptr; ///< time, duration
};

struct member {
    std::string_view name;   ///< in the JSON
    std::size_t (*offset)(); ///< nullptr: it is `at`
    member_type const* type;
    bool is_required;
    std::uint32_t at = 0;
};

template <class X>
struct describe_member_type;

template <class X>
inline constexpr member_type member_type_of = describe_member_type<X>::make();

// What lies at the very place of a member, whatever is said of it.
template <class X>
struct bare {
    using type = X;
};
template <class X>
struct bare<required<X>> : bare<X> {};
template <literal K, class X>
struct bare<key<K, X>> : bare<X> {};
template <class X>
using bare_t = typename bare<X>::type;

template <class X>
    requires compiled<bare_t<X>>
inline constexpr member_type const& member_type_of<X> = compiled_members<bare_t<X>>::type;

// ---- what a type holds

/// Its characters, for as long as the process lives.
template <literal Text>
inline constexpr auto literal_storage = Text;
template <literal Text>
inline constexpr std::string_view literal_text = literal_storage<Text>.view();

template <class X>
inline constexpr bool is_required = false;
template <class X>
inline constexpr bool is_required<required<X>> = true;

template <literal K, class X>
inline constexpr bool is_required<key<K, X>> = is_required<X>;

/// What a member is called in the JSON.
template <class X>
inline constexpr std::string_view json_key_of = {};
template <literal K, class X>
inline constexpr std::string_view json_key_of<key<K, X>> = literal_text<K>;
template <class X>
inline constexpr std::string_view json_key_of<required<X>> = json_key_of<X>;
template <class X>
inline constexpr std::string_view json_key_of<std::optional<X>> = json_key_of<X>;

constexpr std::string_view without_underscore(std::string_view name) noexcept
{
    return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

template <class X>
inline constexpr bool always_false = false;

template <class T>
using members_of = boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;

template <class T, class D>
using type_of_member = std::remove_cvref_t<decltype(std::declval<T&>().*D::pointer)>;

/// Whether compact types lie in X itself (then X must lie in the object's block, not in memory of its own).
template <class X>
inline constexpr bool holds_compact = false;
template <>
inline constexpr bool holds_compact<text> = true;
template <>
inline constexpr bool holds_compact<raw_json> = true;
template <>
inline constexpr bool holds_compact<whole_json> = true;
template <>
inline constexpr bool holds_compact<whole_object> = true;
template <>
inline constexpr bool holds_compact<quantity> = true;
template <>
inline constexpr bool holds_compact<int_or_string> = true;
template <>
inline constexpr bool holds_compact<labels> = true;
template <class X>
inline constexpr bool holds_compact<list<X>> = true;
template <class X>
inline constexpr bool holds_compact<boxed<X>> = true;
template <class X>
inline constexpr bool holds_compact<map<X>> = true;
template <class X>
inline constexpr bool holds_compact<std::optional<X>> = holds_compact<X>;
template <class X>
inline constexpr bool holds_compact<required<X>> = holds_compact<X>;
template <literal K, class X>
inline constexpr bool holds_compact<key<K, X>> = holds_compact<X>;
template <literal K, literal V, class X>
inline constexpr bool holds_compact<element<K, V, X>> = holds_compact<X>;

template <class T, template <class...> class L, class... D>
constexpr bool any_member_compact(L<D...>)
{
    return (holds_compact<type_of_member<T, D>> || ...);
}
template <described T>
inline constexpr bool holds_compact<T> = any_member_compact<T>(members_of<T>());
template <compiled T>
inline constexpr bool holds_compact<T> = true;

// ---- functions that know the type

template <class X>
void construct_objects(void* at, std::size_t count)
{
    std::uninitialized_value_construct_n(static_cast<X*>(at), count);
}

template <class T, class D>
std::size_t offset_of()
{
    union storage { // never constructed: only the distance of two addresses counts
        storage() {}
        ~storage() {}
        T object;
        char start;
    };
    static storage s;
    return static_cast<std::size_t>(reinterpret_cast<char const*>(std::addressof(s.object.*D::pointer)) - &s.start);
}

template <class X>
constexpr member_type plain(shape what)
{
    return {.what = what, .size = sizeof(X), .align = alignof(X), .construct = &construct_objects<X>};
}

template <class T, class D>
constexpr member describe_member()
{
    using X = type_of_member<T, D>;
    auto const name = json_key_of<X>.empty() ? without_underscore(D::name) : json_key_of<X>;
    return {name, &offset_of<T, D>, &member_type_of<X>, is_required<X>};
}

template <class T, class L>
struct member_table;
template <class T, template <class...> class L, class... D>
struct member_table<T, L<D...>> {
    static constexpr std::array<member, sizeof...(D)> value{describe_member<T, D>()...};
};

template <std::size_t N>
constexpr bool distinct_keys(std::array<member, N> const& members)
{
    for (std::size_t i = 0; i < N; ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (members[i].name == members[j].name) return false;
    return true;
}

// ---- one description a kind of type

template <class X>
struct describe_member_type {
    static constexpr member_type make()
    {
        if constexpr (described<X>) {
            using table = member_table<X, members_of<X>>;
            static_assert(table::value.size() <= 59, "a projected struct has 59 members at most");
            static_assert(distinct_keys(table::value),
                          "two members of a projected struct have the same key in the JSON");
            auto type = plain<X>(shape::record);
            type.members = table::value.data();
            type.member_count = table::value.size();
            return type;
        } else if constexpr (std::integral<X> && !std::same_as<X, char> && !std::same_as<X, wchar_t>) {
            auto type = plain<X>(std::same_as<X, bool> ? shape::boolean : shape::integer);
            type.is_signed = std::is_signed_v<X>;
            return type;
        } else if constexpr (std::same_as<X, float> || std::same_as<X, double>) {
            return plain<X>(shape::real);
        } else {
            static_assert(always_false<X>,
                          "coinformer cannot decode a member of this type: see `projection` for those it can, and "
                          "describe your own structs with BOOST_DESCRIBE_STRUCT");
        }
    }
};

template <>
struct describe_member_type<text> {
    static constexpr member_type make() { return plain<text>(shape::text); }
};
template <>
struct describe_member_type<raw_json> {
    static constexpr member_type make() { return plain<raw_json>(shape::raw); }
};
template <>
struct describe_member_type<whole_json> {
    static constexpr member_type make() { return plain<whole_json>(shape::whole); }
};
template <>
struct describe_member_type<whole_object> {
    static constexpr member_type make()
    {
        auto type = plain<whole_object>(shape::whole);
        type.any_form = true;
        return type;
    }
};
template <>
struct describe_member_type<quantity> {
    static constexpr member_type make() { return plain<quantity>(shape::quantity); }
};
template <>
struct describe_member_type<int_or_string> {
    static constexpr member_type make() { return plain<int_or_string>(shape::int_or_string); }
};
template <>
struct describe_member_type<std::string> {
    static constexpr member_type make() { return plain<std::string>(shape::string); }
};
template <>
struct describe_member_type<interned_text> {
    static constexpr member_type make() { return plain<interned_text>(shape::interned); }
};
template <>
struct describe_member_type<labels> {
    static constexpr member_type make()
    {
        auto type = plain<labels>(shape::labels);
        type.element = &member_type_of<text>;
        return type;
    }
};

template <class X>
struct describe_member_type<list<X>> {
    static_assert(alignof(X) <= 8, "a list's elements cannot be over-aligned");
    static constexpr member_type make()
    {
        auto type = plain<list<X>>(shape::list);
        type.element = &member_type_of<X>;
        return type;
    }
};

template <class X>
struct describe_member_type<boxed<X>> {
    static_assert(described<X>, "a boxed<X> is read as a described struct X");
    static_assert(alignof(X) <= 8, "what is boxed cannot be over-aligned");
    static constexpr member_type make()
    {
        auto type = plain<boxed<X>>(shape::boxed);
        type.element = &member_type_of<X>;
        return type;
    }
};

template <class X>
struct describe_member_type<map_entry<X>> {
    static_assert(alignof(X) <= 8, "a map's values cannot be over-aligned");
    static constexpr member_type make()
    {
        auto type = plain<map_entry<X>>(shape::entry);
        type.element = &member_type_of<X>;
        return type;
    }
};

template <class X>
struct describe_member_type<map<X>> {
    static constexpr member_type make()
    {
        auto type = plain<map<X>>(shape::entries);
        type.element = &member_type_of<map_entry<X>>;
        return type;
    }
};

template <class X>
struct describe_member_type<std::vector<X>> {
    static_assert(!std::same_as<X, bool>, "std::vector<bool> has no elements to fill in: take list<bool>");
    static constexpr member_type make()
    {
        static_assert(!holds_compact<X>, "compact members cannot live in a std::vector: take coinformer::list");
        auto type = plain<std::vector<X>>(shape::vector);
        type.element = &member_type_of<X>;
        type.open = [](void* at, std::size_t count) -> void* {
            auto& v = *static_cast<std::vector<X>*>(at);
            v = std::vector<X>(count);
            return v.data();
        };
        return type;
    }
};

template <class X>
struct describe_member_type<std::map<std::string, X>> {
    static constexpr member_type make()
    {
        static_assert(!holds_compact<X>, "compact members cannot live in a std::map: take coinformer::labels");
        auto type = plain<std::map<std::string, X>>(shape::map);
        type.element = &member_type_of<X>;
        type.slot = [](void* map, std::string&& key) -> void* {
            auto const [entry, is_new] = static_cast<std::map<std::string, X>*>(map)->try_emplace(std::move(key));
            return is_new ? &entry->second : nullptr;
        };
        return type;
    }
};

template <class X>
struct describe_member_type<std::optional<X>> {
    static constexpr member_type make()
    {
        auto type = plain<std::optional<X>>(shape::optional);
        type.element = &member_type_of<X>;
        type.open = [](void* at, std::size_t) -> void* { return &static_cast<std::optional<X>*>(at)->emplace(); };
        return type;
    }
};

template <class X>
struct describe_member_type<required<X>> { // lies at the very place of its X
    static_assert(std::is_standard_layout_v<required<X>> || !std::is_polymorphic_v<X>);
    static constexpr member_type make() { return describe_member_type<X>::make(); }
};

template <literal K, class X>
struct describe_member_type<key<K, X>> { // at the very place, too
    static_assert(!literal_text<K>.empty() && literal_text<K>.size() <= 255, "a key has 1 to 255 characters");
    static constexpr member_type make() { return describe_member_type<X>::make(); }
};

template <literal K, literal V, class X>
struct describe_member_type<element<K, V, X>> {
    static_assert(described<X>, "an element<Key, Value, X> is read as a described struct X");
    static_assert(!literal_text<K>.empty() && literal_text<K>.size() <= 255, "a key has 1 to 255 characters");
    static constexpr member_type make()
    {
        auto type = plain<element<K, V, X>>(shape::element);
        type.element = &member_type_of<X>;
        type.match_key = literal_text<K>;
        type.match_value = literal_text<V>;
        return type;
    }
};

template <class D>
struct describe_member_type<std::chrono::sys_time<D>> {
    static constexpr member_type make()
    {
        using X = std::chrono::sys_time<D>;
        auto type = plain<X>(shape::time);
        type.set_ticks = [](void* at, std::int64_t microseconds) {
            *static_cast<X*>(at) = X(std::chrono::floor<D>(std::chrono::microseconds(microseconds)));
        };
        return type;
    }
};

template <class R, class P>
struct describe_member_type<std::chrono::duration<R, P>> {
    static constexpr member_type make()
    {
        using X = std::chrono::duration<R, P>;
        auto type = plain<X>(shape::duration);
        type.set_ticks = [](void* at, std::int64_t microseconds) {
            *static_cast<X*>(at) = std::chrono::duration_cast<X>(std::chrono::microseconds(microseconds));
        };
        return type;
    }
};

} // namespace coinformer::detail
