#pragma once

#include <coinformer/api/object.hpp>
#include <coinformer/controller/object_name.hpp>
#include <coinformer/core/error.hpp>

#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>

namespace coinformer {

/// Maps an object to its own namespace and name. This is the default mapping of controller::watches().
inline constexpr auto own_key = [](auto const& object) { return object_name(object.key()); };

namespace detail {

/// True if an apiVersion belongs to this API group: "apps/v1" belongs to "apps", and "v1" to the group "".
bool is_of_group(std::string_view api_version, std::string_view group) noexcept;

} // namespace detail

/// Returns a mapping from an object to the key of the object that controls it: the entry of its
/// ownerReferences with `controller: true`, if that entry is of the kind `owner`. Other objects have no key.
/// The projection of the owned object declares metadata.ownerReferences.
///
/// Errors     errc::bad_request if the resource `owner` has no kind.
inline auto owner_key(resource owner)
{
    if (owner.kind.empty())
        throw api_error(errc::bad_request, "owner_key()", "the resource has no kind: set resource::kind");
    return [kind_of_owner = detail::interned(owner)](auto const& object) {
        auto const ns = kind_of_owner.where == scope::cluster ? std::string_view() : object.key().ns;
        for (auto const& o : object->metadata.ownerReferences)
            if (o.controller == true && o.kind == kind_of_owner.kind &&
                detail::is_of_group(o.apiVersion, kind_of_owner.group))
                return std::optional(object_name(object_key{ns, o.name})); // there is at most one
        return std::optional<object_name>();
    };
}

/// As above, for the kind of the projection Owner.
template <class Owner>
auto owner_key()
{
    return owner_key(resource_of<Owner>);
}

namespace detail {

/// Calls `f` with each key that a mapping has returned: a key, an optional key, or a range of keys.
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

/// Returns a key as text for a log line or a page. Keys are shown in the handlers of timers, among other
/// places, from where an exception of the user's to_string() would reach the user's io_context::run(): a key
/// whose to_string() throws is shown without its name.
template <class Key>
std::string key_text(Key const& key)
{
    using std::to_string;
    try {
        if constexpr (std::is_convertible_v<Key const&, std::string>)
            return key;
        else if constexpr (requires { to_string(key); })
            return to_string(key);
        else
            return "(a key without to_string())";
    } catch (...) {
        return "(a key whose to_string() has thrown)";
    }
}

} // namespace detail

} // namespace coinformer
