// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/types/core/v1/pod_spec.hpp>

namespace coinformer::types::core::v1 {

struct pod_template_spec {
    object_meta metadata;
    pod_spec spec;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::pod_template_spec> { static member_type const type; };

} // namespace coinformer::detail
