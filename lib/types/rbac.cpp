// Made by scripts/generate-types of Kubernetes 1.37.1.
#include "types/member_table.hpp"

#include <coinformer/types/rbac/v1/cluster_role.hpp>
#include <coinformer/types/rbac/v1/cluster_role_binding.hpp>
#include <coinformer/types/rbac/v1/policy_rule.hpp>
#include <coinformer/types/rbac/v1/role.hpp>
#include <coinformer/types/rbac/v1/role_binding.hpp>
#include <coinformer/types/rbac/v1/role_ref.hpp>
#include <coinformer/types/rbac/v1/subject.hpp>

namespace coinformer::detail {

namespace here = types::rbac;

constexpr member v1_aggregation_rule_rows[] = {COINFORMER_ROW(v1::aggregation_rule, clusterRoleSelectors)};
constinit member_type const compiled_members<here::v1::aggregation_rule>::type =
    record_of<here::v1::aggregation_rule>(v1_aggregation_rule_rows);
constexpr member v1_cluster_role_rows[] = {COINFORMER_ROW(v1::cluster_role, metadata),
    COINFORMER_ROW(v1::cluster_role, rules), COINFORMER_ROW(v1::cluster_role, aggregationRule)};
constinit member_type const compiled_members<here::v1::cluster_role>::type =
    record_of<here::v1::cluster_role>(v1_cluster_role_rows);
constexpr member v1_cluster_role_summary_rows[] = {COINFORMER_ROW(v1::cluster_role_summary, metadata)};
constinit member_type const compiled_members<here::v1::cluster_role_summary>::type =
    record_of<here::v1::cluster_role_summary>(v1_cluster_role_summary_rows);
constexpr member v1_cluster_role_binding_rows[] = {COINFORMER_ROW(v1::cluster_role_binding, metadata),
    COINFORMER_ROW(v1::cluster_role_binding, subjects), COINFORMER_ROW(v1::cluster_role_binding, roleRef)};
constinit member_type const compiled_members<here::v1::cluster_role_binding>::type =
    record_of<here::v1::cluster_role_binding>(v1_cluster_role_binding_rows);
constexpr member v1_cluster_role_binding_summary_rows[] = {COINFORMER_ROW(v1::cluster_role_binding_summary, metadata),
    COINFORMER_ROW(v1::cluster_role_binding_summary, roleRef), COINFORMER_ROW(v1::cluster_role_binding_summary,
    subjects)};
constinit member_type const compiled_members<here::v1::cluster_role_binding_summary>::type =
    record_of<here::v1::cluster_role_binding_summary>(v1_cluster_role_binding_summary_rows);
constexpr member v1_policy_rule_rows[] = {COINFORMER_ROW(v1::policy_rule, verbs), COINFORMER_ROW(v1::policy_rule,
    apiGroups), COINFORMER_ROW(v1::policy_rule, resources), COINFORMER_ROW(v1::policy_rule, resourceNames),
    COINFORMER_ROW(v1::policy_rule, nonResourceURLs)};
constinit member_type const compiled_members<here::v1::policy_rule>::type =
    record_of<here::v1::policy_rule>(v1_policy_rule_rows);
constexpr member v1_role_rows[] = {COINFORMER_ROW(v1::role, metadata), COINFORMER_ROW(v1::role, rules)};
constinit member_type const compiled_members<here::v1::role>::type = record_of<here::v1::role>(v1_role_rows);
constexpr member v1_role_summary_rows[] = {COINFORMER_ROW(v1::role_summary, metadata)};
constinit member_type const compiled_members<here::v1::role_summary>::type =
    record_of<here::v1::role_summary>(v1_role_summary_rows);
constexpr member v1_role_binding_rows[] = {COINFORMER_ROW(v1::role_binding, metadata),
    COINFORMER_ROW(v1::role_binding, subjects), COINFORMER_ROW(v1::role_binding, roleRef)};
constinit member_type const compiled_members<here::v1::role_binding>::type =
    record_of<here::v1::role_binding>(v1_role_binding_rows);
constexpr member v1_role_binding_summary_rows[] = {COINFORMER_ROW(v1::role_binding_summary, metadata),
    COINFORMER_ROW(v1::role_binding_summary, roleRef), COINFORMER_ROW(v1::role_binding_summary, subjects)};
constinit member_type const compiled_members<here::v1::role_binding_summary>::type =
    record_of<here::v1::role_binding_summary>(v1_role_binding_summary_rows);
constexpr member v1_role_ref_rows[] = {COINFORMER_ROW(v1::role_ref, apiGroup), COINFORMER_ROW(v1::role_ref, kind),
    COINFORMER_ROW(v1::role_ref, name)};
constinit member_type const compiled_members<here::v1::role_ref>::type =
    record_of<here::v1::role_ref>(v1_role_ref_rows);
constexpr member v1_subject_rows[] = {COINFORMER_ROW(v1::subject, kind), COINFORMER_ROW(v1::subject, apiGroup),
    COINFORMER_ROW(v1::subject, name), COINFORMER_ROW(v1::subject, namespace_)};
constinit member_type const compiled_members<here::v1::subject>::type = record_of<here::v1::subject>(v1_subject_rows);

} // namespace coinformer::detail
