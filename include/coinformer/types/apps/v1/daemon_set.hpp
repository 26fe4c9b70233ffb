// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/core/v1/pod_template_spec.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::apps::v1 {

struct rolling_update_daemon_set {
    std::optional<int_or_string> maxUnavailable;
    std::optional<int_or_string> maxSurge;
};

struct daemon_set_update_strategy {
    text type;
    boxed<rolling_update_daemon_set> rollingUpdate;
};

struct daemon_set_spec {
    meta::v1::label_selector selector;
    core::v1::pod_template_spec template_;
    daemon_set_update_strategy updateStrategy;
    std::int32_t minReadySeconds{};
    std::optional<std::int32_t> revisionHistoryLimit;
};

struct daemon_set_condition {
    text type;
    text status;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct daemon_set_status {
    std::int32_t currentNumberScheduled{};
    std::int32_t numberMisscheduled{};
    std::int32_t desiredNumberScheduled{};
    std::int32_t numberReady{};
    std::int64_t observedGeneration{};
    std::int32_t updatedNumberScheduled{};
    std::int32_t numberAvailable{};
    std::int32_t numberUnavailable{};
    std::optional<std::int32_t> collisionCount;
    list<daemon_set_condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#daemonset-v1-apps
struct daemon_set {
    object_meta metadata;
    daemon_set_spec spec;
    daemon_set_status status;
};

struct daemon_set_summary {
    struct container {
        text name;
        text image;
    };
    struct pod_spec {
        labels nodeSelector;
        list<container> containers;
    };
    struct pod_template_spec {
        pod_spec spec;
    };
    struct daemon_set_spec {
        meta::v1::label_selector selector;
        pod_template_spec template_;
    };
    struct daemon_set_status {
        std::int32_t desiredNumberScheduled{};
        std::int32_t currentNumberScheduled{};
        std::int32_t numberReady{};
        std::int32_t updatedNumberScheduled{};
        std::int32_t numberAvailable{};
    };

    meta::v1::object_meta_summary metadata;
    daemon_set_spec spec;
    daemon_set_status status;
};

inline constexpr coinformer::resource daemon_sets{
    .group = "apps", .version = "v1", .plural = "daemonsets",
    .kind = "DaemonSet", .where = scope::namespaced};

} // namespace coinformer::types::apps::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apps::v1::daemon_set> =
    coinformer::types::apps::v1::daemon_sets;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::apps::v1::daemon_set_summary> =
    coinformer::types::apps::v1::daemon_sets;

namespace coinformer::detail {

template <> struct compiled_members<types::apps::v1::rolling_update_daemon_set> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set_update_strategy> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set_condition> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set_status> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set_summary::container> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set_summary::pod_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set_summary::pod_template_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set_summary::daemon_set_spec> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set_summary::daemon_set_status> { static member_type const type; };
template <> struct compiled_members<types::apps::v1::daemon_set_summary> { static member_type const type; };

} // namespace coinformer::detail
