// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::admissionregistration::v1 {

struct match_condition {
    text name;
    text expression;
};

} // namespace coinformer::types::admissionregistration::v1

namespace coinformer::detail {

template <> struct compiled_members<types::admissionregistration::v1::match_condition> { static member_type const type; };

} // namespace coinformer::detail
