// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/batch/v1/job_spec.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::batch::v1 {

struct job_condition {
    text type;
    text status;
    std::optional<timestamp> lastProbeTime;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct uncounted_terminated_pods {
    list<text> succeeded;
    list<text> failed;
};

struct job_status {
    list<job_condition> conditions;
    std::optional<timestamp> startTime;
    std::optional<timestamp> completionTime;
    std::int32_t active{};
    std::int32_t succeeded{};
    std::int32_t failed{};
    text completedIndexes;
    boxed<uncounted_terminated_pods> uncountedTerminatedPods;
    std::optional<std::int32_t> ready;
    std::optional<text> failedIndexes;
    std::optional<std::int32_t> terminating;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#job-v1-batch
struct job {
    object_meta metadata;
    job_spec spec;
    job_status status;
};

struct job_summary {
    struct container {
        text name;
        text image;
    };
    struct pod_spec {
        list<container> containers;
    };
    struct pod_template_spec {
        pod_spec spec;
    };
    struct job_spec {
        std::optional<std::int32_t> completions;
        std::optional<std::int32_t> parallelism;
        std::optional<bool> suspend;
        boxed<meta::v1::label_selector> selector;
        pod_template_spec template_;
    };
    struct job_condition {
        text type;
        text status;
        text reason;
    };
    struct job_status {
        std::int32_t active{};
        std::int32_t succeeded{};
        std::int32_t failed{};
        std::optional<timestamp> startTime;
        std::optional<timestamp> completionTime;
        list<job_condition> conditions;
    };

    meta::v1::object_meta_summary metadata;
    job_spec spec;
    job_status status;
};

inline constexpr coinformer::resource jobs{
    .group = "batch", .version = "v1", .plural = "jobs",
    .kind = "Job", .where = scope::namespaced};

} // namespace coinformer::types::batch::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::batch::v1::job> =
    coinformer::types::batch::v1::jobs;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::batch::v1::job_summary> =
    coinformer::types::batch::v1::jobs;

namespace coinformer::detail {

template <> struct compiled_members<types::batch::v1::job_condition> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::uncounted_terminated_pods> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job_status> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job_summary::container> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job_summary::pod_spec> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job_summary::pod_template_spec> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job_summary::job_spec> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job_summary::job_condition> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job_summary::job_status> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::job_summary> { static member_type const type; };

} // namespace coinformer::detail
