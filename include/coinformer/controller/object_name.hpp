#pragma once

#include <coinformer/api/resource.hpp>
#include <coinformer/core/error.hpp>
#include <coinformer/core/text_hash.hpp>

#include <compare>
#include <functional>
#include <string>
#include <string_view>

namespace coinformer {

/// The namespace and the name of an object, as strings of its own. (An object_key only refers to somebody's
/// strings.)
struct object_name {
    object_name() = default;
    object_name(std::string of_namespace, std::string of_name)
        : ns(std::move(of_namespace)), name(std::move(of_name))
    {
    }
    explicit object_name(object_key const& key) : ns(key.ns), name(key.name) {}

    operator object_key() const noexcept { return {ns, name}; }
    friend bool operator==(object_name const&, object_name const&) = default;
    friend auto operator<=>(object_name const&, object_name const&) = default;

    std::string ns; ///< empty for a cluster-scoped object
    std::string name;
};

/// Reads what to_string() writes: "namespace/name", or "name" for a cluster-scoped object.
///
/// Errors     errc::invalid_name if a part is empty, or if there is more than one slash.
inline object_name parse_object_name(std::string_view text)
{
    auto const slash = text.find('/');
    auto const ns = slash == text.npos ? std::string_view() : text.substr(0, slash);
    auto const name = slash == text.npos ? text : text.substr(slash + 1);
    if (name.empty() || slash == 0 || name.find('/') != name.npos)
        throw api_error(errc::invalid_name, "parse_object_name()",
                        "\"" + std::string(text.substr(0, 512)) +
                            "\" is neither \"namespace/name\" nor \"name\"");
    return object_name(std::string(ns), std::string(name));
}

} // namespace coinformer

template <>
struct std::hash<coinformer::object_name> {
    std::size_t operator()(coinformer::object_name const& n) const noexcept
    {
        return coinformer::hash_of_text(n.name, coinformer::hash_of_text(n.ns));
    }
};
