// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::scheduling::v1alpha3 {

struct workload_pod_group_single_disruption_mode {
};

struct workload_pod_group_all_disruption_mode {
};

struct workload_pod_group_disruption_mode {
    boxed<workload_pod_group_single_disruption_mode> single;
    boxed<workload_pod_group_all_disruption_mode> all;
};

} // namespace coinformer::types::scheduling::v1alpha3

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1alpha3::workload_pod_group_single_disruption_mode> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::workload_pod_group_all_disruption_mode> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::workload_pod_group_disruption_mode> { static member_type const type; };

} // namespace coinformer::detail
