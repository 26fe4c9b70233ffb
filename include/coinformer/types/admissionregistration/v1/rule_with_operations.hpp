// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::admissionregistration::v1 {

struct rule_with_operations {
    list<text> operations;
    list<text> apiGroups;
    list<text> apiVersions;
    list<text> resources;
    std::optional<text> scope;
};

} // namespace coinformer::types::admissionregistration::v1

namespace coinformer::detail {

template <> struct compiled_members<types::admissionregistration::v1::rule_with_operations> { static member_type const type; };

} // namespace coinformer::detail
