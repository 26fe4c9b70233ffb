// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::scheduling::v1alpha3 {

struct workload_pod_group_basic_scheduling_policy {
};

struct workload_pod_group_gang_scheduling_policy {
    std::optional<std::int32_t> minCount;
};

struct workload_pod_group_scheduling_policy {
    boxed<workload_pod_group_basic_scheduling_policy> basic;
    boxed<workload_pod_group_gang_scheduling_policy> gang;
};

} // namespace coinformer::types::scheduling::v1alpha3

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1alpha3::workload_pod_group_basic_scheduling_policy> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::workload_pod_group_gang_scheduling_policy> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::workload_pod_group_scheduling_policy> { static member_type const type; };

} // namespace coinformer::detail
