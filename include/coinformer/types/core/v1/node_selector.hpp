// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>
#include <coinformer/types/core/v1/node_selector_term.hpp>

namespace coinformer::types::core::v1 {

struct node_selector {
    list<node_selector_term> nodeSelectorTerms;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::node_selector> { static member_type const type; };

} // namespace coinformer::detail
