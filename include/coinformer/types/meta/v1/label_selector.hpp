// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::meta::v1 {

struct label_selector_requirement {
    text key;
    text operator_;
    list<text> values;
};

struct label_selector {
    labels matchLabels;
    list<label_selector_requirement> matchExpressions;
};

} // namespace coinformer::types::meta::v1

namespace coinformer::detail {

template <> struct compiled_members<types::meta::v1::label_selector_requirement> { static member_type const type; };
template <> struct compiled_members<types::meta::v1::label_selector> { static member_type const type; };

} // namespace coinformer::detail
