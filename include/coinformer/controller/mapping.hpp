#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/controller/object_name.hpp>
#include <coinformer/core/error.hpp>

#include <concepts>
#include <optional>
#include <type_traits>

namespace coinformer {

/// Of an object its own key: what a controller maps the objects of a source to when it is not told otherwise.
inline constexpr auto own_key = [](auto const& object) { return object_name(object.key()); };

namespace detail {

/// apps/v1 is of the group "apps", v1 of "".
bool is_of_group(std::string_view api_version, std::string_view group) noexcept;

} // namespace detail

/// Of an object the key of its controller, in the sense of ownerReferences, when that is of a kind; else none. The
/// projection of the owned object declares metadata.ownerReferences.
///
/// Errors     errc::bad_request when the resource has no kind.
inline auto owner_key(resource owner)
{
    if (owner.kind.empty()) throw api_error(errc::bad_request, "owner_key()", "the resource says no kind");
    return [kind_of_owner = detail::kept(owner)](auto const& object) {
        auto const ns = kind_of_owner.where == scope::cluster ? std::string_view() : object.key().ns;
        for (auto const& o : object->metadata.ownerReferences)
            if (o.controller == true && o.kind == kind_of_owner.kind &&
                detail::is_of_group(o.apiVersion, kind_of_owner.group))
                return std::optional(object_name(object_key{ns, o.name})); // there is one controller at most
        return std::optional<object_name>();
    };
}

template <class Owner>
auto owner_key()
{
    return owner_key(resource_of<Owner>);
}

namespace detail {

/// Calls `f` with each key of what a mapping gave: a key, an optional one, or a range of them.
template <class Key, class Found, class F>
void for_each_key(Found const& found, F const& f)
{
    if constexpr (std::is_convertible_v<Found const&, Key>) {
        f(Key(found));
    } else if constexpr (requires { found.has_value(); }) {
        if (found) f(Key(*found));
    } else {
        for (auto const& key : found) f(Key(key));
    }
}

/// A key in a log line.
template <class Key>
std::string key_text(Key const& key)
{
    using std::to_string;
    if constexpr (std::is_convertible_v<Key const&, std::string>)
        return key;
    else if constexpr (requires { to_string(key); })
        return to_string(key);
    else
        return "(a key that to_string() does not know)";
}

} // namespace detail

} // namespace coinformer
