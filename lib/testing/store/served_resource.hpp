#pragma once

#include "testing/formats/printer_column.hpp"
#include "testing/formats/refusal.hpp"

#include <coinformer/api/resource.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace coinformer::testing {

/// Where a Scale finds its numbers in the object: paths of members, "spec.replicas".
struct scale_paths {
    std::string replicas = "spec.replicas";
    std::string status = "status.replicas";
    std::string selector = {}; ///< empty: a Scale has none

    friend bool operator==(scale_paths const&, scale_paths const&) = default;
};

/// A registered resource, with strings of its own: what discovery tells of it, and the rules it has.
struct served_resource {
    /// One of the server's own kinds as builtin_resources has it; else a custom resource whose names come from the
    /// kind.
    explicit served_resource(resource const& r);

    std::string group, version, plural, kind;
    scope where;
    std::string singular, list_kind;
    std::vector<std::string> short_names, categories;
    std::vector<std::string> selectable_fields; ///< of a custom resource: paths of members
    std::vector<printer_column> columns;        ///< of a custom resource, after its name; none: its age
    bool custom = false;                        ///< no kind of the server's own: lists, updates and patches differ
    bool status = true;                         ///< has the subresource
    bool scale = false;                         ///< has the subresource
    scale_paths scaling;
    bool strict = false; ///< PUT needs metadata.resourceVersion

    std::string api_version() const { return group.empty() ? version : group + "/" + version; }
    resource_name name() const noexcept { return {group, plural, kind}; }
    /// The resource's verbs as discovery names them, in its order.
    std::vector<std::string_view> verbs() const;

    bool built_in() const noexcept { return !custom; }
    bool has_status() const noexcept { return status; }
    bool has_scale() const noexcept { return scale; }
    bool strict_updates() const noexcept { return strict; }

    friend bool operator==(served_resource const&, served_resource const&) = default;
};

} // namespace coinformer::testing
