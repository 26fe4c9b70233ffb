#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/cache/callback.hpp>

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// The functions that shared_informer::index() accepts: with which argument they are called, and what they may
// return.

namespace coinformer::detail {

template <class X>
concept string_like = std::constructible_from<std::string, X const&>;

template <class X>
concept range_of_strings = requires(X const& x) {
    { *x.begin() } -> string_like;
    x.end();
};

/// Turns the result of an index function into the strings under which the object is filed.
template <class Found>
std::vector<std::string> index_values(Found&& found)
{
    using type = std::remove_cvref_t<Found>;
    std::vector<std::string> values;
    if constexpr (string_like<type>) {
        values.emplace_back(std::forward<Found>(found));
    } else if constexpr (std::convertible_to<Found, std::vector<std::string>>) {
        values = std::forward<Found>(found);
    } else if constexpr (range_of_strings<type>) {
        for (auto const& one : found) values.emplace_back(one);
    } else if constexpr (requires { found.has_value(), *found; }) {
        if (found.has_value()) values = index_values(*std::forward<Found>(found));
    } else {
        static_assert(std::is_void_v<type> && !std::is_void_v<type>,
                      "the function of shared_informer::index() returns a string, a vector of strings, or a "
                      "std::optional of either, which is empty if the object is not in this index");
    }
    return values;
}

enum class index_argument {
    object,  ///< T const&
    pointer, ///< object_ptr<T> const&
    none,    ///< the function takes neither
};

/// Returns the argument with which an index function is called. A generic lambda takes both, and gets the
/// object.
template <class T, class F>
consteval index_argument index_argument_of()
{
    if constexpr (std::is_invocable_v<F const&, T const&>)
        return index_argument::object;
    else if constexpr (std::is_invocable_v<F const&, object_ptr<T> const&>)
        return index_argument::pointer;
    else
        return index_argument::none;
}

/// Calls an index function, and returns the strings under which the object is filed.
template <class T, class F>
std::vector<std::string> call_index_function(F const& values, object_ref const& object)
{
    if constexpr (index_argument_of<T, F>() == index_argument::object) {
        return index_values(values(*static_cast<T const*>(object->object())));
    } else {
        borrowed_objects to;
        return index_values(values(to.cur<T>(object)));
    }
}

} // namespace coinformer::detail
