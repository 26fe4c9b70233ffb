// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/types/meta/v1/label_selector.hpp>

namespace coinformer::types::admissionregistration::v1 {

struct param_ref {
    text name;
    text namespace_;
    boxed<meta::v1::label_selector> selector;
    std::optional<text> parameterNotFoundAction;
};

} // namespace coinformer::types::admissionregistration::v1

namespace coinformer::detail {

template <> struct compiled_members<types::admissionregistration::v1::param_ref> { static member_type const type; };

} // namespace coinformer::detail
