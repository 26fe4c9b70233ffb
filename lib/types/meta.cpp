// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/meta/v1/condition.hpp>
#include <coinformer/types/meta/v1/group_resource.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::detail {

namespace here = types::meta;

constexpr member v1_condition_rows[] = {COINFORMER_ROW(v1::condition, type), COINFORMER_ROW(v1::condition, status),
    COINFORMER_ROW(v1::condition, observedGeneration), COINFORMER_ROW(v1::condition, lastTransitionTime),
    COINFORMER_ROW(v1::condition, reason), COINFORMER_ROW(v1::condition, message)};
constinit member_type const compiled_members<here::v1::condition>::type =
    record_of<here::v1::condition>(v1_condition_rows);
constexpr member v1_group_resource_rows[] = {COINFORMER_ROW(v1::group_resource, group),
    COINFORMER_ROW(v1::group_resource, resource)};
constinit member_type const compiled_members<here::v1::group_resource>::type =
    record_of<here::v1::group_resource>(v1_group_resource_rows);
constexpr member v1_label_selector_requirement_rows[] = {COINFORMER_ROW(v1::label_selector_requirement, key),
    COINFORMER_ROW(v1::label_selector_requirement, operator_), COINFORMER_ROW(v1::label_selector_requirement,
    values)};
constinit member_type const compiled_members<here::v1::label_selector_requirement>::type =
    record_of<here::v1::label_selector_requirement>(v1_label_selector_requirement_rows);
constexpr member v1_label_selector_rows[] = {COINFORMER_ROW(v1::label_selector, matchLabels),
    COINFORMER_ROW(v1::label_selector, matchExpressions)};
constinit member_type const compiled_members<here::v1::label_selector>::type =
    record_of<here::v1::label_selector>(v1_label_selector_rows);
constexpr member v1_object_meta_summary_rows[] = {COINFORMER_ROW(v1::object_meta_summary, name),
    COINFORMER_ROW(v1::object_meta_summary, namespace_), COINFORMER_ROW(v1::object_meta_summary, uid),
    COINFORMER_ROW(v1::object_meta_summary, resourceVersion), COINFORMER_ROW(v1::object_meta_summary, generation),
    COINFORMER_ROW(v1::object_meta_summary, creationTimestamp), COINFORMER_ROW(v1::object_meta_summary,
    deletionTimestamp), COINFORMER_ROW(v1::object_meta_summary, labels), COINFORMER_ROW(v1::object_meta_summary,
    ownerReferences)};
constinit member_type const compiled_members<here::v1::object_meta_summary>::type =
    record_of<here::v1::object_meta_summary>(v1_object_meta_summary_rows);

} // namespace coinformer::detail
