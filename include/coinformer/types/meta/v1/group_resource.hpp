// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::meta::v1 {

struct group_resource {
    text group;
    text resource;
};

} // namespace coinformer::types::meta::v1

namespace coinformer::detail {

template <> struct compiled_members<types::meta::v1::group_resource> { static member_type const type; };

} // namespace coinformer::detail
