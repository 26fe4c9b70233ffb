// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::core::v1 {

struct topology_selector_label_requirement {
    text key;
    list<text> values;
};

struct topology_selector_term {
    list<topology_selector_label_requirement> matchLabelExpressions;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::topology_selector_label_requirement> { static member_type const type; };
template <> struct compiled_members<types::core::v1::topology_selector_term> { static member_type const type; };

} // namespace coinformer::detail
