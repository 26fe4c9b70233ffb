#pragma once

#include <coinformer/api/resource.hpp>

#include <span>
#include <string_view>

namespace coinformer::testing {

struct subresources {
    bool status = false;
    bool scale = false;
};

enum class unconditional_updates { yes, no };

/// One of the server's own kinds, as kube-apiserver 1.37 has it: of each the preferred version, if it is a stable one.
struct builtin_resource {
    resource of;
    subresources has;
    std::string_view short_names = {}; ///< with spaces between them
    std::string_view categories = {};
    unconditional_updates updates = unconditional_updates::yes; ///< no: PUT needs metadata.resourceVersion
};

/// All that a server serves from the start.
std::span<builtin_resource const> builtin_resources() noexcept;

/// Whatever the version; null for none.
builtin_resource const* find_builtin(std::string_view group, std::string_view plural) noexcept;

} // namespace coinformer::testing
