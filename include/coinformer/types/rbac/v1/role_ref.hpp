// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::rbac::v1 {

struct role_ref {
    text apiGroup;
    text kind;
    text name;
};

} // namespace coinformer::types::rbac::v1

namespace coinformer::detail {

template <> struct compiled_members<types::rbac::v1::role_ref> { static member_type const type; };

} // namespace coinformer::detail
