// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/api/resource.hpp>
#include <coinformer/types/meta/v1/object_meta_summary.hpp>

namespace coinformer::types::flowcontrol::v1 {

struct priority_level_configuration_reference {
    text name;
};

struct flow_distinguisher_method {
    text type;
};

struct user_subject {
    text name;
};

struct group_subject {
    text name;
};

struct service_account_subject {
    text namespace_;
    text name;
};

struct subject {
    text kind;
    boxed<user_subject> user;
    boxed<group_subject> group;
    boxed<service_account_subject> serviceAccount;
};

struct resource_policy_rule {
    list<text> verbs;
    list<text> apiGroups;
    list<text> resources;
    bool clusterScope{};
    list<text> namespaces;
};

struct non_resource_policy_rule {
    list<text> verbs;
    list<text> nonResourceURLs;
};

struct policy_rules_with_subjects {
    list<subject> subjects;
    list<resource_policy_rule> resourceRules;
    list<non_resource_policy_rule> nonResourceRules;
};

struct flow_schema_spec {
    priority_level_configuration_reference priorityLevelConfiguration;
    std::int32_t matchingPrecedence{};
    boxed<flow_distinguisher_method> distinguisherMethod;
    list<policy_rules_with_subjects> rules;
};

struct flow_schema_condition {
    text type;
    text status;
    std::optional<timestamp> lastTransitionTime;
    text reason;
    text message;
};

struct flow_schema_status {
    list<flow_schema_condition> conditions;
};

/// https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.37/#flowschema-v1-flowcontrol-apiserver-k8s-io
struct flow_schema {
    object_meta metadata;
    flow_schema_spec spec;
    flow_schema_status status;
};

struct flow_schema_summary {
    struct priority_level_configuration_reference {
        text name;
    };
    struct flow_distinguisher_method {
        text type;
    };
    struct flow_schema_spec {
        priority_level_configuration_reference priorityLevelConfiguration;
        std::int32_t matchingPrecedence{};
        boxed<flow_distinguisher_method> distinguisherMethod;
    };
    struct flow_schema_condition {
        text type;
        text status;
        text reason;
    };
    struct flow_schema_status {
        list<flow_schema_condition> conditions;
    };

    meta::v1::object_meta_summary metadata;
    flow_schema_spec spec;
    flow_schema_status status;
};

inline constexpr coinformer::resource flow_schemas{
    .group = "flowcontrol.apiserver.k8s.io", .version = "v1", .plural = "flowschemas",
    .kind = "FlowSchema", .where = scope::cluster};

} // namespace coinformer::types::flowcontrol::v1

template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::flowcontrol::v1::flow_schema> =
    coinformer::types::flowcontrol::v1::flow_schemas;
template <>
inline constexpr coinformer::resource coinformer::resource_of<coinformer::types::flowcontrol::v1::flow_schema_summary> =
    coinformer::types::flowcontrol::v1::flow_schemas;

namespace coinformer::detail {

template <> struct compiled_members<types::flowcontrol::v1::priority_level_configuration_reference> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_distinguisher_method> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::user_subject> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::group_subject> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::service_account_subject> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::subject> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::resource_policy_rule> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::non_resource_policy_rule> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::policy_rules_with_subjects> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_schema_spec> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_schema_condition> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_schema_status> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_schema> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_schema_summary::priority_level_configuration_reference> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_schema_summary::flow_distinguisher_method> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_schema_summary::flow_schema_spec> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_schema_summary::flow_schema_condition> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_schema_summary::flow_schema_status> { static member_type const type; };
template <> struct compiled_members<types::flowcontrol::v1::flow_schema_summary> { static member_type const type; };

} // namespace coinformer::detail
