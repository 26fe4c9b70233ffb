// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/types/scheduling/v1alpha3/topology_constraint.hpp>

namespace coinformer::types::scheduling::v1alpha3 {

struct pod_group_scheduling_constraints {
    list<topology_constraint> topology;
};

} // namespace coinformer::types::scheduling::v1alpha3

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1alpha3::pod_group_scheduling_constraints> { static member_type const type; };

} // namespace coinformer::detail
