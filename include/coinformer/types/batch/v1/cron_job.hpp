// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/batch/v1/job_spec.hpp>
#include <coinformer/types/core/v1/object_reference.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::batch::v1 {

struct job_template_spec {
    object_meta metadata;
    job_spec spec;
};

struct cron_job_spec {
    text schedule;
    std::optional<std::int64_t> startingDeadlineSeconds;
    text concurrencyPolicy;
    std::optional<bool> suspend;
    job_template_spec jobTemplate;
    std::optional<std::int32_t> successfulJobsHistoryLimit;
    std::optional<std::int32_t> failedJobsHistoryLimit;
    std::optional<text> timeZone;
};

struct cron_job_status {
    list<core::v1::object_reference> active;
    std::optional<timestamp> lastScheduleTime;
    std::optional<timestamp> lastSuccessfulTime;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#cronjob-v1-batch
struct cron_job {
    object_meta metadata;
    cron_job_spec spec;
    cron_job_status status;
};

struct cron_job_summary {
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
        boxed<meta::v1::label_selector> selector;
        pod_template_spec template_;
    };
    struct job_template_spec {
        job_spec spec;
    };
    struct cron_job_spec {
        text schedule;
        std::optional<text> timeZone;
        std::optional<bool> suspend;
        job_template_spec jobTemplate;
    };
    struct cron_job_status {
        list<core::v1::object_reference> active;
        std::optional<timestamp> lastScheduleTime;
    };

    meta::v1::object_meta_summary metadata;
    cron_job_spec spec;
    cron_job_status status;
};

inline constexpr coinformer::resource cron_jobs{
    .group = "batch", .version = "v1", .plural = "cronjobs",
    .kind = "CronJob", .where = scope::namespaced};

} // namespace coinformer::types::batch::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::batch::v1::cron_job> =
    coinformer::types::batch::v1::cron_jobs;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::batch::v1::cron_job_summary> =
    coinformer::types::batch::v1::cron_jobs;

namespace coinformer::detail {

template <> struct compiled_members<types::batch::v1::job_template_spec> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job_spec> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job_status> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job_summary::container> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job_summary::pod_spec> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job_summary::pod_template_spec> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job_summary::job_spec> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job_summary::job_template_spec> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job_summary::cron_job_spec> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job_summary::cron_job_status> { static member_type const type; };
template <> struct compiled_members<types::batch::v1::cron_job_summary> { static member_type const type; };

} // namespace coinformer::detail
