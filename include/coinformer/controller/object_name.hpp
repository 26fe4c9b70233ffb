#pragma once

#include <coinformer/api/resource.hpp>
#include <coinformer/core/text_hash.hpp>

#include <compare>
#include <functional>
#include <string>

namespace coinformer {

/// The namespace and the name of an object, as strings of its own. (An object_key only refers to somebody's
/// strings.)
struct object_name {
    object_name() = default;
    object_name(std::string of_namespace, std::string of_name) : ns(std::move(of_namespace)), name(std::move(of_name))
    {
    }
    explicit object_name(object_key const& key) : ns(key.ns), name(key.name) {}

    operator object_key() const noexcept { return {ns, name}; }
    friend bool operator==(object_name const&, object_name const&) = default;
    friend auto operator<=>(object_name const&, object_name const&) = default;

    std::string ns; ///< empty for a cluster-scoped object
    std::string name;
};

} // namespace coinformer

template <>
struct std::hash<coinformer::object_name> {
    std::size_t operator()(coinformer::object_name const& n) const noexcept
    {
        return coinformer::hash_of_text(n.name, coinformer::hash_of_text(n.ns));
    }
};
