#pragma once

#include <coinformer/api/allocated_bytes.hpp>
#include <coinformer/api/interned_text.hpp>
#include <coinformer/api/member_traits.hpp>
#include <coinformer/api/member_type.hpp>

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

// Describes the types of members to the decoder, as constant tables. There is one decoder, a compiled
// function that interprets these tables for all projections: a template for each projection would make every
// program larger and slower to compile. Only the steps that have to know the C++ type (construct, open, …)
// are functions of their own.

namespace coinformer::detail {

/// Describes the type X: make() returns its constant description. This template is for described structs and
/// numbers; the others are specialised below.
template <class X>
struct describe_member_type;

template <class X>
inline constexpr member_type member_type_of = describe_member_type<X>::make();

template <class X>
    requires compiled<bare_t<X>>
inline constexpr member_type const& member_type_of<X> = compiled_members<bare_t<X>>::type;

// ---- functions that know the C++ type

// Constructs `count` default objects.
template <class X>
void construct_objects(void* at, std::size_t count)
{
    std::uninitialized_value_construct_n(static_cast<X*>(at), count);
}

// Returns the place of a member in T. offsetof() cannot be used with a pointer to member.
template <class T, class D>
std::size_t offset_of()
{
    union storage { // never constructed: only the distance between two addresses counts
        storage() {}
        ~storage() {}
        T object;
        char start;
    };
    static storage s;
    return static_cast<std::size_t>(reinterpret_cast<char const*>(std::addressof(s.object.*D::pointer)) -
                                    &s.start);
}

/// Returns true if two containers are equal element by element. (std::equal would make every user include
/// <algorithm>.)
template <class C, class Equal>
bool are_equal(C const& a, C const& b, Equal equal)
{
    if (a.size() != b.size()) return false;
    auto other = b.begin();
    for (auto const& one : a)
        if (!equal(one, *other++)) return false;
    return true;
}

// Returns the part of a description that every type has.
template <class X>
constexpr member_type plain(shape what)
{
    return {.what = what, .size = sizeof(X), .align = alignof(X), .construct = &construct_objects<X>};
}

// Describes the member D of the struct T.
template <class T, class D>
constexpr member describe_member()
{
    using X = type_of_member<T, D>;
    auto const name = json_key_of<X>.empty() ? without_underscore(D::name) : json_key_of<X>;
    return {name, &offset_of<T, D>, &member_type_of<X>, is_required<X>};
}

// The members of T as one constant array; L is the list of them that Boost.Describe gives.
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

// ---- one description for each sort of type

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
            static_assert(
                always_false<X>,
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
template <std::derived_from<whole_object> X>
struct describe_member_type<X> {
    static constexpr member_type make()
    {
        auto type = plain<X>(shape::whole);
        type.any_form = true;
        type.is_compressed = std::same_as<X, compressed_object>;
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
    static_assert(alignof(X) <= 8, "a struct in a boxed<X> cannot be over-aligned");
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
        static_assert(!holds_compact<X>,
                      "compact members cannot live in a std::vector: take coinformer::list");
        auto type = plain<std::vector<X>>(shape::vector);
        type.element = &member_type_of<X>;
        type.open = [](void* at, std::size_t count) -> void* {
            auto& v = *static_cast<std::vector<X>*>(at);
            v = std::vector<X>(count);
            return v.data();
        };
        type.same_elements = [](void const* a, void const* b, element_comparison same) {
            auto const& x = *static_cast<std::vector<X> const*>(a);
            auto const& y = *static_cast<std::vector<X> const*>(b);
            auto const equal = [&](X const& one, X const& other) { return same(&one, &other); };
            return are_equal(x, y, equal);
        };
        type.heap_bytes = [](void const* at, element_bytes of) noexcept {
            auto const& v = *static_cast<std::vector<X> const*>(at);
            auto all = allocated_bytes(v.capacity() * sizeof(X));
            if (of.bytes)
                for (auto const& x : v) all += of(&x);
            return all;
        };
        return type;
    }
};

template <class X>
struct describe_member_type<std::map<std::string, X>> {
    static constexpr member_type make()
    {
        static_assert(!holds_compact<X>,
                      "compact members cannot live in a std::map: take coinformer::labels");
        auto type = plain<std::map<std::string, X>>(shape::map);
        type.element = &member_type_of<X>;
        type.slot = [](void* map, std::string&& key) -> void* {
            auto const [entry, is_new] =
                static_cast<std::map<std::string, X>*>(map)->try_emplace(std::move(key));
            return is_new ? &entry->second : nullptr;
        };
        type.same_elements = [](void const* a, void const* b, element_comparison same) {
            auto const& x = *static_cast<std::map<std::string, X> const*>(a);
            auto const& y = *static_cast<std::map<std::string, X> const*>(b);
            auto const equal = [&](auto const& one, auto const& other) {
                return one.first == other.first && same(&one.second, &other.second);
            };
            return are_equal(x, y, equal);
        };
        type.heap_bytes = [](void const* at, element_bytes of) noexcept {
            using entry = std::pair<std::string const, X>;
            constexpr auto node = allocated_bytes(sizeof(entry) + tree_links);
            std::size_t all = 0;
            for (auto const& [key, value] : *static_cast<std::map<std::string, X> const*>(at))
                all += node + heap_bytes(key) + of(&value);
            return all;
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
        type.open = [](void* at, std::size_t) -> void* {
            return &static_cast<std::optional<X>*>(at)->emplace();
        };
        type.same_elements = [](void const* a, void const* b, element_comparison same) {
            auto const& x = *static_cast<std::optional<X> const*>(a);
            auto const& y = *static_cast<std::optional<X> const*>(b);
            return x.has_value() == y.has_value() && (!x || same(&*x, &*y));
        };
        type.heap_bytes = [](void const* at, element_bytes of) noexcept {
            auto const& x = *static_cast<std::optional<X> const*>(at);
            return x ? of(&*x) : 0;
        };
        return type;
    }
};

template <class X>
struct describe_member_type<required<X>> { // lies exactly where its X lies, and is read as X
    static_assert(std::is_standard_layout_v<required<X>> || !std::is_polymorphic_v<X>);
    static constexpr member_type make() { return describe_member_type<X>::make(); }
};

template <literal K, class X>
struct describe_member_type<key<K, X>> { // the same
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

/// Returns the duration of type D that is nearest to this one: "9999-12-31T23:59:59Z", which often stands for
/// never, is more nanoseconds than 64 bits can say. `to` makes a D of a duration that a D can say.
template <class D, class From>
D nearest_duration(From from, D (*to)(From const&))
{
    using wide = std::chrono::duration<long double, typename D::period>;
    if (wide(from) >= wide(D::max())) return D::max();
    return wide(from) <= wide(D::min()) ? D::min() : to(from);
}

template <class D>
struct describe_member_type<std::chrono::sys_time<D>> {
    static constexpr member_type make()
    {
        using X = std::chrono::sys_time<D>;
        auto type = plain<X>(shape::time);
        type.set_ticks = [](void* at, std::int64_t microseconds) {
            std::chrono::microseconds const given(microseconds);
            *static_cast<X*>(at) = X(nearest_duration<D>(given, std::chrono::floor<D>));
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
            std::chrono::microseconds const given(microseconds);
            *static_cast<X*>(at) = nearest_duration<X>(given, std::chrono::duration_cast<X>);
        };
        type.set_seconds = [](void* at, std::int64_t seconds) {
            std::chrono::duration<std::int64_t> const given(seconds);
            *static_cast<X*>(at) = nearest_duration<X>(given, std::chrono::duration_cast<X>);
        };
        return type;
    }
};

} // namespace coinformer::detail
