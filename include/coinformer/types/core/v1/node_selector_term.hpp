// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::core::v1 {

struct node_selector_requirement {
    text key;
    text operator_;
    list<text> values;
};

struct node_selector_term {
    list<node_selector_requirement> matchExpressions;
    list<node_selector_requirement> matchFields;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::node_selector_requirement> { static member_type const type; };
template <> struct compiled_members<types::core::v1::node_selector_term> { static member_type const type; };

} // namespace coinformer::detail
