// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::scheduling::v1alpha3 {

struct topology_constraint {
    text key;
};

} // namespace coinformer::types::scheduling::v1alpha3

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1alpha3::topology_constraint> { static member_type const type; };

} // namespace coinformer::detail
