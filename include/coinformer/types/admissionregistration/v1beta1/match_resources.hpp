// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>

namespace coinformer::types::admissionregistration::v1beta1 {

struct named_rule_with_operations {
    list<text> resourceNames;
    list<text> operations;
    list<text> apiGroups;
    list<text> apiVersions;
    list<text> resources;
    std::optional<text> scope;
};

struct match_resources {
    boxed<meta::v1::label_selector> namespaceSelector;
    boxed<meta::v1::label_selector> objectSelector;
    list<named_rule_with_operations> resourceRules;
    list<named_rule_with_operations> excludeResourceRules;
    std::optional<text> matchPolicy;
};

} // namespace coinformer::types::admissionregistration::v1beta1

namespace coinformer::detail {

template <> struct compiled_members<types::admissionregistration::v1beta1::named_rule_with_operations> { static member_type const type; };
template <> struct compiled_members<types::admissionregistration::v1beta1::match_resources> { static member_type const type; };

} // namespace coinformer::detail
