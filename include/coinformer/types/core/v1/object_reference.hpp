// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::core::v1 {

struct object_reference {
    text kind;
    text namespace_;
    text name;
    text uid;
    text apiVersion;
    text resourceVersion;
    text fieldPath;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::object_reference> { static member_type const type; };

} // namespace coinformer::detail
