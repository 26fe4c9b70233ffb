#pragma once

#include <coinformer/core/requirements.hpp>

#include <compare>
#include <string>
#include <string_view>

namespace coinformer {

/// Says if the objects of a kind lie in namespaces.
enum class scope { namespaced, cluster };

/// The names of a resource, from which the library makes URLs. Functions that keep a resource make their own
/// copies of its views.
struct resource {
    std::string_view group = {};     ///< empty for the core group
    std::string_view version = {};   ///< "v1"
    std::string_view plural = {};    ///< "deployments"
    std::string_view kind = {};      ///< "Deployment"
    scope where = scope::namespaced; ///< use scope::cluster for nodes and other kinds without a namespace

    /// True if both name the same collection: `kind` and `where` only describe it.
    friend bool operator==(resource const& a, resource const& b) noexcept
    {
        return a.group == b.group && a.version == b.version && a.plural == b.plural;
    }
};

namespace detail {

template <class T>
consteval resource missing_resource()
{
    static_assert(sizeof(T) == 0,
                  "say which resource T is a view of, beside the struct: template <> inline constexpr "
                  "coinformer::resource coinformer::resource_of<pod>{.version = \"v1\", .plural = "
                  "\"pods\", .kind = \"Pod\"};");
    return {};
}

} // namespace detail

/// The resource whose objects a projection reads. Specialise it beside the struct.
template <class T>
inline constexpr resource resource_of = detail::missing_resource<T>();

namespace detail {

/// Returns the resource with copies of its texts that live as long as the process. There is one copy of each
/// text. Threads: any.
resource interned(resource const& r);

/// Returns `text` as one segment of a URL's path, percent-encoded. `role` names the text in the error
/// ("namespace").
///
/// kube-apiserver decodes the whole path before it splits it. An encoded slash therefore separates segments
/// like any other slash, and would lead the request to another resource, subresource or namespace.
///
/// Errors     errc::invalid_name if the text is empty, is "." or "..", or contains "/" or "%".
std::string path_segment(std::string_view text, std::string_view role);

/// The detail of the error if a resource has no version or no plural.
inline constexpr std::string_view unnamed_resource =
    "the resource has no version or no plural: pass a resource that has both, or specialise "
    "coinformer::resource_of<T> for the projection T";

/// Throws api_error(errc::invalid_name) if the resource is namespaced and `ns` is empty. For requests that
/// concern one namespace: those of single objects, creations, and deletions of a whole collection.
void require_namespace(resource const& of, std::string_view ns);

} // namespace detail

/// Returns the path of a collection: /api/v1/namespaces/shop/pods. An empty `ns` means all namespaces, or a
/// cluster-scoped resource. Characters that may not stand in a URL are escaped.
///
/// Errors     errc::invalid_name if the resource has no version or plural, or if its group, version or plural
///            or `ns` is "." or "..", or contains "/" or "%": the server would take the request for one of
///            another resource.
std::string collection_path(resource const& of, std::string_view ns = {});

/// Returns the path of one object, or of a subresource of it: /api/v1/namespaces/shop/pods/web-1/eviction.
///
/// Errors     those of collection_path(), which hold for `name` and `subresource` as well; errc::invalid_name
///            if `name` is empty, or if `ns` is empty although the resource is namespaced.
std::string object_path(resource const& of, std::string_view ns, std::string_view name,
                        std::string_view subresource = {});

/// Returns "deployments.apps", as kubectl writes it.
std::string to_string(resource const& r);

/// The namespace and name of an object. The views are valid as long as the strings from which they were
/// taken.
struct object_key {
    std::string_view ns; ///< empty for a cluster-scoped object
    std::string_view name;

    friend bool operator==(object_key const&, object_key const&) = default;
    friend auto operator<=>(object_key const&, object_key const&) = default;
};

/// Returns "namespace/name", or "name" if there is no namespace.
std::string to_string(object_key const& key);

/// Orders two resource versions of one resource of one server. They are decimal numbers of any length
/// (KEP-5504); other strings are ordered by their text. The order of versions of different resources means
/// nothing, because a server may keep each resource in a storage of its own.
std::strong_ordering compare_resource_versions(std::string_view a, std::string_view b) noexcept;

} // namespace coinformer
