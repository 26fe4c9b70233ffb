// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::scheduling::v1alpha3 {

struct basic_scheduling_policy {
};

struct gang_scheduling_policy {
    std::int32_t minCount{};
};

struct pod_group_scheduling_policy {
    boxed<basic_scheduling_policy> basic;
    boxed<gang_scheduling_policy> gang;
};

} // namespace coinformer::types::scheduling::v1alpha3

namespace coinformer::detail {

template <> struct compiled_members<types::scheduling::v1alpha3::basic_scheduling_policy> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::gang_scheduling_policy> { static member_type const type; };
template <> struct compiled_members<types::scheduling::v1alpha3::pod_group_scheduling_policy> { static member_type const type; };

} // namespace coinformer::detail
