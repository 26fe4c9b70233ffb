// Made by scripts/generate-types of Kubernetes 1.37.1.
#pragma once

#include <coinformer/api/compiled_members.hpp>
#include <coinformer/api/object_meta.hpp>

namespace coinformer::types::core::v1 {

struct resource_claim {
    text name;
    text request;
};

struct resource_requirements {
    labels limits;
    labels requests;
    list<resource_claim> claims;
};

} // namespace coinformer::types::core::v1

namespace coinformer::detail {

template <> struct compiled_members<types::core::v1::resource_claim> { static member_type const type; };
template <> struct compiled_members<types::core::v1::resource_requirements> { static member_type const type; };

} // namespace coinformer::detail
