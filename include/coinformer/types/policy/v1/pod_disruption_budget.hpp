// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::policy::v1 {

struct pod_disruption_budget_spec {
    std::optional<int_or_string> minAvailable;
    boxed<meta::v1::label_selector> selector;
    std::optional<int_or_string> maxUnavailable;
    std::optional<text> unhealthyPodEvictionPolicy;
};

struct pod_disruption_budget_status {
    std::int64_t observedGeneration{};
    map<timestamp> disruptedPods;
    std::int32_t disruptionsAllowed{};
    std::int32_t currentHealthy{};
    std::int32_t desiredHealthy{};
    std::int32_t expectedPods{};
    list<meta::v1::condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#poddisruptionbudget-v1-policy
struct pod_disruption_budget {
    object_meta metadata;
    pod_disruption_budget_spec spec;
    pod_disruption_budget_status status;
};

struct pod_disruption_budget_summary {
    struct pod_disruption_budget_spec {
        std::optional<int_or_string> minAvailable;
        std::optional<int_or_string> maxUnavailable;
    };
    struct pod_disruption_budget_status {
        std::int32_t disruptionsAllowed{};
    };

    meta::v1::object_meta_summary metadata;
    pod_disruption_budget_spec spec;
    pod_disruption_budget_status status;
};

inline constexpr coinformer::resource pod_disruption_budgets{
    .group = "policy", .version = "v1", .plural = "poddisruptionbudgets",
    .kind = "PodDisruptionBudget", .where = scope::namespaced};

} // namespace coinformer::types::policy::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::policy::v1::pod_disruption_budget> =
    coinformer::types::policy::v1::pod_disruption_budgets;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::policy::v1::pod_disruption_budget_summary> =
    coinformer::types::policy::v1::pod_disruption_budgets;

namespace coinformer::detail {

template <> struct compiled_members<types::policy::v1::pod_disruption_budget_spec> { static member_type const type; };
template <> struct compiled_members<types::policy::v1::pod_disruption_budget_status> { static member_type const type; };
template <> struct compiled_members<types::policy::v1::pod_disruption_budget> { static member_type const type; };
template <> struct compiled_members<types::policy::v1::pod_disruption_budget_summary::pod_disruption_budget_spec> { static member_type const type; };
template <> struct compiled_members<types::policy::v1::pod_disruption_budget_summary::pod_disruption_budget_status> { static member_type const type; };
template <> struct compiled_members<types::policy::v1::pod_disruption_budget_summary> { static member_type const type; };

} // namespace coinformer::detail
