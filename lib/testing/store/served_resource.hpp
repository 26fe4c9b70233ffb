#pragma once

#include "testing/formats/printer_column.hpp"
#include "testing/formats/refusal.hpp"
#include "testing/store/builtin_resources.hpp"

#include <coinformer/api/resource.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing::detail {

/// Where a Scale finds its numbers in the object, as paths of members such as "spec.replicas".
struct scale_paths {
    std::string replicas = "spec.replicas";
    std::string status = "status.replicas";
    std::string selector = {}; ///< empty: the Scale has no selector

    friend bool operator==(scale_paths const&, scale_paths const&) = default;
};

/// A resource that is served, with strings of its own: what discovery says about it, and the rules that it
/// has.
struct served_resource {
    /// Makes a built-in kind as it is in builtin_resources, or a custom resource whose names follow from the
    /// kind.
    explicit served_resource(resource const& r);

    std::string group, version, plural, kind;
    scope where;
    std::string singular, list_kind;
    std::vector<std::string> short_names, categories;
    std::vector<std::string> selectable_fields; ///< paths of members, for a custom resource
    /// The columns of a custom resource's table, after the name. Without any, the table has the age.
    std::vector<printer_column> columns;
    /// True if it is not a built-in kind: lists, updates and patches have other rules.
    bool custom = false;
    bool status = true; ///< true if it has this subresource
    bool scale = false; ///< true if it has this subresource
    scale_paths scaling;
    generations counted = generations::content;
    bool strict = false; ///< true if a PUT needs metadata.resourceVersion

    std::string api_version() const { return group.empty() ? version : group + "/" + version; }
    resource_name name() const noexcept { return {group, plural, kind}; }
    /// Returns the verbs of the resource, in the order in which discovery names them.
    std::vector<std::string_view> verbs() const;

    bool built_in() const noexcept { return !custom; }
    bool has_status() const noexcept { return status; }
    bool has_scale() const noexcept { return scale; }
    bool strict_updates() const noexcept { return strict; }

    friend bool operator==(served_resource const&, served_resource const&) = default;
};

} // namespace coinformer::testing::detail
