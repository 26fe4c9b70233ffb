#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/json_types.hpp>
#include <coinformer/api/labels.hpp>
#include <coinformer/api/whole_object.hpp>

#include <boost/describe/members.hpp>

#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

// Answers questions about a member's type that come before its description (described.hpp): which key it has
// in the JSON, whether it is required, and whether it may lie outside the object's block.

namespace coinformer::detail {

/// A struct whose members are known at compile time, by BOOST_DESCRIBE_STRUCT or by a generated table.
template <class T>
concept described = compiled<T> || (std::is_class_v<T> && boost::describe::has_describe_members<T>::value);

/// The type that lies in memory at the place of a member: the wrappers `required` and `key` only say how it
/// is read.
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

/// The characters of a literal. They live as long as the process, so that a table may refer to them.
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

/// The key of a member in the JSON, if its type names one; otherwise empty.
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
using members_of =
    boost::describe::describe_members<T, boost::describe::mod_public | boost::describe::mod_inherited>;

template <class T, class D>
using type_of_member = std::remove_cvref_t<decltype(std::declval<T&>().*D::pointer)>;

/// True if there are compact types directly in X. Such an X has to lie in the object's block, and not in
/// memory of its own.
template <class X>
inline constexpr bool holds_compact = false;
template <>
inline constexpr bool holds_compact<text> = true;
template <>
inline constexpr bool holds_compact<raw_json> = true;
template <>
inline constexpr bool holds_compact<whole_json> = true;
template <std::derived_from<whole_object> X>
inline constexpr bool holds_compact<X> = true;
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

} // namespace coinformer::detail
