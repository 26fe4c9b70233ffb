#pragma once

#include <coinformer/api/resource.hpp>

#include <span>
#include <string_view>

namespace coinformer::testing::detail {

/// The subresources that a built-in kind has.
struct subresources {
    bool status = false;
    bool scale = false;
};

/// Says if a PUT may leave out metadata.resourceVersion. A real server allows that for most kinds.
enum class unconditional_updates { yes, no };

/// Says which changes metadata.generation counts.
enum class generations {
    none,     ///< objects have no generation
    creation, ///< the generation is always 1
    content,  ///< all changes, except those of metadata and, if the kind has this subresource, of the status
    annotations, ///< as `content`, and changes of the annotations
    labels,      ///< as `content`, and changes of the labels
};

/// A built-in kind as kube-apiserver 1.37 has it: in its preferred version, if that version is stable.
struct builtin_resource {
    resource of;
    subresources has;
    std::string_view short_names = {}; ///< with spaces between them
    std::string_view categories = {};
    unconditional_updates updates = unconditional_updates::yes; ///< no: a PUT needs metadata.resourceVersion
};

/// Returns all kinds that a server serves from the start.
std::span<builtin_resource const> builtin_resources() noexcept;

/// Returns the built-in kind of this name, in whatever version, or null if there is none.
builtin_resource const* find_builtin(std::string_view group, std::string_view plural) noexcept;

/// Returns which changes the generation of a built-in kind counts.
generations generations_of(builtin_resource const& kind) noexcept;

} // namespace coinformer::testing::detail
