// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::scheduling::v1beta1 {

struct topology_constraint {
    text key;
};

struct pod_group_scheduling_constraints {
    list<topology_constraint> topology;
};

} // namespace coinformer::types::scheduling::v1beta1

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1beta1::topology_constraint> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1beta1::pod_group_scheduling_constraints> { static member_type const type; };

} // namespace coinformer::detail
